alter table import_run
  -- Which rows are taken, where not all are: known ones, new ones.
  add column takes jsonb,
  -- A run that writes and was paused: it goes on when it is told to.
  add column paused_at timestamptz,
  -- Dry runs, and attempts that were paused before they wrote, are nothing to look at.
  add column is_shown boolean not null default true;

-- A file that a person has sent. It lies in the data folder for as long as its row is here.
create table import_upload (
  upload_id uuid primary key,
  file_name text not null,
  bytes bigint not null,
  made_by uuid not null references app_user,
  made_at timestamptz not null,
  version integer not null default 1,
  state text not null check (state in ('uploaded', 'to_check', 'checking', 'checked', 'to_import', 'importing', 'paused', 'done', 'failed', 'cancelled')),
  -- What it is read as; null until a person has said.
  plan jsonb,
  -- Of the last check, then of the import.
  report jsonb,
  -- Why it would not be taken as it is.
  warning text,
  error text,
  import_id uuid,
  wish text check (wish in ('pause', 'cancel')),
  changed_at timestamptz not null
);
create index import_upload_made on import_upload (made_at);

-- How the columns of a system's files are used, as it was said last.
create table import_mapping (
  external_source text not null,
  kind text not null,
  -- Each header with our column, or null for one that is not used.
  uses jsonb not null,
  dates text,
  changed_at timestamptz not null,
  primary key (external_source, kind)
);

-- Undos that wait for their job, or could not be carried out.
create table import_undo_request (
  import_id uuid primary key,
  leaves_changed boolean not null,
  asked_by text not null,
  asked_at timestamptz not null,
  is_open boolean not null default true,
  error text
);

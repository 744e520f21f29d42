-- Until when a run can be undone follows from when it ended. A run that undoes another one has that one's kind.
alter table import_run
  add column undoes uuid,
  -- Whether what was changed since is left as it is, instead of nothing being undone.
  add column leaves_changed boolean not null default false,
  add column undo_report jsonb,
  add column undone_at timestamptz,
  add column undone_by text;
create index import_run_started on import_run (started_at);

-- What an import changed, with the row before and after; before is null for a row that it added, after for one that it removed.
create table import_change (
  import_id uuid not null,
  institution_id bigint not null,
  position bigint generated always as identity,
  table_name text not null,
  -- Its primary key.
  row_key jsonb not null,
  row_before jsonb,
  row_after jsonb,
  primary key (import_id, institution_id, position)
);

-- The same for usage, of which there is too much for a row each: the days of a location and a product side by side.
create table usage_change (
  import_id uuid not null,
  institution_id bigint not null,
  location_id bigint not null,
  product text not null,
  days date[] not null,
  values_before double precision[] not null,
  values_after double precision[] not null,
  primary key (import_id, institution_id, location_id, product)
);

create table usage_week_change (
  import_id uuid not null,
  institution_id bigint not null,
  location_id bigint not null,
  product text not null,
  weeks date[] not null,
  values_before double precision[] not null,
  values_after double precision[] not null,
  primary key (import_id, institution_id, location_id, product)
);

create table feed_week_change (
  import_id uuid not null,
  institution_id bigint not null,
  location_id bigint not null,
  weeks date[] not null,
  reports_before date[] not null,
  primary key (import_id, institution_id, location_id)
);

-- Compressing them would cost more than writing them.
alter table usage_change alter column days set storage external, alter column values_before set storage external, alter column values_after set storage external;
alter table usage_week_change alter column weeks set storage external, alter column values_before set storage external, alter column values_after set storage external;

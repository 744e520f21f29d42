-- The team's work on prospects. A prospect's own row keeps the values of its file or place, so that an import can be undone.
create table prospect_work (
  prospect_id bigint primary key references prospect (prospect_id),
  stage text not null check (stage in ('New', 'Researching', 'Contacted', 'Demo', 'Proposal', 'Won', 'Lost', 'Nurture')),
  stage_since timestamptz not null,
  owner_id uuid,
  lost_reason text,
  monthly_cents bigint check (monthly_cents >= 0),
  version integer not null default 1,
  check ((stage = 'Lost') = (lost_reason is not null))
);
create index prospect_work_by_owner on prospect_work (owner_id);

-- Facts that a user typed or confirmed. They take precedence over the values of the prospect's own row.
create table prospect_fact (
  prospect_id bigint not null references prospect (prospect_id),
  field text not null,
  value text not null,
  entered_by uuid not null,
  checked_at timestamptz not null,
  primary key (prospect_id, field)
);

-- Changes of the work on a prospect, each with the values before and after it.
create table prospect_change (
  prospect_id bigint not null references prospect (prospect_id),
  change_id uuid not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  change jsonb not null,
  before jsonb not null,
  primary key (prospect_id, change_id)
);

create table prospect_note (
  prospect_id bigint not null references prospect (prospect_id),
  note_id uuid not null,
  author_id uuid not null,
  body text not null,
  created_at timestamptz not null,
  primary key (prospect_id, note_id)
);

-- Addressees who must not be contacted by sales or mail. A lifted suppression stays as a record.
create table contact_suppression (
  suppression_id uuid primary key,
  prospect_id bigint references prospect (prospect_id),
  phone_digits text,
  email text,
  reason text not null,
  added_by uuid not null,
  added_at timestamptz not null,
  lifted_by uuid,
  lifted_at timestamptz,
  check (num_nonnulls(prospect_id, phone_digits, email) > 0),
  check ((lifted_by is null) = (lifted_at is null))
);
create index contact_suppression_prospect on contact_suppression (prospect_id) where lifted_at is null;
create index contact_suppression_phone on contact_suppression (phone_digits) where lifted_at is null;
create index contact_suppression_email on contact_suppression (lower(email)) where lifted_at is null;

-- Version of each prospect's last change, so that the cached list reads only the changed prospects again. A deleted prospect keeps its row.
create table prospect_version (
  prospect_id bigint primary key,
  version bigint not null
);
create index prospect_version_by_version on prospect_version (version);

-- The row of list_version is locked until the transaction ends, so a visible version includes all changes of lower versions.
create function count_prospect_change() returns trigger language plpgsql as $$
declare
  counted bigint;
begin
  insert into list_version (list, version) values ('prospects', 1)
  on conflict (list) do update set version = list_version.version + 1 returning version into counted;
  if tg_op <> 'DELETE' then
    insert into prospect_version (prospect_id, version)
    select distinct prospect_id, counted from new_rows where prospect_id is not null
    on conflict (prospect_id) do update set version = excluded.version;
  end if;
  if tg_op <> 'INSERT' then
    insert into prospect_version (prospect_id, version)
    select distinct prospect_id, counted from old_rows where prospect_id is not null
    on conflict (prospect_id) do update set version = excluded.version where prospect_version.version < excluded.version;
  end if;
  return null;
end $$;

do $$
declare
  counted_table text;
begin
  foreach counted_table in array array['prospect', 'prospect_work', 'prospect_fact', 'prospect_note', 'contact_suppression'] loop
    execute format('create trigger %1$s_added after insert on %1$I
      referencing new table as new_rows for each statement execute function count_prospect_change()', counted_table);
    execute format('create trigger %1$s_changed after update on %1$I
      referencing old table as old_rows new table as new_rows for each statement execute function count_prospect_change()', counted_table);
    execute format('create trigger %1$s_removed after delete on %1$I
      referencing old table as old_rows for each statement execute function count_prospect_change()', counted_table);
  end loop;
end $$;

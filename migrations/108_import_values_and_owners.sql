alter table import_mapping
  -- Values of the file's columns with the values that replace them, by column.
  add column value_map jsonb not null default '{}'::jsonb;

-- Choices of the user since the last check.
alter table import_upload add column draft jsonb;

alter table import_run
  -- Owners that the run created in the tables of the local CRM.
  add column created_owner_ids bigint[] not null default '{}';

alter table practice_staging
  -- Owner as the file has it, and the owner's id once it is resolved.
  add column owner text,
  add column owner_id bigint;

create index crm_deal_by_deal_id on crm_deal (deal_id);

-- An import changes the owner of a deal and keeps the time of the deal's last change. The time of such a change is the current time.
create or replace function keep_owner_change() returns trigger language plpgsql as $$
begin
  insert into crm_owner_change
  values (new.institution_id, new.deal_id, case when new.updated_at = old.updated_at then now() else new.updated_at end, old.owner_id, new.owner_id)
  on conflict do nothing;
  return null;
end $$;

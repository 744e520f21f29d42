-- A deleted prospect leaves no row that a cached list could read again, so it raises a version of its own.
create or replace function count_prospect_change() returns trigger language plpgsql as $$
declare
  counted bigint;
begin
  insert into list_version (list, version) values ('prospects', 1)
  on conflict (list) do update set version = list_version.version + 1 returning version into counted;
  if tg_op = 'DELETE' and tg_table_name = 'prospect' then
    insert into list_version (list, version) values ('deleted-prospects', 1)
    on conflict (list) do update set version = list_version.version + 1;
    delete from prospect_version where prospect_id in (select prospect_id from old_rows);
    return null;
  end if;
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

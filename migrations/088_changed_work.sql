-- Version of each customer's last change of work, so that cached lists read only the changed customers again.
create table work_version (
  institution_id bigint primary key,
  version bigint not null
);
create index work_version_by_version on work_version (version);

drop trigger note_counted on note;
drop trigger task_counted on task;
drop trigger risk_case_counted on risk_case;
drop trigger risk_outcome_counted on risk_outcome;
drop trigger work_event_counted on work_event;
drop function count_work_change();

-- The row of list_version is locked until the transaction ends, so a visible version includes all changes of lower versions.
create function count_work_change() returns trigger language plpgsql as $$
declare
  counted bigint;
begin
  insert into list_version (list, version) values ('work', 1)
  on conflict (list) do update set version = list_version.version + 1 returning version into counted;
  if tg_op <> 'DELETE' then
    insert into work_version (institution_id, version) select distinct institution_id, counted from new_rows
    on conflict (institution_id) do update set version = excluded.version;
  end if;
  if tg_op <> 'INSERT' then
    insert into work_version (institution_id, version) select distinct institution_id, counted from old_rows
    on conflict (institution_id) do update set version = excluded.version where work_version.version < excluded.version;
  end if;
  return null;
end $$;

do $$
declare
  counted_table text;
begin
  foreach counted_table in array array['note', 'task', 'risk_case', 'risk_outcome', 'work_event'] loop
    execute format('create trigger %1$s_added after insert on %1$I
      referencing new table as new_rows for each statement execute function count_work_change()', counted_table);
    execute format('create trigger %1$s_changed after update on %1$I
      referencing old table as old_rows new table as new_rows for each statement execute function count_work_change()', counted_table);
    execute format('create trigger %1$s_removed after delete on %1$I
      referencing old table as old_rows for each statement execute function count_work_change()', counted_table);
  end loop;
end $$;

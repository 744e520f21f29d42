-- Counts up with whatever people do, whoever writes it, so that what was made of it is made anew.
create function count_work_change() returns trigger language plpgsql as $$
begin
  insert into list_version (list, version) values ('work', 1)
  on conflict (list) do update set version = list_version.version + 1;
  return null;
end $$;
create trigger note_counted after insert or update or delete on note for each statement execute function count_work_change();
create trigger task_counted after insert or update or delete on task for each statement execute function count_work_change();
create trigger risk_case_counted after insert or update or delete on risk_case for each statement execute function count_work_change();
create trigger risk_outcome_counted after insert or update or delete on risk_outcome for each statement execute function count_work_change();
create trigger work_event_counted after insert or update or delete on work_event for each statement execute function count_work_change();

-- Exit criteria that users ticked, by id, each with the user and the time. Unticking removes the criterion.
alter table prospect_work add column met_criteria jsonb not null default '{}'::jsonb;

-- Raises a version of its own when suppressions change, because a suppression also covers other prospects with its phone number.
create function count_suppression_change() returns trigger language plpgsql as $$
begin
  insert into list_version (list, version) values ('suppressions', 1)
  on conflict (list) do update set version = list_version.version + 1;
  return null;
end $$;
create trigger contact_suppression_counted after insert or update or delete on contact_suppression
  for each statement execute function count_suppression_change();

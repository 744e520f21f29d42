-- One count for a statement: a row's own trigger would make a version of the count for each of thousands of rows in one transaction.
drop trigger app_user_named on app_user;
drop trigger app_user_renamed on app_user;
drop trigger crm_owner_named on crm_owner;
drop trigger crm_owner_renamed on crm_owner;
drop function owner_names_changed();

create function owner_names_changed() returns trigger language plpgsql as $$
declare
  is_changed boolean;
begin
  if tg_op = 'INSERT' then
    is_changed := exists (select from new_rows);
  elsif tg_table_name = 'app_user' then
    is_changed := exists (select user_id, name, email from new_rows except select user_id, name, email from old_rows);
  else
    is_changed := exists (select * from new_rows except select * from old_rows);
  end if;
  if is_changed then
    insert into list_version (list, version) values ('practices', 1) on conflict (list) do update set version = list_version.version + 1;
  end if;
  return null;
end $$;
create trigger app_user_named after insert on app_user
  referencing new table as new_rows for each statement execute function owner_names_changed();
create trigger app_user_renamed after update on app_user
  referencing old table as old_rows new table as new_rows for each statement execute function owner_names_changed();
create trigger crm_owner_named after insert on crm_owner
  referencing new table as new_rows for each statement execute function owner_names_changed();
create trigger crm_owner_renamed after update on crm_owner
  referencing old table as old_rows new table as new_rows for each statement execute function owner_names_changed();

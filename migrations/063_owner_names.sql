create index app_user_lower_name on app_user (lower(name));
create index app_user_lower_email on app_user (lower(email));
create index crm_owner_lower_name on crm_owner (lower(name));
create index crm_owner_lower_email on crm_owner (lower(email));

-- People as they are shown: those who share a name are told apart by their e-mail.
create or replace view person as
select user_id, case when exists (
    select from app_user other where lower(other.name) = lower(u.name) and lower(other.email) <> lower(u.email)
  ) then name || ' (' || email || ')' else name end as name
from app_user u;

-- Owners as they are shown. One who is a person here, by e-mail or else by a name that nobody else has, is called as that person is
-- called, so that the name alone says whose a customer is. Others who share a name are told apart by their e-mail.
create view shown_owner as
with known as materialized (
  select o.owner_id, o.name, o.email, o.archived, coalesce(by_email.user_id, by_name.user_id) as user_id
  from crm_owner o
  left join lateral (
    select u.user_id from app_user u where lower(u.email) = lower(o.email) order by u.status, u.user_id limit 1
  ) by_email on true
  left join lateral (
    select u.user_id from app_user u
    where by_email.user_id is null and lower(u.name) = lower(o.name)
      and not exists (select from app_user other where lower(other.name) = lower(u.name) and lower(other.email) <> lower(u.email))
      and not exists (select from crm_owner other where lower(other.email) = lower(u.email))
      and not exists (
        select from crm_owner other where lower(other.name) = lower(o.name) and other.owner_id <> o.owner_id and other.archived = o.archived
      )
    order by u.status, u.user_id limit 1
  ) by_name on true
)
select k.owner_id, k.archived,
  case when p.user_id is not null then p.name
    when exists (select from app_user u where lower(u.name) = lower(k.name)) or exists (
      select from crm_owner other where lower(other.name) = lower(k.name) and other.owner_id <> k.owner_id and other.archived = k.archived
    ) then k.name || ' (' || coalesce(nullif(k.email, ''), k.owner_id::text) || ')'
    else k.name end
  || case when k.archived then ' (inactive)' else '' end as name
from known k left join person p on p.user_id = k.user_id;

-- The list of customers names owners, and its names are made of these two tables.
create function owner_names_changed() returns trigger language plpgsql as $$
begin
  insert into list_version (list, version) values ('practices', 1) on conflict (list) do update set version = list_version.version + 1;
  return null;
end $$;
create trigger app_user_named after insert on app_user for each row execute function owner_names_changed();
create trigger app_user_renamed after update of name, email on app_user for each row
  when (old.name is distinct from new.name or old.email is distinct from new.email) execute function owner_names_changed();
create trigger crm_owner_named after insert on crm_owner for each row execute function owner_names_changed();
create trigger crm_owner_renamed after update on crm_owner for each row
  when (old is distinct from new) execute function owner_names_changed();

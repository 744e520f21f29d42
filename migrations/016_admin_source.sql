-- From here on role is what the product made of a person. Who stands in ADMIN_EMAILS is an administrator besides, and no row says so.
-- Until here the setting was written into role too, and nothing in the product made anybody an administrator: all of them were
-- named by the setting, or were the first to sign in where it named nobody.
insert into audit_log (at, actor, action, object_type, object_id, detail)
  select now(), 'migration', 'user.demote', 'app_user', user_id::text,
    '{"from": "admin", "to": "member", "reason": "ADMIN_EMAILS says who is an administrator by setting"}'
  from app_user where role = 'admin';
update app_user set role = 'member' where role = 'admin';
comment on column app_user.role is 'What the product made of this person; who stands in ADMIN_EMAILS is an administrator besides.';

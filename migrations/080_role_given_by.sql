-- Administrator who gave the account its role. An account that is made an administrator before its first sign-in begins its period as
-- an administrator with that sign-in, and the period names this administrator.
alter table app_user add column role_given_by uuid references app_user on delete set null;

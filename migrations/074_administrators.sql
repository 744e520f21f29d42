-- When each administrator was one. A change that needs a second administrator is judged by this record, and not by the
-- roles of the moment, which an administrator can change.
create table administrator_period (
  period_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  since timestamptz not null,
  -- null for an administrator of now.
  until timestamptz,
  -- Administrator who made the change; null for a setting, a command or a first sign-in.
  started_by uuid references app_user on delete set null,
  ended_by uuid references app_user on delete set null
);
create unique index administrator_period_open on administrator_period (user_id) where until is null;

-- Removing an administrator while another change waits is such a change too.
alter table pending_change drop constraint pending_change_kind_check;
alter table pending_change add constraint pending_change_kind_check
  check (kind in ('settings', 'scoring_rules', 'administrator_removal'));

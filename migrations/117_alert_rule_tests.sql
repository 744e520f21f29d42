-- Last test of each alert rule on past weeks. A new rule can be tested before it is saved.
create table alert_rule_test (
  rule_id uuid primary key,
  -- Version of the rule that has the tested conditions.
  version integer not null,
  conditions text not null,
  tested_by uuid not null references app_user,
  tested_at timestamptz not null,
  result jsonb not null
);

-- Boards that their owners share with the company by link.
alter table board add column is_shared boolean not null default false;

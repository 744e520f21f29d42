-- What one action did to a case, so that it can be undone: what was told of it, the version it made, and the case before it.
create table risk_change (
  institution_id bigint not null references institution,
  change_id uuid not null,
  changed_by uuid not null references app_user,
  changed_at timestamptz not null,
  told jsonb not null,
  version integer not null,
  before jsonb,
  undone_at timestamptz,
  primary key (institution_id, change_id)
);

-- A withdrawn outcome stays, and is told as withdrawn; nobody counts it any more.
alter table risk_outcome add column withdrawn_at timestamptz;

-- People as they are shown: those who share a name are told apart by their e-mail.
create view person as
select user_id, case when min(lower(email)) over same_name <> max(lower(email)) over same_name then name || ' (' || email || ')' else name end as name
from app_user window same_name as (partition by lower(name));

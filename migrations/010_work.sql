-- A person may be known, and be given work, before signing in for the first time.
alter table app_user alter column last_sign_in_at drop not null;

-- Ids of notes, tasks and outcomes come from the page that makes them, so that a double click makes one.
create table note (
  institution_id bigint not null references institution,
  note_id uuid not null,
  author_id uuid not null references app_user,
  body text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  words tsvector generated always as (to_tsvector('english', body)) stored,
  primary key (institution_id, note_id)
);

create table task (
  institution_id bigint not null references institution,
  task_id uuid not null,
  title text not null,
  details text not null default '',
  due_on date,
  assignee_id uuid references app_user,
  status text not null default 'open' check (status in ('open', 'done', 'dropped')),
  snoozed_until date,
  version integer not null default 1,
  created_by uuid not null references app_user,
  created_at timestamptz not null,
  updated_by uuid not null references app_user,
  updated_at timestamptz not null,
  closed_at timestamptz,
  primary key (institution_id, task_id)
);
create index task_open on task (coalesce(due_on, 'infinity'::date), task_id) where status = 'open';
create index task_closed on task (closed_at desc, task_id) where status <> 'open';
create index task_assignee on task (assignee_id) where status = 'open';

-- Who looks after an at-risk customer, and until when it is left in peace. Beside the snooze stands what the customer was then,
-- because a snooze also ends when it gets worse. A case without a row has version 0.
create table risk_case (
  institution_id bigint primary key references institution,
  assignee_id uuid references app_user,
  snoozed_until date,
  snooze_reason text,
  snoozed_by uuid references app_user,
  snoozed_at timestamptz,
  snooze_week date,
  snooze_tier text,
  version integer not null,
  updated_by uuid not null references app_user,
  updated_at timestamptz not null,
  check ((snoozed_until is null) = (snooze_reason is null))
);

-- Append-only. What the customer was judged at is kept, so that alerts can be measured by what became of them.
create table risk_outcome (
  institution_id bigint not null references institution,
  outcome_id uuid not null,
  decided_by uuid not null references app_user,
  decided_at timestamptz not null,
  outcome text not null check (outcome in ('contacted', 'escalated', 'recovering', 'no_action', 'wrong_alarm', 'data_problem')),
  note text not null,
  judged_week date,
  judged_score double precision,
  judged_tier text,
  judged_reasons jsonb not null,
  primary key (institution_id, outcome_id)
);

-- Append-only: what people did to tasks, cases and notes. Notes, outcomes, tickets and score changes are read where they stand.
create table work_event (
  institution_id bigint not null references institution,
  event_id uuid not null,
  at timestamptz not null,
  actor_id uuid not null references app_user,
  kind text not null check (kind in ('task', 'risk', 'note')),
  event text not null,
  subject_id uuid,
  detail jsonb not null default '{}',
  primary key (institution_id, event_id)
);

-- The CRM mirror holds only the present owner of a deal; whoever writes it, each change is kept here.
create table crm_owner_change (
  institution_id bigint not null,
  deal_id bigint not null,
  changed_at timestamptz not null,
  from_owner_id bigint,
  to_owner_id bigint,
  primary key (institution_id, deal_id, changed_at)
);

create function keep_owner_change() returns trigger language plpgsql as $$
begin
  insert into crm_owner_change values (new.institution_id, new.deal_id, new.updated_at, old.owner_id, new.owner_id)
  on conflict do nothing;
  return null;
end $$;

create trigger crm_deal_owner after update of owner_id on crm_deal
  for each row when (old.owner_id is distinct from new.owner_id) execute function keep_owner_change();

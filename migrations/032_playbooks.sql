-- Playbooks: steps that are taken for a customer, started by an alert rule that fires or by a person.
create table playbook (
  playbook_id uuid primary key,
  version integer not null check (version >= 1),
  name text not null,
  rule_id uuid references alert_rule,
  is_on boolean not null,
  -- Firings of its rule from this day on start runs; null while none do.
  follows_from date,
  changed_by uuid not null references app_user,
  changed_at timestamptz not null,
  constraint playbook_follows check (follows_from is null or (is_on and rule_id is not null))
);
create unique index playbook_name on playbook (lower(name));

-- Append-only: every version as it was saved. A run keeps to the version that it began with.
create table playbook_version (
  playbook_id uuid not null references playbook,
  version integer not null,
  is_on boolean not null,
  told jsonb not null,
  changed_by uuid not null references app_user,
  changed_at timestamptz not null,
  primary key (playbook_id, version)
);

create table playbook_run (
  institution_id bigint not null references institution,
  run_id uuid not null,
  playbook_id uuid not null,
  version integer not null,
  state text not null check (state in ('active', 'completed', 'exited', 'stopped')),
  -- Where it stands, or stood when it ended; null before its first step.
  step_id uuid,
  started_on date not null,
  started_at timestamptz not null,
  -- null when a rule started it.
  started_by uuid references app_user,
  start_score double precision,
  ended_at timestamptz,
  ended_by uuid references app_user,
  end_reason text,
  end_score double precision,
  -- Counts its moves.
  revision integer not null default 1,
  primary key (institution_id, run_id),
  foreign key (playbook_id, version) references playbook_version,
  constraint playbook_run_ended check ((state = 'active') = (ended_at is null))
);
create unique index playbook_run_active on playbook_run (institution_id, playbook_id) where state = 'active';
create index playbook_run_place on playbook_run (institution_id, run_id) where state = 'active';
create index playbook_run_playbook on playbook_run (playbook_id, state);
create index playbook_run_ended_at on playbook_run (ended_at);
create index playbook_run_id on playbook_run (run_id);

-- The steps that a run came to, each once. The key refuses to take one twice.
create table playbook_step (
  institution_id bigint not null,
  run_id uuid not null,
  step_id uuid not null,
  -- The how manieth that the run came to, from 1.
  place integer not null,
  kind text not null check (kind in ('task', 'wait', 'checkpoint', 'branch')),
  title text not null,
  started_at timestamptz not null,
  due_on date,
  done_at timestamptz,
  outcome text check (outcome in ('done', 'dropped', 'waited', 'held', 'yes', 'no', 'ended')),
  assignee_id uuid references app_user,
  task_id uuid,
  note text,
  primary key (institution_id, run_id, step_id),
  foreign key (institution_id, run_id) references playbook_run on delete cascade,
  constraint playbook_step_done check ((done_at is null) = (outcome is null))
);
create index playbook_step_open on playbook_step (institution_id, task_id) where done_at is null;

-- What became of each firing of a rule, so that none starts two runs.
create table playbook_firing (
  institution_id bigint not null,
  playbook_id uuid not null references playbook,
  rule_id uuid not null,
  fired_on date not null,
  decided_at timestamptz not null,
  run_id uuid,
  left_out text,
  primary key (institution_id, playbook_id, rule_id, fired_on),
  constraint playbook_firing_decided check ((run_id is null) <> (left_out is null))
);

-- What administrators set in the product; every saving is a version of its own.
create table setting_version (
  version integer primary key check (version > 0),
  settings jsonb not null,
  made_by uuid not null references app_user,
  made_at timestamptz not null
);

-- Changes that count once a second administrator has approved them.
create table pending_change (
  change_id uuid primary key,
  kind text not null check (kind in ('settings', 'scoring_rules')),
  -- The version that it was made on: when another was saved since, it can only be refused or withdrawn.
  based_on integer not null,
  wanted jsonb not null,
  proposed_by uuid not null references app_user,
  proposed_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'withdrawn')),
  decided_by uuid references app_user,
  decided_at timestamptz,
  reason text,
  check ((state = 'waiting') = (decided_at is null) and (decided_by is null) = (decided_at is null)),
  constraint pending_change_second_person check (state not in ('approved', 'refused') or decided_by <> proposed_by),
  constraint pending_change_own check (state <> 'withdrawn' or decided_by = proposed_by)
);
create unique index pending_change_one on pending_change (kind) where state = 'waiting';
create index pending_change_recent on pending_change (proposed_at desc);

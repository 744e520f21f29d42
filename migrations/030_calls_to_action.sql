-- Calls to action: work on a customer that a rule or a person has asked for.
create table alert_rule (
  rule_id uuid primary key,
  version integer not null check (version >= 1),
  name text not null,
  kind text not null check (kind in ('risk', 'opportunity', 'lifecycle', 'activity', 'objective')),
  -- Which customers, as a customer list's filters stand in an address.
  conditions text not null,
  priority text not null check (priority in ('urgent', 'high', 'normal', 'low')),
  due_days integer not null check (due_days between 0 and 90),
  minutes integer not null check (minutes between 1 and 480),
  is_on boolean not null,
  changed_by uuid not null references app_user,
  changed_at timestamptz not null
);
create unique index alert_rule_name on alert_rule (lower(name));

-- Append-only: every version as it was saved.
create table alert_rule_version (
  rule_id uuid not null references alert_rule,
  version integer not null,
  told jsonb not null,
  changed_by uuid not null references app_user,
  changed_at timestamptz not null,
  primary key (rule_id, version)
);

-- Customers that matched when a rule was switched on, and were to be left in peace until they match anew.
create table alert_baseline (
  institution_id bigint not null references institution,
  rule_id uuid not null references alert_rule,
  primary key (institution_id, rule_id)
);
create index alert_baseline_rule on alert_baseline (rule_id);

-- The last evaluation of all the rules on a day: what it held back, and which rules were silent.
create table alert_run (
  day date primary key,
  ran_at timestamptz not null,
  told jsonb not null
);

create table call_to_action (
  institution_id bigint not null references institution,
  call_id uuid not null,
  kind text not null check (kind in ('risk', 'opportunity', 'lifecycle', 'activity', 'objective')),
  -- A rule's name, or what a person wrote: one open call for each customer, kind and title.
  title text not null,
  details text not null,
  priority text not null check (priority in ('urgent', 'high', 'normal', 'low')),
  due_on date not null,
  assignee_id uuid references app_user,
  minutes integer not null check (minutes between 1 and 480),
  rule_id uuid references alert_rule,
  fired_count integer not null default 0,
  last_fired_on date,
  snoozed_until date,
  snooze_reason text,
  outcome text check (outcome in ('acted', 'false_alarm', 'lapsed')),
  note text,
  version integer not null default 1,
  created_by uuid references app_user,
  created_at timestamptz not null,
  updated_by uuid references app_user,
  updated_at timestamptz not null,
  closed_at timestamptz,
  primary key (institution_id, call_id),
  constraint call_closed check ((outcome is null) = (closed_at is null)),
  constraint call_snoozed check ((snoozed_until is null) = (snooze_reason is null))
);
create unique index call_open on call_to_action (institution_id, kind, lower(title)) where closed_at is null;
create index call_closed_at on call_to_action (closed_at);

-- Append-only: each time a rule fired for a customer, and what it saw.
create table call_firing (
  institution_id bigint not null,
  rule_id uuid not null references alert_rule,
  fired_on date not null,
  call_id uuid not null,
  saw text not null,
  primary key (institution_id, rule_id, fired_on),
  foreign key (institution_id, call_id) references call_to_action
);
create index call_firing_day on call_firing (fired_on);

-- Append-only but for undone_at: who changed what under the id that the page made for it, and what the call was before.
create table call_change (
  institution_id bigint not null,
  call_id uuid not null,
  change_id uuid not null,
  changed_by uuid not null references app_user,
  changed_at timestamptz not null,
  told jsonb not null,
  before jsonb not null,
  -- The version that the change left.
  version integer not null,
  undone_at timestamptz,
  primary key (institution_id, call_id, change_id),
  foreign key (institution_id, call_id) references call_to_action
);
create index call_change_id on call_change (change_id);

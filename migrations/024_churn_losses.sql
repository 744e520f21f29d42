-- A notice becomes a loss with its whole story: why it was given, why it really was, what it cost. One that was taken back stays.
alter table churn_event
  add column loss_id uuid not null default gen_random_uuid(),
  add column reason_detail text,
  -- What the retrospective found, beside what the customer said.
  add column found_reason text,
  add column found_detail text,
  add column avoidable text check (avoidable in ('yes', 'partly', 'no')),
  add column competitor text,
  add column monthly_cents bigint check (monthly_cents >= 0),
  add column locations_lost integer check (locations_lost >= 0),
  add column win_back_on date,
  add column entered_by uuid references app_user,
  add column entered_at timestamptz,
  add column taken_back_at timestamptz,
  add column taken_back_by uuid references app_user,
  add column taken_back_reason text,
  add column version integer not null default 1,
  add constraint churn_event_in_order check (effective_on >= noticed_on),
  add constraint churn_event_taken_back_whole check ((taken_back_at is null) = (taken_back_reason is null)),
  drop constraint churn_event_pkey,
  add primary key (institution_id, loss_id);

-- Nobody leaves twice at once.
create unique index churn_event_holding on churn_event (institution_id) where taken_back_at is null;

-- What is learned from a loss. The signal that was missed is a feature of the predictions beyond a value.
create table churn_retro (
  institution_id bigint not null,
  loss_id uuid not null,
  did_well text not null,
  signals_seen text not null,
  missed_feature text not null,
  missed_comparison text not null check (missed_comparison in ('at_least', 'at_most')),
  missed_value double precision not null,
  changes text not null,
  learning text not null,
  done_by uuid not null references app_user,
  done_at timestamptz not null,
  version integer not null default 1,
  primary key (institution_id, loss_id),
  foreign key (institution_id, loss_id) references churn_event on delete cascade
);

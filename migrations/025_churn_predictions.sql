-- Each time a step of the daily pipeline was asked for by a person, or started, for a day.
create table churn_run (
  run_id uuid primary key,
  step text not null check (step in ('extract', 'features', 'score')),
  day date not null,
  asked_at timestamptz not null,
  -- Null by the schedule.
  asked_by text,
  started_at timestamptz,
  ended_at timestamptz,
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed')),
  rows_in integer not null default 0,
  rows_out integer not null default 0,
  rejects integer not null default 0,
  -- What was counted, beside the median of the runs before and what was thought of it.
  checks jsonb not null default '[]',
  error text
);
create index churn_run_newest on churn_run (step, day desc, asked_at desc);

-- What an institution did in an official week. Nothing is known (null) of a week in which no feed reported.
create table churn_week (
  institution_id bigint not null,
  week_start date not null,
  uses double precision,
  bookings double precision,
  forms double precision,
  payments double precision,
  messages double precision,
  -- Of groups alone: locations that were in use before, and those of them that fell below half of it.
  group_locations integer,
  quiet_locations integer,
  gathered_at timestamptz not null,
  primary key (institution_id, week_start)
);
create index churn_week_week on churn_week (week_start);

-- What was known of an institution before the day began, in the order of the features' names.
create table churn_feature (
  institution_id bigint not null,
  day date not null,
  known double precision[] not null,
  primary key (day, institution_id)
);

create table churn_model (
  version integer primary key,
  trained_on date not null,
  made_at timestamptz not null,
  -- What the learner made, how good it was on weeks that it had not seen, and what the features looked like.
  model jsonb not null,
  report jsonb not null,
  state text not null check (state in ('current', 'replaced'))
);

-- A back-tested prediction was made for a past day by a model that knew nothing of that day or later.
create table churn_prediction (
  institution_id bigint not null,
  day date not null,
  is_backtest boolean not null,
  model_version integer not null,
  chance30 double precision not null,
  chance45 double precision not null,
  chance60 double precision not null,
  low double precision not null,
  high double precision not null,
  -- Days until the chance reaches the level of an alert; null beyond 60.
  days_left integer,
  days_low integer,
  days_high integer,
  patterns text[] not null,
  tier text check (tier in ('IMMEDIATE', 'HIGH', 'MEDIUM')),
  primary key (day, institution_id)
);
create index churn_prediction_flagged on churn_prediction (institution_id, day) where tier is not null;

create table churn_verdict (
  institution_id bigint not null references institution,
  verdict_id uuid not null,
  verdict text not null check (verdict in ('accepted', 'rejected', 'withdrawn')),
  reason text not null,
  decided_by uuid not null references app_user,
  decided_at timestamptz not null,
  -- What was shown when it was decided.
  day date not null,
  tier text,
  model_version integer,
  primary key (institution_id, verdict_id)
);

-- A pattern that is muted counts for no tier.
create table churn_pattern_mute (
  pattern text primary key,
  reason text not null,
  muted_by uuid not null references app_user,
  muted_at timestamptz not null
);

-- How good the predictions were, as far as their outcome is known on that day.
create table churn_quality (
  day date primary key,
  made_at timestamptz not null,
  quality jsonb not null
);

-- A loss that was taken back holds no more.
alter table churn_event add column if not exists taken_back_at timestamptz;

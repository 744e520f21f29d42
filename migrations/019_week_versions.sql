-- A week that was made again keeps the reason; what it was before stands in week_version.
alter table official_week add column version integer not null default 1;
alter table official_week add column reason text;

-- Weeks as they were until they were made again or taken away.
create table week_version (
  week_start date not null,
  version integer not null,
  rules_version_id integer not null references rules_version,
  closed_at timestamptz not null,
  institutions integer not null,
  -- Why this version was made, and why it was replaced.
  reason text,
  replaced_because text not null,
  replaced_at timestamptz not null,
  -- The week's rows of benchmark_week.
  benchmarks jsonb not null,
  primary key (week_start, version)
);

-- A row of score_week with the rows of product_week that belong to it.
create table score_version (
  institution_id bigint not null,
  week_start date not null,
  version integer not null,
  score jsonb not null,
  products jsonb not null,
  primary key (institution_id, week_start, version)
);

-- Official weeks that somebody wants made again from today's facts.
create table week_reopening (
  reopening_id uuid primary key,
  from_week date not null,
  reason text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  -- The first week that is still to be made; a reopening that was cut off goes on there.
  next_week date not null,
  weeks_made integer not null default 0,
  weeks_taken_away integer not null default 0,
  finished_at timestamptz
);

-- What each schedule has been decided up to; the occurrences themselves are job_run rows.
create table job_schedule (
  schedule text primary key,
  decided_until timestamptz not null
);

create table job_run (
  job_run_id uuid primary key default gen_random_uuid(),
  job text not null,
  schedule text,
  scheduled_for timestamptz not null,
  business_date date not null,
  state text not null check (state in ('queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled')),
  attempt integer not null default 0,
  fence integer not null default 0,
  lease_until timestamptz,
  arguments jsonb not null default '{}',
  progress jsonb,
  result jsonb,
  error text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  unique (schedule, scheduled_for)
);
create index job_run_recent on job_run (job, scheduled_for desc);
create index job_run_newest on job_run (scheduled_for desc);
create index job_run_waiting on job_run (job, scheduled_for) where state = 'queued';
create index job_run_finished on job_run (finished_at);
-- One run of a job at a time, and one asked for by hand, whatever the servers do.
create unique index job_run_one_running on job_run (job) where state = 'running';
create unique index job_run_one_by_hand on job_run (job) where schedule is null and state in ('queued', 'running');

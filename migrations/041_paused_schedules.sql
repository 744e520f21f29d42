-- While a schedule is paused, what comes due is written down as skipped.
alter table job_schedule
  add column paused_at timestamptz,
  add column paused_by uuid references app_user;

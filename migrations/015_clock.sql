-- The latest time that this database has seen from a server whose clock was believed, and how often
-- an administrator has said that the clock is right although the database was ahead of it. One row at most.
create table clock_mark (
  one_row boolean primary key default true check (one_row),
  latest_seen_at timestamptz not null,
  confirmations integer not null default 0
);
insert into clock_mark (latest_seen_at)
select max(at) from (
  select max(created_at) as at from job_run
  union all select max(closed_at) from official_week
  union all select max(at) from auth_event
) as known
having max(at) is not null;

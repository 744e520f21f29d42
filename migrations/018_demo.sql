-- What the demo was made from, and how far it has lived: it goes on from there with every day that passes.
alter table demo_world
  add column seed text not null default 'chairside',
  add column scale double precision not null default 1,
  add column first_institution_id bigint,
  add column first_location_id bigint,
  add column laid_until date;
update demo_world set
  laid_until = business_date,
  first_institution_id = coalesce((select min(institution_id) from institution where source = 'demo'), 0),
  first_location_id = coalesce((select min(location_id) from location join institution using (institution_id) where source = 'demo'), 0);
alter table demo_world
  alter column seed drop default,
  alter column scale drop default,
  alter column first_institution_id set not null,
  alter column first_location_id set not null,
  alter column laid_until set not null;

-- Whether this database has the demo: decided at its first start, and when the demo is taken away. One row at most.
create table demo_decision (
  one_row boolean primary key default true check (one_row),
  decided text not null check (decided in ('demo', 'none')),
  -- What SEED said at that time.
  asked text not null check (asked in ('demo', 'none')),
  decided_at timestamptz not null
);
insert into demo_decision (decided, asked, decided_at) select 'demo', 'demo', finished_at from demo_world;
-- Servers have run on a database that has schedules.
insert into demo_decision (decided, asked, decided_at)
select 'none', 'none', now() where not exists (select from demo_world) and exists (select from job_schedule);

-- The demo's prospects came with their numbers, which the next one that is kept must not meet.
select setval(pg_get_serial_sequence('prospect', 'prospect_id'), max(prospect_id)) from prospect having max(prospect_id) is not null;

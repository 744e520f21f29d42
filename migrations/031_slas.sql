-- The policies of service levels; every saving is a version of its own. A clock keeps the version that held when it began.
create table sla_version (
  version integer primary key check (version > 0),
  policies jsonb not null,
  made_by uuid not null references app_user,
  made_at timestamptz not null
);

-- From when until when people have stopped a clock, and why. The clocks themselves follow from tickets, scores, notes and cases.
create table sla_pause (
  institution_id bigint not null references institution,
  clock_key text not null,
  pause_id uuid not null,
  reason text not null check (reason in ('customer', 'records_system', 'supplier', 'engineering', 'other')),
  note text not null,
  from_at timestamptz not null,
  made_by uuid not null references app_user,
  until_at timestamptz,
  ended_by uuid references app_user,
  -- The id that the page made for ending it.
  end_id uuid,
  undone_at timestamptz,
  primary key (institution_id, clock_key, pause_id),
  check (until_at >= from_at),
  constraint sla_pause_ended check ((until_at is null) = (ended_by is null) and (until_at is null) = (end_id is null))
);
create unique index sla_pause_open on sla_pause (institution_id, clock_key) where until_at is null and undone_at is null;
create index sla_pause_id on sla_pause (pause_id);
create index sla_pause_end on sla_pause (end_id) where end_id is not null;

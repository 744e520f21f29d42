-- One row for each file or feed that came in. While it runs, seen_at moves on; a run whose process died is known by its standing still.
create table import_run (
  import_id uuid primary key,
  kind text not null,
  source text not null,
  state text not null check (state in ('running', 'succeeded', 'failed')),
  started_at timestamptz not null,
  seen_at timestamptz not null,
  finished_at timestamptz,
  report jsonb
);
create index import_run_running on import_run (kind) where state = 'running';

-- Rows on their way in. They need no log of their own: a crash empties these tables, and the import is sent again.
create unlogged table practice_staging (
  import_id uuid not null,
  line integer not null,
  institution_id bigint,
  location_id bigint,
  identity text not null,
  institution_name text,
  name text,
  street_address text,
  city text,
  state text,
  zip text,
  phone text,
  latitude double precision,
  longitude double precision,
  practice_type text,
  ehr text,
  online_booking_link text,
  created_on date,
  go_live_on date,
  closed_on date
);

create unlogged table usage_staging (
  import_id uuid not null,
  line integer not null,
  institution_id bigint,
  location_id bigint,
  product text not null,
  day date not null,
  value double precision not null
);

create unlogged table entitlement_staging (
  import_id uuid not null,
  line integer not null,
  institution_id bigint not null,
  product text not null,
  entitled boolean not null,
  valid_from date,
  valid_to date
);

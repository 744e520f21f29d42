-- Every table of customer facts leads its key with institution_id, so that the schema distributes by that column.
create table institution (
  institution_id bigint primary key,
  name text not null,
  practice_type text,
  created_on date not null,
  go_live_on date not null,
  churned_on date,
  source text not null check (source in ('demo', 'import')),
  updated_at timestamptz not null
);

create table location (
  institution_id bigint not null references institution,
  location_id bigint not null,
  name text not null,
  street_address text,
  city text,
  state text,
  zip text,
  phone text,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  practice_type text,
  ehr text,
  online_booking_link text,
  opened_on date not null,
  closed_on date,
  updated_at timestamptz not null,
  primary key (institution_id, location_id)
);
create index location_id on location (location_id);

-- Rows that come without ids are known again by name, street and zip.
create table practice_key (
  natural_key text primary key,
  institution_id bigint not null,
  location_id bigint not null
);

-- A product is entitled from valid_from until the day before valid_to; an open entitlement has no valid_to.
create table entitlement (
  institution_id bigint not null references institution,
  product text not null,
  valid_from date not null,
  valid_to date,
  primary key (institution_id, product, valid_from)
);

create table contact (
  institution_id bigint not null references institution,
  contact_id bigint not null,
  name text not null,
  role text not null,
  email text not null,
  phone text,
  primary key (institution_id, contact_id)
);

create table churn_event (
  institution_id bigint primary key references institution,
  noticed_on date not null,
  effective_on date not null,
  reason text not null
);

-- Counts up with every change that a cached list must show, so that each process notices the others' changes.
create table list_version (
  list text primary key,
  version bigint not null
);

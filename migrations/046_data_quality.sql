-- By which practices of two customers are compared. Numbers that are kept free for fiction (555-01xx) and those of one digit say nothing.
create function phone_key(phone text) returns text language sql immutable as $$
  select case when regexp_replace(phone, '\D', '', 'g') ~ '\d{10}$'
    and regexp_replace(phone, '\D', '', 'g') !~ '(55501\d\d|(\d)\2{6})$' then right(regexp_replace(phone, '\D', '', 'g'), 10) end
$$;
-- A street with its usual endings in short, without the suite, and its zip code; null where one of them is missing.
create function street_key(street text, zip text) returns text language sql immutable as $$
  select nullif(trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(' ' || regexp_replace(lower(street), '[^a-z0-9]+', ' ', 'g') || ' ', ' (suite|ste|unit|apt|room|floor) [a-z0-9]+ ', ' ', 'g'),
    ' street ', ' st '), ' avenue ', ' ave '), ' road ', ' rd '), ' boulevard ', ' blvd '), ' drive ', ' dr '), ' lane ', ' ln '),
    ' highway ', ' hwy '), ' parkway ', ' pkwy '), ' north ', ' n '), ' south ', ' s '), ' east ', ' e '), ' west ', ' w ')), '')
    || '|' || nullif(left(zip, 5), '')
$$;
create index location_phone_key on location (phone_key(phone), institution_id) where closed_on is null;
create index location_street_key on location (street_key(street_address, zip), institution_id) where closed_on is null;
create index location_unplaced on location (institution_id) where closed_on is null and latitude is null;

-- The zip code in whose middle an administrator has put a location that has no coordinates and no zip code that is known.
alter table location add column placed_zip text check (placed_zip ~ '^\d{5}$');

-- What administrators did to keep customers' data right; each can be undone.
create table data_fix (
  fix_id uuid primary key,
  -- In the order in which they were made.
  position bigint generated always as identity unique,
  kind text not null check (kind in ('place', 'records_system', 'distinct', 'merge')),
  -- Whom it concerns; of a merge the one that stayed comes first.
  institution_ids bigint[] not null,
  -- As it was sent.
  told jsonb not null,
  -- In words.
  summary text not null,
  -- What undoing it brings back.
  before jsonb not null,
  made_by uuid not null references app_user,
  made_at timestamptz not null,
  undone_by uuid references app_user,
  undone_at timestamptz,
  check ((undone_by is null) = (undone_at is null))
);
create index data_fix_institutions on data_fix using gin (institution_ids) where undone_at is null;

-- What a records system is called in files, in small letters, and which one is meant.
create table records_system_name (
  said text primary key,
  system text not null,
  fix_id uuid not null
);

-- Customers that were merged into another. Files go on calling them by their ids.
create table merged_institution (
  institution_id bigint not null references institution,
  merged_id bigint not null,
  external_source text,
  external_id text,
  -- Those that came with it.
  location_ids bigint[] not null,
  primary key (institution_id, merged_id)
);
create unique index merged_institution_id on merged_institution (merged_id);
create unique index merged_institution_external on merged_institution (external_source, external_id);

-- Locations whose feed is silent, as last looked at.
create table silent_feed (
  institution_id bigint not null,
  location_id bigint not null,
  silent_since date not null,
  primary key (institution_id, location_id)
);

-- How many issues there were at the last look of each day.
create table data_quality_day (
  day date primary key,
  made_at timestamptz not null,
  counts jsonb not null
);

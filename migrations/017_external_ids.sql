-- Institutions and locations keep the ids of the system they come from, as text beside our own integers.
alter table institution
  add column external_source text,
  add column external_id text,
  add constraint institution_external_whole check ((external_source is null) = (external_id is null)),
  add constraint institution_external_length check (length(external_id) <= 64);
alter table location
  add column external_source text,
  add column external_id text,
  add constraint location_external_whole check ((external_source is null) = (external_id is null)),
  add constraint location_external_length check (length(external_id) <= 64);

-- Until now one integer was a file's id and ours: files that use it go on matching.
update institution set external_source = 'import', external_id = institution_id::text where source = 'import';
update location l set external_source = 'import', external_id = l.location_id::text
  from institution i where i.institution_id = l.institution_id and i.source = 'import';

create unique index institution_external on institution (external_source, external_id);
-- Some number their sites anew in every institution.
create unique index location_external on location (external_source, external_id, institution_id);

-- A key begins with the id of its institution, which belongs to a source now.
update practice_key set natural_key = case
    when natural_key like 'location %' then 'location import:' || substr(natural_key, 10)
    else 'import:' || natural_key end
  where natural_key not like '|%';

-- A run reads its file to a staging table first and then writes from there, piece by piece; its fence tells who carries it out.
alter table import_run
  add column external_source text not null default 'import',
  add column business_date date,
  add column writing boolean not null default false,
  add column fence integer not null default 0,
  add column error text;

-- A week is rolled up by ranges of institutions.
drop index usage_daily_day;
create index usage_daily_day on usage_daily (day, institution_id, location_id);

-- A run that a crash broke off is finished from what is staged, so these tables are logged.
drop table practice_staging, usage_staging, entitlement_staging;

create table practice_staging (
  import_id uuid not null,
  line integer not null,
  -- Rows with one key are one institution, and one place. Pieces go in the order of the first, the same everywhere.
  institution_key text collate "C" not null,
  place_key text not null,
  institution_external_id text,
  location_external_id text,
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
create index practice_staging_institution on practice_staging (import_id, institution_key);

create table usage_staging (
  import_id uuid not null,
  line integer not null,
  institution_id bigint not null,
  location_id bigint not null,
  product text not null,
  day date not null,
  value double precision not null
);
create index usage_staging_place on usage_staging (import_id, institution_id, location_id);

create table entitlement_staging (
  import_id uuid not null,
  line integer not null,
  institution_id bigint not null,
  product text not null,
  entitled boolean not null,
  valid_from date,
  valid_to date
);
create index entitlement_staging_institution on entitlement_staging (import_id, institution_id);

-- They are analysed in every import, which coarse statistics make cheap.
do $$
declare staged record;
begin
  for staged in
    select attrelid::regclass::text as name, attname as column_name from pg_attribute
    where attnum > 0 and attrelid in ('practice_staging'::regclass, 'usage_staging'::regclass, 'entitlement_staging'::regclass)
  loop
    execute format('alter table %I alter column %I set statistics 10', staged.name, staged.column_name);
  end loop;
end $$;

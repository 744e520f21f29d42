-- Calls to external directories of practices by business day, counted before each call and shared by all processes.
create table places_usage (
  day date not null,
  provider text not null check (provider in ('nppes', 'google')),
  count integer not null check (count > 0),
  primary key (day, provider)
);

-- Directory in which a prospect was found; null for a prospect from a file. Of a place in 'google', only the id may be stored.
alter table prospect add column directory text check (directory in ('local', 'nppes', 'google'));
update prospect set directory = 'local' where place_id is not null;

-- Source of a fact that a user took from a record: 'nppes'; null for a fact that the user typed.
alter table prospect_fact add column source text check (source = 'nppes');
create index prospect_fact_npi on prospect_fact (value) where field = 'npi';

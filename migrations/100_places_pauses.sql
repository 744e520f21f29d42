-- Pauses that external directories of practices requested. All processes make no calls until their end.
create table places_pause (
  provider text primary key check (provider in ('nppes', 'google')),
  until timestamptz not null
);

alter table prospect
  add column website text,
  add column ehr text,
  add column location_count integer check (location_count > 0),
  -- Time of the last import that changed the prospect.
  add column imported_at timestamptz;

alter table prospect_staging
  add column website text,
  add column ehr text,
  add column location_count integer;

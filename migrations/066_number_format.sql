-- The number format that was chosen for the files of a source, for its next file.
alter table import_mapping add column numbers text check (numbers in ('decimal-point', 'decimal-comma'));
-- The number that a check found to be readable in two ways, with both readings.
alter table import_upload add column question jsonb;

-- Whether rows of a usage file for the same location, product and day are added up. A run that is broken off is finished alike.
alter table import_run add column adds_repeats boolean not null default false;

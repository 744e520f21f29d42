-- Whether products that a customer uses, and of which nothing is known, count as products that it may use.
alter table import_run add column entitles boolean not null default false;

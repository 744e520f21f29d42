-- A date that no file says is null. What hangs on a date is derived from it, so that a corrected date moves all of it.
alter table institution alter column created_on drop not null;
alter table institution alter column go_live_on drop not null;
alter table location alter column opened_on drop not null;

-- The day of the import that brought it, where it came without a date after its source's first practices: it is new. What came with
-- the first practices without a date is old, since nobody knows when.
alter table institution add column first_seen_on date;
alter table location add column first_seen_on date;
-- A location id that comes with another institution has moved: the location is closed in the old one from that day.
alter table location add column moved_in_on date;
alter table location add column moved_out_on date;

-- Until here a missing created date was the day of the first import, a missing go-live the created date, and a location opened with
-- its institution as that stood then.
update institution set go_live_on = null where source = 'import' and go_live_on = created_on;
update location l set opened_on = null from institution i where i.institution_id = l.institution_id and i.source = 'import';
-- A plain yes began with the institution as that stood then; it holds from the beginning, whenever that was.
update entitlement e set valid_from = '-infinity' from institution i
  where i.institution_id = e.institution_id and i.source = 'import' and e.valid_from = i.created_on;
update institution i set created_on = null
  from (
    select external_source, min(coalesce(business_date, started_at::date)) as day
    from import_run where kind = 'practices' and state = 'succeeded' group by external_source
  ) first_import
  where i.source = 'import' and i.created_on = first_import.day
    and coalesce(i.external_source, first_import.external_source) = first_import.external_source;

-- The first day that it counts, null when it always did; and its go-live, null when that lies further back than anybody knows.
alter table institution add column begins_on date generated always as (coalesce(created_on, go_live_on, first_seen_on)) stored;
alter table institution add column live_on date generated always as (coalesce(go_live_on, created_on, first_seen_on)) stored;
-- The first day that it belongs to its institution, null when it always did.
alter table location add column begins_on date generated always as (greatest(coalesce(opened_on, first_seen_on), moved_in_on)) stored;

alter table practice_staging
  add column opened_on date,
  -- The location that is closed by this row: the id had it in another institution.
  add column moved_from_institution bigint,
  add column moved_from_location bigint;

-- A run that was broken off goes on with the report it has.
update import_run set report = report || '{"undated": 0, "newcomers": 0, "moved": 0, "notes": []}' where state = 'running' and report is not null;

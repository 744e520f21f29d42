-- A customer can also come from a won prospect.
alter table institution
  drop constraint institution_source_check,
  add constraint institution_source_check check (source in ('demo', 'import', 'prospect'));

-- Prospects that became customers. Undoing a conversion deletes its row; the history of the prospect keeps both events.
create table prospect_conversion (
  institution_id bigint not null references institution,
  conversion_id uuid not null,
  prospect_id bigint not null references prospect (prospect_id),
  -- True when the conversion created the customer, false when it linked an existing one.
  is_new boolean not null,
  request jsonb not null,
  -- Stage of the prospect before the conversion, which an undo restores.
  before jsonb not null,
  -- Rows that the conversion created, which an undo removes.
  created jsonb not null,
  converted_by uuid not null,
  converted_at timestamptz not null,
  primary key (institution_id, conversion_id)
);
create index prospect_conversion_prospect on prospect_conversion (prospect_id);

create trigger prospect_conversion_added after insert on prospect_conversion
  referencing new table as new_rows for each statement execute function count_prospect_change();
create trigger prospect_conversion_changed after update on prospect_conversion
  referencing old table as old_rows new table as new_rows for each statement execute function count_prospect_change();
create trigger prospect_conversion_removed after delete on prospect_conversion
  referencing old table as old_rows for each statement execute function count_prospect_change();

-- Candidates for the same practice are searched among the open locations with the same ZIP code or phone number.
create index location_zip on location (left(zip, 5)) where closed_on is null;
create index location_phone_digits on location (right(regexp_replace(phone, '\D', '', 'g'), 10)) where closed_on is null;

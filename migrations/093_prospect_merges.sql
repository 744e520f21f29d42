-- Merges of two prospects. The merged prospect keeps its row, so that an import or a search that knows its id changes this row and adds no second one.
create table prospect_merge (
  merge_id uuid primary key,
  position bigint generated always as identity,
  -- Merged prospect, which lists leave out until the merge is undone.
  prospect_id bigint not null references prospect (prospect_id),
  -- Prospect into which it was merged.
  kept_id bigint not null references prospect (prospect_id),
  -- Prospect that stands for it today. It differs from kept_id after a later merge of that prospect.
  merged_into bigint not null references prospect (prospect_id),
  merged_by uuid not null,
  merged_at timestamptz not null,
  request jsonb not null,
  undo_data jsonb not null,
  -- Values that the remaining prospect takes from the merged one.
  latitude double precision,
  longitude double precision,
  rating double precision,
  total_ratings integer,
  opening_hours jsonb,
  undone_by uuid,
  undone_at timestamptz,
  check (prospect_id <> kept_id),
  check ((undone_by is null) = (undone_at is null))
);
create unique index prospect_merge_active on prospect_merge (prospect_id) where undone_at is null;
create index prospect_merge_into on prospect_merge (merged_into) where undone_at is null;
create index prospect_merge_kept on prospect_merge (kept_id) where undone_at is null;

create trigger prospect_merge_added after insert on prospect_merge
  referencing new table as new_rows for each statement execute function count_prospect_change();
create trigger prospect_merge_changed after update on prospect_merge
  referencing old table as old_rows new table as new_rows for each statement execute function count_prospect_change();
create trigger prospect_merge_removed after delete on prospect_merge
  referencing old table as old_rows for each statement execute function count_prospect_change();

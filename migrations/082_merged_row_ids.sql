-- Ids by which files name contracts and contacts of a customer that was merged into another. Two customers can use one id for two rows.
create table merged_row_id (
  institution_id bigint not null references institution,
  -- The customer that files name.
  merged_id bigint not null,
  table_name text not null check (table_name in ('contract', 'contact')),
  external_source text not null,
  external_id text not null,
  -- The id of the row since the merge.
  stored_id text not null,
  primary key (institution_id, merged_id, table_name, external_source, external_id)
);

-- The customer that the row names: the institution itself, or one that was merged into it.
alter table contract_staging add column named_id bigint;
update contract_staging set named_id = institution_id;
alter table contract_staging alter column named_id set not null;
alter table contact_staging add column named_id bigint;
update contact_staging set named_id = institution_id;
alter table contact_staging alter column named_id set not null;

-- Contracts of merges of before. Later merges have the rows of earlier ones, which keep the customer that they came from.
insert into merged_row_id (institution_id, merged_id, table_name, external_source, external_id, stored_id)
select m.institution_id, m.merged_id, 'contract', c.external_source,
  case when right(c.contract_id, length(suffix)) = suffix then left(c.contract_id, -length(suffix)) else c.contract_id end, c.contract_id
from (
  select distinct on (i.institution_id, key.external_source, key.contract_id) i.institution_id, i.merged_id, key.external_source, key.contract_id
  from merged_institution i
  join data_fix f on f.kind = 'merge' and f.undone_at is null and (f.before ->> 'otherId')::bigint = i.merged_id
  cross join jsonb_to_recordset(f.before -> 'moved') as moved ("table" text, keys jsonb)
  cross join jsonb_to_recordset(moved.keys) as key (external_source text, contract_id text)
  where moved."table" = 'contract'
  order by i.institution_id, key.external_source, key.contract_id, f.position
) m
join contract c using (institution_id, external_source, contract_id)
cross join lateral (select ' (' || m.merged_id || ')' as suffix) s;

-- Highest id that was ever given to an imported or converted institution, and to its location, so that no id is given twice after a removal.
create table assigned_id (
  kind text primary key check (kind in ('institution', 'location')),
  last_id bigint not null
);
insert into assigned_id (kind, last_id)
select kind, last_id
from (
  select 'institution' as kind, greatest((select max(institution_id) from institution), (select max(merged_id) from merged_institution)) as last_id
  union all
  select 'location', (select max(location_id) from location)
) given
where last_id >= 1000000000;

-- Contracts with the term that counts: a last day on which the next contract of the same product begins is the next one's.
create view contract_term as
select c.institution_id, c.external_source, c.contract_id, c.product, c.starts_on,
  case when n.starts_on is null then c.ends_on else n.starts_on end as ends_on, c.monthly_cents
from contract c
left join (select distinct institution_id, coalesce(product, '') as product, starts_on from contract) n
  on n.institution_id = c.institution_id and n.product = coalesce(c.product, '') and n.starts_on = c.ends_on - 1 and n.starts_on > c.starts_on;

-- A person back on the team's hours keeps the version, so that an old one is never current again.
alter table person_hours alter column week drop not null;

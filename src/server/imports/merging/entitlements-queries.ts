import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { recordDeletedRowsSql, recordWrittenRowsSql } from './changes-sql.ts';
import type { MergeCounts, StagedImportRun } from './merge.ts';
import { mergeInInstitutionBatches } from './merge-pieces-sql.ts';

/**
 * Writes staged rows as entitlement periods, in batches of institutions. A period ends where the
 * next period of the product begins. A "yes" without dates begins today, or at '-infinity' when the
 * product had no entitlement. A "no" without dates ends the current period today.
 */
export async function mergeEntitlements(merge: StagedImportRun): Promise<void> {
  await mergeInInstitutionBatches('entitlement_staging', merge, mergePeriods);
}

/**
 * Merges a batch of staged rows. The SQL step `aimed` finds the first day of each row's period. A
 * "no" without a current period has no first day and is ignored. A first day in the file replaces a
 * stored '-infinity', which means that the first day is unknown. The step `target` contains all
 * resulting periods of the products in the batch.
 */
async function mergePeriods(
  transaction: Queries,
  piece: ReturnType<typeof sql>,
  { importId, today, writes }: StagedImportRun,
): Promise<MergeCounts> {
  const written = sql`, merged as (
      delete from entitlement_staging where ${piece}
    ), ended as (
      delete from entitlement e using touched
      where e.institution_id = touched.institution_id and e.product = touched.product
        and not exists (
          select from target t where t.institution_id = e.institution_id and t.product = e.product and t.valid_from = e.valid_from
        )
      returning e.*
    ), kept_ended as (${recordDeletedRowsSql(importId, 'entitlement', 'ended')}
    ), written as (
      insert into entitlement (institution_id, product, valid_from, valid_to)
      select institution_id, product, valid_from, valid_to from target
      on conflict (institution_id, product, valid_from) do update set valid_to = excluded.valid_to
      where entitlement.valid_to is distinct from excluded.valid_to
      returning *
    ), kept_written as (${recordWrittenRowsSql(importId, 'entitlement', 'written')}
    )`;
  const { rows } = await sql<MergeCounts>`
    with placed as (
      select s.line, s.institution_id, s.product, s.entitled, s.valid_to, s.valid_from as said_from,
             coalesce(s.valid_from, ${today}::date) as on_day, running.valid_from as running_from,
             exists (select from entitlement e where e.institution_id = s.institution_id and e.product = s.product) as known
      from (select * from entitlement_staging where ${piece}) s
      left join lateral (
        select e.valid_from from entitlement e
        where e.institution_id = s.institution_id and e.product = s.product
          and e.valid_from <= coalesce(s.valid_from, ${today}::date) and (e.valid_to is null or e.valid_to > coalesce(s.valid_from, ${today}::date))
        order by e.valid_from desc limit 1
      ) running on true
    ), aimed as (
      select line, institution_id, product,
             case when not entitled then running_from
                  else coalesce(said_from, running_from, case when known then ${today}::date else '-infinity' end) end as valid_from,
             case when entitled then valid_to else on_day end as valid_to
      from placed
    ), incoming as materialized (
      select *, row_number() over in_file as nth, first_value(valid_to) over in_file as last_valid_to
      from aimed
      window in_file as (partition by institution_id, product, valid_from order by line desc)
    ), touched as materialized (
      select distinct institution_id, product from incoming where valid_from is not null
    ), together as (
      select institution_id, product, valid_from, valid_to from incoming where nth = 1 and valid_from is not null
      union all
      select e.institution_id, e.product, e.valid_from, e.valid_to
      from entitlement e join touched using (institution_id, product)
      where not exists (
        select from incoming n
        where n.institution_id = e.institution_id and n.product = e.product
          and (n.valid_from = e.valid_from or e.valid_from = '-infinity' and n.valid_from < coalesce(e.valid_to, 'infinity'))
      )
    ), target as materialized (
      select institution_id, product, valid_from,
             least(valid_to, lead(valid_from) over (partition by institution_id, product order by valid_from)) as valid_to
      from together
      where valid_to is null or valid_to > valid_from
    ), outcome as (
      select case
               when n.valid_from is null then 'unchanged'
               when n.nth > 1 then case when n.valid_to is not distinct from n.last_valid_to then 'unchanged' else 'superseded' end
               when e.valid_from is null and t.valid_from is null then 'unchanged'
               when e.valid_from is null then 'added'
               when t.valid_from is null or e.valid_to is distinct from t.valid_to then 'changed'
               else 'unchanged'
             end as outcome
      from incoming n
      left join entitlement e on e.institution_id = n.institution_id and e.product = n.product and e.valid_from = n.valid_from
      left join target t on t.institution_id = n.institution_id and t.product = n.product and t.valid_from = n.valid_from
    )${writes ? written : sql``}
    select count(*) filter (where outcome = 'added') as added, count(*) filter (where outcome = 'changed') as changed,
           count(*) filter (where outcome = 'unchanged') as unchanged, count(*) filter (where outcome = 'superseded') as superseded
    from outcome`.execute(transaction);
  return rows[0] ?? { added: 0, changed: 0, unchanged: 0, superseded: 0 };
}

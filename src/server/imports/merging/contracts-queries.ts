import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { recordWrittenRowsSql } from './changes-sql.ts';
import type { MergeCounts, StagedImportRun } from './merge.ts';
import {
  countRowsByOutcomeSql,
  emptyMergeCounts,
  mergeInInstitutionBatches,
} from './merge-pieces-sql.ts';

/** Writes staged rows as contracts. A row with a known contract id replaces that contract. */
export const mergeContracts = (merge: StagedImportRun): Promise<void> =>
  mergeInInstitutionBatches('contract_staging', merge, mergePiece);

async function mergePiece(
  transaction: Queries,
  piece: RawBuilder<unknown>,
  { importId, externalSource, writes, takes }: StagedImportRun,
): Promise<MergeCounts> {
  const written = sql`, merged as (
      delete from contract_staging where ${piece}
    ), written as (
      insert into contract (institution_id, external_source, contract_id, product, starts_on, ends_on, monthly_cents)
      select institution_id, ${externalSource}, contract_id, product, starts_on, ends_on, monthly_cents
      from incoming where nth = 1 and is_taken
      on conflict (institution_id, external_source, contract_id) do update
      set product = excluded.product, starts_on = excluded.starts_on, ends_on = excluded.ends_on, monthly_cents = excluded.monthly_cents
      where (contract.product, contract.starts_on, contract.ends_on, contract.monthly_cents)
        is distinct from (excluded.product, excluded.starts_on, excluded.ends_on, excluded.monthly_cents)
      returning *
    ), kept as (${recordWrittenRowsSql(importId, 'contract', 'written')}
    )`;
  const { rows } = await sql<MergeCounts>`
    with incoming as materialized (
      select *, row_number() over (partition by institution_id, contract_id order by line desc) as nth,
             case when exists (
               select from contract c
               where c.institution_id = s.institution_id and c.external_source = ${externalSource} and c.contract_id = s.contract_id
             ) then ${takes.known}::boolean else ${takes.new}::boolean end as is_taken
      from contract_staging s where ${piece}
    ), outcome as (
      select case
               when n.nth > 1 then 'superseded'
               when not n.is_taken then 'skipped'
               when c.institution_id is null then 'added'
               when (c.product, c.starts_on, c.ends_on, c.monthly_cents) is distinct from (n.product, n.starts_on, n.ends_on, n.monthly_cents) then 'changed'
               else 'unchanged'
             end as outcome
      from incoming n
      left join contract c on c.institution_id = n.institution_id and c.external_source = ${externalSource} and c.contract_id = n.contract_id
    )${writes ? written : sql``}
    ${countRowsByOutcomeSql}`.execute(transaction);
  return rows[0] ?? emptyMergeCounts;
}

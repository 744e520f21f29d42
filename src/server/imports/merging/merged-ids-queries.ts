import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { StagedImportRun } from './merge.ts';
import { sameContractConditionSql, samePersonConditionSql } from './same-record-sql.ts';

type Sql = RawBuilder<unknown>;

interface NumberedTable {
  name: 'contract' | 'contact';
  staging: 'contract_staging' | 'contact_staging';
  /** Column of the record's id as given in the file. Both tables have this column. */
  id: 'contract_id' | 'external_id';
  /** Returns the SQL condition that two rows with the same id are the same record. */
  isSame(one: string, other: string): string;
}

const numberedTables: Record<'contracts' | 'contacts', NumberedTable> = {
  contracts: {
    name: 'contract',
    staging: 'contract_staging',
    id: 'contract_id',
    isSame: sameContractConditionSql,
  },
  contacts: {
    name: 'contact',
    staging: 'contact_staging',
    id: 'external_id',
    isSame: samePersonConditionSql,
  },
};

/**
 * Changes the record ids of staged rows as merges of customers changed the stored ids.
 * - A record id that a merge changed is replaced by the stored id.
 * - Another record id stays, unless a different record of the remaining customer has the same id.
 * - For such a conflict, the id of the customer named in the file is appended to the record id.
 *
 * If `records` is `true`, also saves the changed ids of new rows, so that later files get the same
 * ids.
 */
export async function applyMergedRowIdsToStaged(
  transaction: Queries,
  {
    importId,
    externalSource,
    kind,
  }: Pick<StagedImportRun, 'importId' | 'externalSource'> & { kind: keyof typeof numberedTables },
  { records }: { records: boolean },
): Promise<void> {
  const found = await sql`select from merged_institution limit 1`.execute(transaction);
  if (found.rows.length === 0) return;
  const { name, staging, id: idColumn, isSame } = numberedTables[kind];
  const [id, staged] = [sql.ref(idColumn), sql.table(staging)];
  const isOfFile = (alias: Sql) =>
    sql`${alias}.import_id = s.import_id and ${alias}.institution_id = s.institution_id and ${alias}.${id} = s.${id}`;
  const isKnown = (alias: Sql) =>
    sql`${alias}.institution_id = s.institution_id and ${alias}.table_name = ${name} and ${alias}.external_source = ${externalSource}`;
  const recorded = sql`recorded as (
      insert into merged_row_id (institution_id, merged_id, table_name, external_source, external_id, stored_id)
      select distinct institution_id, named_id, ${name}, ${externalSource}, id, resolved from resolved
      where named_id <> institution_id and stored_id is null and not is_same
      on conflict do nothing
    ), `;
  await sql`
    with named as materialized (
      select s.ctid as place, s.institution_id, s.named_id, s.${id} as id, a.stored_id, k.institution_id is not null as is_stored,
        bool_or(k.institution_id is not null and coalesce(${sql.raw(isSame('s', 'k'))}, false) or s.named_id <> s.institution_id and exists (
          select from ${staged} own where ${isOfFile(sql`own`)} and own.named_id = own.institution_id and ${sql.raw(isSame('s', 'own'))}
        )) over (partition by s.institution_id, s.named_id, s.${id}) as is_same,
        exists (select from merged_row_id other where ${isKnown(sql`other`)} and other.stored_id = s.${id} and other.merged_id <> s.named_id) as is_of_other,
        exists (
          select from ${staged} own
          where ${isOfFile(sql`own`)} and own.named_id <> s.named_id and (own.named_id = own.institution_id or own.named_id < s.named_id)
        ) as is_taken
      from ${staged} s
      left join merged_row_id a on ${isKnown(sql`a`)} and a.merged_id = s.named_id and a.external_id = s.${id}
      left join ${sql.table(name)} k on k.institution_id = s.institution_id and k.external_source = ${externalSource} and k.${id} = s.${id}
      where s.import_id = ${importId}::uuid and s.${id} is not null and s.institution_id in (select institution_id from merged_institution)
    ), resolved as (
      select *, case
                  when stored_id is not null then stored_id
                  when not is_same and case when named_id = institution_id then is_stored and is_of_other else is_stored or is_taken end
                    then id || ' (' || named_id || ')'
                  else id
                end as resolved
      from named
    ), ${records ? recorded : sql``}changed as (
      update ${staged} s set ${id} = r.resolved from resolved r where s.ctid = r.place and s.${id} <> r.resolved
    )
    select from resolved limit 0`.execute(transaction);
}

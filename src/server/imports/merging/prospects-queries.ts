import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { recordWrittenRowsSql } from './changes-sql.ts';
import type { MergeCounts, StagedImportRun } from './merge.ts';
import {
  addOutcomeStepsSql,
  countRowsByOutcomeSql,
  emptyMergeCounts,
  mergeInExternalIdBatches,
} from './merge-pieces-sql.ts';

/** Writes staged rows as prospects. A blank cell keeps the known value. */
export const mergeProspects = (merge: StagedImportRun): Promise<void> =>
  mergeInExternalIdBatches('prospect_staging', merge, mergePiece);

async function mergePiece(
  transaction: Queries,
  piece: RawBuilder<unknown>,
  { importId, externalSource, now, writes, takes }: StagedImportRun,
): Promise<MergeCounts> {
  const written = sql`, merged as (
      delete from prospect_staging where ${piece}
    ), written as (
      insert into prospect (source, external_id, name, address, business_type, phone, latitude, longitude, website, ehr, location_count, created_at, imported_at)
      select ${externalSource}, external_id, name, address, business_type, phone, latitude, longitude, website, ehr, location_count, ${now}::timestamptz, ${now}::timestamptz
      from aimed where outcome in ('added', 'changed')
      on conflict (source, external_id) do update
      set name = excluded.name, address = excluded.address, business_type = excluded.business_type, phone = excluded.phone,
          latitude = excluded.latitude, longitude = excluded.longitude, website = excluded.website, ehr = excluded.ehr,
          location_count = excluded.location_count, imported_at = excluded.imported_at
      returning *
    ), kept as (${recordWrittenRowsSql(importId, 'prospect', 'written')}
    )`;
  const { rows } = await sql<MergeCounts>`
    with incoming as materialized (
      select s.external_id, s.name, coalesce(s.address, p.address, '') as address,
             coalesce(s.business_type, p.business_type, '') as business_type, coalesce(s.phone, p.phone) as phone,
             coalesce(s.latitude, p.latitude) as latitude, coalesce(s.longitude, p.longitude) as longitude,
             coalesce(s.website, p.website) as website, coalesce(s.ehr, p.ehr) as ehr, coalesce(s.location_count, p.location_count) as location_count,
             (p.name, p.address, p.business_type, p.phone, p.latitude, p.longitude, p.website, p.ehr, p.location_count) as known, p.prospect_id is not null as is_known,
             row_number() over (partition by s.external_id order by s.line desc) as nth
      from (select * from prospect_staging where ${piece}) s
      left join lateral (select * from prospect where source = ${externalSource} and external_id = s.external_id offset 0) p on true
    ), ${addOutcomeStepsSql(takes, sql`name, address, business_type, phone, latitude, longitude, website, ehr, location_count`)}${writes ? written : sql``}
    ${countRowsByOutcomeSql}`.execute(transaction);
  return rows[0] ?? emptyMergeCounts;
}

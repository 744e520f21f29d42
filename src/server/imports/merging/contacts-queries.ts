import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { keepWritten } from '../undo/changes-sql.ts';
import type { Merge, MergeCounts } from './merge.ts';
import { aimedAndOutcome, mergeByInstitution, nothingMerged, outcomeCounts } from './merge-pieces-sql.ts';

/** Turns the staged rows into contacts. A blank cell leaves what is known. */
export const mergeContacts = (merge: Merge): Promise<void> => mergeByInstitution('contact_staging', merge, mergePiece);

async function mergePiece(
  transaction: Queries,
  piece: RawBuilder<unknown>,
  { importId, externalSource, writes, takes }: Merge,
): Promise<MergeCounts> {
  const written = sql`, merged as (
      delete from contact_staging where ${piece}
    ), written as (
      insert into contact (institution_id, external_source, external_id, name, role, email, phone)
      select institution_id, ${externalSource}, external_id, name, role, email, phone from aimed where outcome in ('added', 'changed')
      on conflict (institution_id, external_source, external_id) do update
      set name = excluded.name, role = excluded.role, email = excluded.email, phone = excluded.phone
      returning *
    ), kept as (${keepWritten(importId, 'contact', 'written')}
    )`;
  const { rows } = await sql<MergeCounts>`
    with incoming as materialized (
      select s.institution_id, s.external_id, s.name, coalesce(s.role, c.role) as role, coalesce(s.email, c.email) as email,
             coalesce(s.phone, c.phone) as phone, (c.name, c.role, c.email, c.phone) as known, c.contact_id is not null as is_known,
             row_number() over (partition by s.institution_id, s.external_id order by s.line desc) as nth
      from (select * from contact_staging where ${piece}) s
      left join lateral (
        select * from contact where institution_id = s.institution_id and external_source = ${externalSource} and external_id = s.external_id
        offset 0
      ) c on true
    ), ${aimedAndOutcome(takes, sql`name, role, email, phone`)}${writes ? written : sql``}
    ${outcomeCounts}`.execute(transaction);
  return rows[0] ?? nothingMerged;
}

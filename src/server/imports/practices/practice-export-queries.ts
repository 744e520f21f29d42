import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { type PracticeFieldKey, practiceFields } from '../reading/practice-fields.ts';
import type { StagedValue } from '../reading/staging-tables.ts';

const rowsPerPage = 1_000;

/**
 * Row of `npm run export -- practices`: internal ids and all fields that an import of practices
 * reads.
 */
export interface ExportedPractice extends Record<PracticeFieldKey, StagedValue> {
  chairsideInstitutionId: number;
  chairsideLocationId: number;
  externalSource: string | null;
  institutionId: string | null;
  locationId: string | null;
}

const fields = sql.join(
  practiceFields.map(
    ({ of, column, key }) =>
      sql`${sql.ref(`${of === 'institution' ? 'i' : 'l'}.${column}`)} as ${sql.ref(key)}`,
  ),
);

/** Yields all locations, including closed locations, by internal id. Reads one page at a time. */
export async function* readPracticesForExport(database: Queries): AsyncGenerator<ExportedPractice> {
  let last = { chairsideInstitutionId: 0, chairsideLocationId: 0 };
  for (;;) {
    const { rows } = await sql<ExportedPractice>`
      select i.institution_id as "chairsideInstitutionId", l.location_id as "chairsideLocationId",
             coalesce(l.external_source, i.external_source) as "externalSource", i.external_id as "institutionId", l.external_id as "locationId",
             ${fields}
      from location l join institution i using (institution_id)
      where (l.institution_id, l.location_id) > (${last.chairsideInstitutionId}, ${last.chairsideLocationId})
      order by l.institution_id, l.location_id limit ${rowsPerPage}`.execute(database);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < rowsPerPage) return;
    last = end;
  }
}

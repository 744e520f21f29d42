import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { inPieces, type Transact } from '#server/core/db/pieces.ts';

/** The institutions with ids above `after`, up to and including `last`. */
export interface InstitutionRange {
  after: number;
  last: number;
}

export const within = ({ after, last }: InstitutionRange, column: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${last}`;

/** A week of an institution costs about as much as so many rows of a file. */
const rowsOfInstitution = 4;

/** Does work for all institutions, some of them in each piece. */
export const byInstitutions = (
  transact: Transact,
  work: (transaction: Queries, range: InstitutionRange) => Promise<void>,
  pieceMs?: number,
): Promise<void> =>
  inPieces(
    transact,
    0,
    async (transaction, after, rows) => {
      const last = await institutionAfter(transaction, after, Math.ceil(rows / rowsOfInstitution));
      await work(transaction, { after, last: last ?? Number.MAX_SAFE_INTEGER });
      return last;
    },
    pieceMs,
  );

/** The institution that comes some places after an id; undefined when fewer follow. */
async function institutionAfter(database: Queries, id: number, places: number): Promise<number | undefined> {
  const found = await database
    .selectFrom('institution')
    .select('institution_id')
    .where('institution_id', '>', id)
    .orderBy('institution_id')
    .offset(places - 1)
    .limit(1)
    .executeTakeFirst();
  return found?.institution_id;
}

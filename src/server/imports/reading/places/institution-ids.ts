import { readChairsideId, readExternalId } from '../cells/cells.ts';
import type { FileColumnName } from '../header/columns.ts';
import type { RowReader } from '../row-reader.ts';
import type { InstitutionReference, PlaceLookup } from './known-places.ts';
import type { ResolvedInstitution } from './known-places-queries.ts';

type Row =
  | RowReader<FileColumnName<'entitlements'>>
  | RowReader<FileColumnName<'churn'>>
  | RowReader<FileColumnName<'contracts'>>
  | RowReader<FileColumnName<'contacts'>>;

/**
 * Returns Chairside's internal institution id when the row has one; otherwise the id of the file's
 * system.
 */
export function readInstitutionId(row: Row): InstitutionReference {
  const ours = row.read('chairsideInstitutionId', readChairsideId);
  if (ours !== null) return { system: 'ours', institution: ours };
  const institution = row.read('institutionId', readExternalId);
  if (institution === null && row.problems.length === 0)
    row.note('problems', 'institutionId', 'is empty');
  return { system: 'external', institution };
}

/**
 * Returns the institution of each row without a problem. An unknown institution becomes a problem
 * of its row.
 */
export async function findInstitutionsOfRows<Each extends Row>(
  read: readonly { row: Each; id: InstitutionReference }[],
  places: PlaceLookup,
): Promise<Map<Each, ResolvedInstitution>> {
  const usable = read.filter(({ row }) => row.problems.length === 0);
  const institutions = await places.institutions(usable.map(({ id }) => id));
  const found = new Map<Each, ResolvedInstitution>();
  for (const [index, { row, id }] of usable.entries()) {
    const institution = institutions[index];
    if (institution === undefined) continue;
    if ('namedId' in institution) found.set(row, institution);
    else
      row.note(
        'problems',
        id.system === 'ours' ? 'chairsideInstitutionId' : 'institutionId',
        institution.reason,
      );
  }
  return found;
}

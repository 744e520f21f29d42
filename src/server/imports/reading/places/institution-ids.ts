import { externalId, ownId } from '../cells/cells.ts';
import type { Column } from '../header/columns.ts';
import type { RowReader } from '../row-reader.ts';
import type { InstitutionId, Places } from './known-places.ts';
import type { NamedInstitution } from './known-places-queries.ts';

type Row =
  | RowReader<Column<'entitlements'>>
  | RowReader<Column<'churn'>>
  | RowReader<Column<'contracts'>>
  | RowReader<Column<'contacts'>>;

/**
 * Returns Chairside's internal institution id when the row has one; otherwise the id of the file's
 * system.
 */
export function institutionId(row: Row): InstitutionId {
  const ours = row.read('chairsideInstitutionId', ownId);
  if (ours !== null) return { system: 'ours', institution: ours };
  const institution = row.read('institutionId', externalId);
  if (institution === null && row.problems.length === 0)
    row.note('problems', 'institutionId', 'is empty');
  return { system: 'external', institution };
}

/**
 * Returns the institution of each row without a problem. An unknown institution becomes a problem
 * of its row.
 */
export async function institutionsOf<Each extends Row>(
  read: readonly { row: Each; id: InstitutionId }[],
  places: Places,
): Promise<Map<Each, NamedInstitution>> {
  const usable = read.filter(({ row }) => row.problems.length === 0);
  const institutions = await places.institutions(usable.map(({ id }) => id));
  const found = new Map<Each, NamedInstitution>();
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

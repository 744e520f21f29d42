import { type CellReadResult, readExternalId } from '../cells/cells.ts';
import { readEmails } from '../cells/contact-cells.ts';
import type { FileColumnName } from '../header/columns.ts';
import { findInstitutionsOfRows, readInstitutionId } from '../places/institution-ids.ts';
import type { FileReadingContext, StagedReadRow } from '../read-row.ts';
import type { RowReader } from '../row-reader.ts';
import type { StagedValue } from '../staging-tables.ts';

type Row = RowReader<FileColumnName<'contacts'>>;

export const contactStagingColumns = [
  'import_id',
  'line',
  'institution_id',
  'named_id',
  'external_id',
  'name',
  'role',
  'email',
  'phone',
] as const;

/** Converts the rows of a contacts file to staged rows. */
export async function convertContactRows(
  rows: readonly Row[],
  { places }: FileReadingContext,
): Promise<StagedReadRow[]> {
  const read = rows.map((row) => ({ row, id: readInstitutionId(row), person: person(row) }));
  const institutionOf = await findInstitutionsOfRows(read, places);
  const stored = await places.recordIds('contact');
  return read.map(({ row, person: { id, facts } }) => {
    const institution = institutionOf.get(row);
    if (institution === undefined) return { row, staged: [] };
    const known =
      id === null
        ? null
        : stored.spelled(
            { row, column: 'contactId', records: 'contacts' },
            institution.institutionId,
            id,
          );
    return { row, staged: [[institution.institutionId, institution.namedId, known, ...facts]] };
  });
}

/** Returns the id, name, role, email address and phone number of a row. */
function person(row: Row): { id: string | null; facts: StagedValue[] } {
  const parts = [row.text('firstName'), row.text('lastName')].filter((part) => part !== null);
  const name = row.text('contactName') ?? (parts.length === 0 ? null : parts.join(' '));
  if (name === null && row.problems.length === 0)
    row.note(
      'problems',
      row.has('contactName') ? 'contactName' : row.has('lastName') ? 'lastName' : 'firstName',
      'is empty',
    );
  return {
    id: row.read('contactId', readExternalId),
    facts: [name, row.text('role'), emailAddress(row), row.phone('phone')],
  };
}

function emailAddress(row: Row): string | null {
  const [first = null, ...others] = row.readOrLeaveOut('email', readEmailCell) ?? [];
  if (others.length > 0)
    row.remark(
      'email',
      `has more than one address: the first is used, ${others.join(', ')} is left out`,
    );
  return first;
}

function readEmailCell(cell: string): CellReadResult<string[]> {
  const addresses = readEmails(cell);
  return addresses === null ? { reason: 'is not an email address' } : { value: addresses };
}

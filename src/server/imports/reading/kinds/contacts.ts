import { emailKey, idKey, nameKey } from '#shared/core/text.ts';
import { type Cell, externalId, text } from '../cells.ts';
import { institutionId, institutionsOf } from '../institution-ids.ts';
import type { FileReading, ReadRow, StagedValue } from '../reading.ts';
import type { RowReader } from '../row-reader.ts';

type Row = RowReader<'contacts'>;

export const contactStagingColumns = ['import_id', 'line', 'institution_id', 'external_id', 'name', 'role', 'email', 'phone'] as const;

/** Rows of a contacts file as they are staged. */
export async function readContacts(rows: readonly Row[], { places }: FileReading): Promise<ReadRow[]> {
  const read = rows.map((row) => ({ row, id: institutionId(row), person: person(row) }));
  const institutionOf = await institutionsOf(read, places);
  return read.map(({ row, person }) => {
    const institution = institutionOf.get(row);
    return { row, staged: institution === undefined ? [] : [[institution, ...person]] };
  });
}

/** A person is known again by the id, else by the e-mail address, else by the name. */
function person(row: Row): StagedValue[] {
  const parts = [row.text('firstName'), row.text('lastName')].filter((part) => part !== null);
  const name = row.text('contactName') ?? (parts.length === 0 ? null : parts.join(' '));
  if (name === null && row.problems.length === 0)
    row.note('problems', row.has('contactName') ? 'contactName' : row.has('lastName') ? 'lastName' : 'firstName', 'is empty');
  const email = row.readOrLeaveOut('email', emailAddress);
  const known = row.read('contactId', externalId) ?? (email === null ? nameKey(name ?? '') : emailKey(email));
  return [known, name, row.text('role'), email, row.phone('phone')];
}

function emailAddress(cell: string): Cell<string | null> {
  const line = text(cell);
  if (line === null) return { value: null };
  const written = idKey(line).replace(/^mailto:/i, '');
  return written.length <= 254 && /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/.test(written)
    ? { value: written }
    : { reason: 'is not an e-mail address' };
}

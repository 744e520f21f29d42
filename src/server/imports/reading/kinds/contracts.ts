import { addDays } from '#shared/core/dates.ts';
import { readExternalId, readText } from '../cells/cells.ts';
import type { FileColumnName } from '../header/columns.ts';
import { findProduct } from '../header/known-headers.ts';
import { findInstitutionsOfRows, readInstitutionId } from '../places/institution-ids.ts';
import type { FileReadingContext, StagedReadRow } from '../read-row.ts';
import type { RowReader } from '../row-reader.ts';
import type { StagedValue } from '../staging-tables.ts';

export const contractStagingColumns = [
  'import_id',
  'line',
  'institution_id',
  'named_id',
  'contract_id',
  'product',
  'starts_on',
  'ends_on',
  'monthly_cents',
] as const;

/** Converts the rows of a contracts file to staged rows. */
export async function convertContractRows(
  rows: readonly RowReader<FileColumnName<'contracts'>>[],
  { places }: FileReadingContext,
): Promise<StagedReadRow[]> {
  const read = rows.map((row) => ({ row, id: readInstitutionId(row), terms: terms(row) }));
  const institutionOf = await findInstitutionsOfRows(read, places);
  const stored = await places.recordIds('contract');
  return read.map(({ row, terms: { id, facts } }) => {
    const institution = institutionOf.get(row);
    if (institution === undefined) return { row, staged: [] };
    const known = stored.spelled(
      { row, column: 'contractId', records: 'contracts' },
      institution.institutionId,
      id,
    );
    return { row, staged: [[institution.institutionId, institution.namedId, known, ...facts]] };
  });
}

/**
 * Returns the terms of a row. The contract includes the last day in the file, so its stored end is
 * the next day.
 */
function terms(row: RowReader<FileColumnName<'contracts'>>): { id: string; facts: StagedValue[] } {
  const written = readText(row.written('product'));
  const product = written === null ? null : findProduct(written);
  if (product === undefined) row.note('problems', 'product', 'is not a product');
  const startsOn = row.day('startsOn');
  if (startsOn === null && row.problems.length === 0) row.note('problems', 'startsOn', 'is empty');
  const lastDay = row.day('endsOn');
  if (startsOn !== null && lastDay !== null && lastDay < startsOn)
    row.note('problems', 'endsOn', 'is before the first day');
  const id = row.read('contractId', readExternalId) ?? `${product ?? 'all'} ${startsOn}`;
  const monthly = row.amount('monthlyAmount');
  const yearly = row.amount('yearlyAmount');
  const dollars = monthly ?? (yearly === null ? null : yearly / 12);
  if (dollars === null && row.problems.length === 0)
    row.note('problems', row.has('monthlyAmount') ? 'monthlyAmount' : 'yearlyAmount', 'is empty');
  return {
    id,
    facts: [
      product ?? null,
      startsOn,
      lastDay === null ? null : addDays(lastDay, 1),
      Math.round((dollars ?? 0) * 100),
    ],
  };
}

import { readExternalId, readText, readYesOrNo } from '../cells/cells.ts';
import { naturalPracticeKey } from '../cells/natural-key.ts';
import type { FileColumnName } from '../header/columns.ts';
import type { RowIds } from '../places/stored-ids.ts';
import {
  type PracticeValues,
  practiceFields,
  type StagedColumnName,
  stagedColumnNames,
} from '../practice-fields.ts';
import type { FileReadingContext, StagedReadRow } from '../read-row.ts';
import type { RowReader } from '../row-reader.ts';
import type { StagedValue } from '../staging-tables.ts';

const keyColumns = [
  'institution_key',
  'place_key',
  'institution_external_id',
  'location_external_id',
] as const;
/** Columns of a staged practice, after `import_id` and `line`. */
export const practiceStagingColumnsAfterLine: readonly (
  | (typeof keyColumns)[number]
  | StagedColumnName
  | 'owner'
)[] = [...keyColumns, ...stagedColumnNames, 'owner'];
export const practiceStagingColumns = ['import_id', 'line', ...practiceStagingColumnsAfterLine];

/** Converts the rows of a practices file to staged rows. */
export async function convertPracticeRows(
  rows: readonly RowReader<FileColumnName<'practices'>>[],
  reading: FileReadingContext,
): Promise<StagedReadRow[]> {
  const leftOut = new Set(rows.filter(leavesOut));
  const written = rows.map((row) =>
    leftOut.has(row)
      ? noIds
      : {
          institution: row.read('institutionId', readExternalId),
          location: row.read('locationId', readExternalId),
        },
  );
  const external = await reading.places.toExternal(written);
  const spelled = await reading.places.spelled(
    external.map((ids) => ('reason' in ids ? noIds : ids)),
  );
  const stored = external.map((ids, index) => ('reason' in ids ? ids : spelled[index]));
  const sharedKeys = await reading.places.sharedKeys('practice_key');
  return rows.map((row, index) => {
    if (leftOut.has(row)) return { row, staged: [] };
    const ids = stored[index] ?? noIds;
    if ('reason' in ids)
      row.note(
        'problems',
        ids.wrong === 'institution' ? 'institutionId' : 'locationId',
        ids.reason,
      );
    return {
      row,
      staged: 'reason' in ids ? [] : [readPractice(row, ids, { ...reading, sharedKeys })],
    };
  });
}

const noIds: RowIds = { institution: null, location: null };

/** Rejects a row that is not a practice. Returns `true` when the row was rejected. */
function leavesOut(row: RowReader<FileColumnName<'practices'>>): boolean {
  const person = personColumn(row);
  if (person !== undefined) row.leaveOut(person, 'is a person, not an organization; left out');
  else if (isTitle(row))
    row.leaveOut(
      row.has('name') ? 'name' : 'institutionName',
      'has only a name and no id, like a title or a total; left out',
    );
  return row.problems.length > 0;
}

function readPractice(
  row: RowReader<FileColumnName<'practices'>>,
  { institution: institutionId, location: locationId }: RowIds,
  reading: FileReadingContext & { sharedKeys: ReadonlySet<string> },
): StagedValue[] {
  const { externalSource, sharedKeys } = reading;
  if (
    row.problems.length === 0 &&
    readText(row.written('institutionName')) === null &&
    readText(row.written('name')) === null
  )
    row.note(
      'problems',
      row.has('name') ? 'name' : 'institutionName',
      'is empty: a practice needs a name',
    );
  const read = Object.fromEntries(
    practiceFields.map(({ key, reader }) => [key, reader.read(row, key, reading)]),
  ) as PracticeValues;
  const values = { ...read, ...pointOf(row, read) };
  const institution = institutionId === null ? null : `${externalSource}:${institutionId}`;
  const placeKey =
    locationId === null
      ? naturalPracticeKey({ institution, ...values })
      : institution === null
        ? `location ${externalSource}:${locationId}`
        : `#${institution}/${locationId}`;
  if (sharedKeys.has(placeKey))
    row.note(
      'problems',
      row.has('name') ? 'name' : 'institutionName',
      'matches several customers by name and address, in different spellings: merge them under Administration, Data quality',
    );
  return [
    institution ?? placeKey,
    placeKey,
    institutionId,
    locationId,
    ...practiceFields.map(({ key }) => values[key]),
    row.text('owner'),
  ];
}

const fewestCells = 4;

/**
 * Returns `true` for the title of a group: a row with a single filled cell in a file whose rows
 * have ids.
 */
const isTitle = (row: RowReader<FileColumnName<'practices'>>): boolean =>
  row.has('institutionId') &&
  row.row.cells.length >= fewestCells &&
  readText(row.raw('institutionId')) === null &&
  row.row.cells.filter((cell) => readText(cell) !== null).length === 1 &&
  (readText(row.raw('name')) ?? readText(row.raw('institutionName'))) !== null;

const personWords = ['person', 'people', 'individual', 'contact', 'human'];

/** Returns the column that identifies a row as a person; `undefined` for an organization. */
function personColumn(
  row: RowReader<FileColumnName<'practices'>>,
): 'isOrganization' | 'isPerson' | 'recordKind' | 'practiceType' | undefined {
  const says = (column: 'isOrganization' | 'isPerson', answer: boolean) => {
    const cell = readYesOrNo(row.raw(column));
    return 'value' in cell && cell.value === answer;
  };
  if (says('isOrganization', false)) return 'isOrganization';
  if (says('isPerson', true)) return 'isPerson';
  return (['recordKind', 'practiceType'] as const).find((column) =>
    personWords.includes(readText(row.raw(column))?.toLowerCase() ?? ''),
  );
}

type Point = Pick<PracticeValues, 'latitude' | 'longitude'>;
const nowhere: Point = { latitude: null, longitude: null };

/**
 * Returns the coordinates of a row. A single coordinate is left out, and so is the point 0, 0,
 * which lies in the ocean.
 */
function pointOf(
  row: RowReader<FileColumnName<'practices'>>,
  { latitude, longitude }: Point,
): Point {
  if (latitude === null || longitude === null) {
    const isHalf =
      latitude !== longitude &&
      readText(row.written(latitude === null ? 'latitude' : 'longitude')) === null;
    if (isHalf)
      row.remark(
        latitude === null ? 'latitude' : 'longitude',
        'is missing, so the other coordinate is left out',
      );
    return nowhere;
  }
  if (latitude !== 0 || longitude !== 0) return { latitude, longitude };
  row.remark('latitude', 'with longitude 0 is in the sea; left out');
  return nowhere;
}

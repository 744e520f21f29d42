import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportKind } from '#shared/imports/report.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { insertInstitution } from '#test/factories.ts';
import { clearImported, importText, readImportedTables } from '#test/imports.ts';
import type { UnusableCell } from './reading/read-row.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
beforeEach(() => clearImported(opened.database));
afterAll(() => opened.close());

const load = (kind: ImportKind, csv: string, options = {}) =>
  importText(opened.database, kind, csv, options);

test('every unusable cell is reported with the outcome of its row, and counted by reason', async () => {
  const cells: UnusableCell[] = [];
  const rows = Array.from(
    { length: 300 },
    (_, index) =>
      `Practice ${index},41.2,${index < 5 ? 'west' : '-73.1'},${index < 3 ? 'ftp://x' : ''}`,
  );
  const report = await load(
    'practices',
    ['Name,Lat,Lng,Booking Link', ...rows, ',1,2,ftp://x', 'Sea,0,0,', 'Half,41.2,,'].join('\n'),
    {
      onLeftOut: (found: UnusableCell[]) => {
        cells.push(...found);
      },
    },
  );
  expect(report).toMatchObject({ rowsRead: 303, added: 302, rejected: 1, warned: 10 });
  expect(report.reasons).toEqual([
    {
      column: 'Lng',
      reason: 'is not between -180 and 180 degrees; left out',
      cells: 5,
      imported: true,
    },
    { column: 'Booking Link', reason: 'is not a web address; left out', cells: 3, imported: true },
    { column: 'Booking Link', reason: 'is not a web address; left out', cells: 1, imported: false },
    { column: 'Name', reason: 'is empty: a practice needs a name', cells: 1, imported: false },
    { column: 'Lat', reason: 'with longitude 0 is in the sea; left out', cells: 1, imported: true },
    {
      column: 'Lng',
      reason: 'is missing, so the other coordinate is left out',
      cells: 1,
      imported: true,
    },
  ]);
  expect(cells).toHaveLength(12);
  expect(
    cells.filter((cell) => cell.line === 302).map(({ column, imported }) => [column, imported]),
  ).toEqual([
    ['Name', false],
    ['Booking Link', false],
  ]);
  expect(cells).toContainEqual({
    line: 2,
    column: 'Lng',
    value: 'west',
    reason: 'is not between -180 and 180 degrees; left out',
    imported: true,
  });
});

describe('a file of which a column is largely unusable stops before anything is written', () => {
  const places = (lat: string, lng: string, usable: number) =>
    [
      'Name,Lat,Lng',
      ...Array.from({ length: 100 }, (_, index) =>
        index < usable ? `P${index},41.2,-73.1` : `P${index},${lat},${lng}`,
      ),
    ].join('\n');

  test.each([
    ['beyond the globe', '-111.89', '40.76'],
    ['in Antarctica, as Connecticut would be', '-73.1', '41.2'],
  ])('latitude and longitude swapped: %s', async (_, lat, lng) => {
    const before = await readImportedTables(opened.database);
    await expect(load('practices', places(lat, lng, 7))).rejects.toThrow(
      /^Nothing was imported: 93 of 100 cells of "Lat" cannot be used as latitude, such as "-\d+\.\d+" on line 9, which .*\. Latitude and longitude may be swapped\. If so, import it with --map "Lng=latitude" --map "Lat=longitude"\.\nTo import the usable rows anyway, add --accept/,
    );
    expect(await readImportedTables(opened.database)).toBe(before);
    const { rows } = await sql`select state, error from import_run`.execute(
      opened.database.background,
    );
    expect(rows).toEqual([{ state: 'failed', error: expect.stringContaining('swapped') }]);

    expect(
      await load('practices', places(lat, lng, 0), {
        mapping: { latitude: 'Lng', longitude: 'Lat' },
      }),
    ).toMatchObject({
      added: 100,
      warned: 0,
    });
    expect(await load('practices', places(lat, lng, 7), { accept: true })).toMatchObject({
      rejected: 0,
      warned: 93,
    });
  });

  test('a tenth, or a few cells, may be unusable', async () => {
    expect(await load('practices', places('95.5', '-73.1', 90))).toMatchObject({
      added: 100,
      warned: 10,
    });
    expect(await load('practices', `Name,Lat,Lng\n${'A,north,-73.1\n'.repeat(9)}`)).toMatchObject({
      rowsRead: 9,
      warned: 9,
    });
  });

  test('repeated header lines, as in combined files, do not count as misshapen rows', async () => {
    const file = `Name,Lat,Lng\n${'A,41.2,-73.1\nName,Lat,Lng\n'.repeat(12)}`;
    expect(await load('practices', file)).toMatchObject({ added: 1, rejected: 12 });
  });

  test.each([
    [
      'unknown ids',
      'L-9,forms,2026-11-16,1',
      /12 of 13 cells of "Location ID" cannot be used as locationId.*is not a known location.*--source/s,
    ],
    [
      'days to come',
      'L-1,forms,2027-11-16,1',
      /12 of 13 cells of "Date" cannot be used as day.*is in the future.*--dates/s,
    ],
    [
      'values that are no numbers',
      'L-1,forms,2026-11-16,many',
      /12 of 13 cells of "Value" cannot be used as value/,
    ],
    [
      'rows of another shape',
      'L-1,forms,2026-11-16',
      /12 of 13 rows have more or fewer cells than the header.*quoted/,
    ],
  ])('%s', async (_, row, message) => {
    await insertInstitution(opened.database, { institution_id: 1 }, [
      { location_id: 1, external_id: 'L-1' },
    ]);
    const file = `Location ID,Product,Date,Value\nL-1,forms,2026-11-16,1\n${`${row}\n`.repeat(12)}`;
    await expect(load('usage', file)).rejects.toThrow(message);
    expect(await load('usage', file, { accept: true })).toMatchObject({ added: 1, rejected: 12 });
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '#server/core/db/database.ts';
import { readCurrentRules } from '#server/scoring/rules-queries.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { clearImported, expireHeartbeats, importText, readImportedTables } from '#test/imports.ts';
import { finishAbandonedImports } from '../finish.ts';
import { undoImport } from '../undo-import.ts';
import { RowsChangedSinceImportError } from './execute.ts';
import { deleteExpiredUndoData } from './undo-queries.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
beforeEach(() => clearImported(opened.database));
afterAll(() => opened.close());

let minute = 0;
const clock = () => new Date(Date.UTC(2026, 10, 18, 18, minute));
const state = () => readImportedTables(opened.database);

/** Imports a file and returns the id of the run. */
async function load(kind: ImportKind, lines: string[], more = {}): Promise<string> {
  minute += 1;
  let id = '';
  await importText(opened.database, kind, `${lines.join('\n')}\n`, {
    clock,
    onBegin: async (importId) => {
      id = importId;
    },
    ...more,
  });
  return id;
}

/** States of the runs that the list of imports shows, oldest first. */
const shownStates = async () => {
  const rows = await opened.database.background
    .selectFrom('import_run')
    .select('state')
    .where('is_shown', '=', true)
    .orderBy('started_at')
    .execute();
  return rows.map((run) => run.state);
};

const undo = (importId: string, leavesChanged = false, more = {}) =>
  undoImport({
    importId,
    database: opened.database,
    clock,
    timeZone: 'America/Los_Angeles',
    asked: { leavesChanged, by: 'a person' },
    ...more,
  });

const practiceHeader =
  'Institution ID,Institution Name,Location ID,Name,Zip,Latitude,Longitude,Created';
const practices = () =>
  load('practices', [
    practiceHeader,
    'A,Alder Dental,A1,Alder North,97201,45.5123,-122.6,2024-01-02',
    'B,Birch Dental,B1,Birch,97202,,,2024-01-02',
  ]);
const usageHeader = 'Institution ID,Location ID,Product,Date,Value';

describe('an undo restores the state before the import of', () => {
  it.each<[string, ImportKind, string[]]>([
    [
      'practices that are new',
      'practices',
      [practiceHeader, 'C,Cedar Dental,C1,Cedar,97203,45.1,-122.123456789,2024-05-05'],
    ],
    [
      'practices that are changed',
      'practices',
      [practiceHeader, 'A,Alder & Sons,A1,Alder North,97209,,,2023-12-01'],
    ],
    [
      'a location that moved',
      'practices',
      [practiceHeader, 'B,Birch Dental,A1,Alder North,97201,45.5123,-122.6,2024-01-02'],
    ],
    [
      'practices known by name and street',
      'practices',
      ['Name,Street,Zip', 'Dogwood Dental,1 Main St,97204', 'Elm Dental,2 Main St,97204'],
    ],
    [
      'usage',
      'usage',
      [
        usageHeader,
        'A,A1,forms,2026-11-02,9',
        'A,A1,forms,2026-11-03,0.1',
        'B,B1,payments,2026-11-03,0.2',
      ],
    ],
    [
      'entitlements',
      'entitlements',
      [
        'Institution ID,Product,Entitled,From',
        'A,forms,no,2026-05-01',
        'B,forms,yes,',
        'A,payments,yes,2026-01-01',
      ],
    ],
    [
      'contracts',
      'contracts',
      [
        'Institution ID,Contract ID,Start,End,Monthly amount',
        'A,1,2026-01-01,2026-12-31,300',
        'B,9,2026-01-01,,80',
      ],
    ],
    [
      'contacts',
      'contacts',
      [
        'Institution ID,Contact ID,Name,Email,Role',
        'A,1,Ana Stone,ana@alder.example,Owner',
        'B,2,Bo Reed,bo@birch.example,',
      ],
    ],
    [
      'prospects',
      'prospects',
      [
        'Prospect ID,Name,City,Latitude,Longitude',
        '1,Cedar Dental,Reno,39.5,-119.8',
        '2,Dogwood Dental,Reno,,',
      ],
    ],
    [
      'churn notices',
      'churn',
      [
        'Institution ID,Notice date,Effective date,Reason',
        'A,2026-10-01,2026-11-01,Price',
        'B,2026-11-01,2026-12-01,',
      ],
    ],
  ])('%s', async (_, kind, file) => {
    await practices();
    await load('usage', [usageHeader, 'A,A1,forms,2026-11-02,3', 'A,A1,forms,2026-11-04,0.3']);
    await load('entitlements', [
      'Institution ID,Product,Entitled,From',
      'A,forms,yes,',
      'B,reviews,yes,2025-01-01',
    ]);
    await load('contracts', [
      'Institution ID,Contract ID,Start,End,Monthly amount',
      'A,1,2025-01-01,,250',
    ]);
    await load('contacts', [
      'Institution ID,Contact ID,Name,Email',
      'A,1,Ana Reed,ana@alder.example',
    ]);
    await load('prospects', ['Prospect ID,Name,City', '1,Cedar,Reno']);
    const before = await state();
    const run = await load(kind, file);
    expect(await state()).not.toBe(before);
    const report = await undo(run);
    expect(report.removed + report.restored).toBeGreaterThan(0);
    expect(report.kept).toBe(0);
    expect(await state()).toBe(before);
    await expect(undo(run)).rejects.toThrow('This import is already undone.');
  });

  it('usage that entitles to products without a known entitlement', async () => {
    await practices();
    await load('entitlements', [
      'Institution ID,Product,Entitled,From',
      'A,forms,yes,2025-01-01',
      'A,forms,no,2026-01-01',
      'B,reviews,yes,2025-01-01',
    ]);
    const before = await state();
    const rows = [
      'A,A1,forms,2026-11-02,9',
      'A,A1,payments,2026-11-02,5',
      'B,B1,forms,2026-11-03,0',
      'B,B1,reviews,2026-11-03,2',
    ];
    const run = await load('usage', [usageHeader, ...rows], { entitles: true });
    const { background } = opened.database;
    const known = background
      .selectFrom('entitlement')
      .innerJoin('institution', 'institution.institution_id', 'entitlement.institution_id');
    expect(
      await known
        .select(['name', 'product', 'valid_from'])
        .orderBy('name')
        .orderBy('product')
        .execute(),
    ).toEqual([
      { name: 'Alder Dental', product: 'forms', valid_from: '2025-01-01' },
      { name: 'Alder Dental', product: 'payments', valid_from: '-infinity' },
      { name: 'Birch Dental', product: 'reviews', valid_from: '2025-01-01' },
    ]);
    expect(await undo(run)).toMatchObject({ removed: 5, kept: 0 });
    expect(await state()).toBe(before);
  });

  it('days that were imported several times, back to the beginning', async () => {
    await practices();
    const value = fc.integer({ min: 0, max: 1000 }).map((number) => number / 7);
    const row = fc.tuple(
      fc.constantFrom('A,A1', 'B,B1'),
      fc.constantFrom('forms', 'payments'),
      fc.integer({ min: 1, max: 20 }),
      value,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(row, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 4 }),
        async (files) => {
          const steps: { run: string; before: string }[] = [];
          for (const rows of files) {
            const before = await state();
            const lines = rows.map(
              ([place, product, day, amount]) =>
                `${place},${product},2026-10-${String(day).padStart(2, '0')},${amount}`,
            );
            steps.push({ run: await load('usage', [usageHeader, ...lines]), before });
          }
          for (const { run, before } of steps.reverse()) {
            await undo(run);
            expect(await state()).toBe(before);
          }
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('later changes', () => {
  it('keep usage that was imported again when the rest is undone, and otherwise everything', async () => {
    await practices();
    const first = await load('usage', [
      usageHeader,
      'A,A1,forms,2026-11-02,3',
      'A,A1,forms,2026-11-03,4',
      'B,B1,forms,2026-11-03,4',
    ]);
    await load('usage', [usageHeader, 'A,A1,forms,2026-11-02,5']);
    const before = await state();
    await expect(undo(first)).rejects.toThrow(
      '1 row of this import was changed or used since. Nothing was undone.',
    );
    expect(await state()).toBe(before);
    expect(await undo(first, true)).toEqual({
      removed: 2,
      restored: 0,
      kept: 1,
      keptRows: [
        { what: 'Alder Dental, Alder North: forms on Nov 2, 2026', why: 'Loaded again since' },
      ],
    });
    expect(
      await opened.database.background.selectFrom('usage_daily').select(['day', 'value']).execute(),
    ).toEqual([{ day: '2026-11-02', value: 5 }]);
    expect(
      await opened.database.background.selectFrom('usage_week').select(['value']).execute(),
    ).toEqual([{ value: 5 }]);
    expect(
      await opened.database.background.selectFrom('feed_week').select(['last_report_on']).execute(),
    ).toEqual([{ last_report_on: '2026-11-02' }]);
  });

  it('keep customers that are in use or were changed', async () => {
    const run = await practices();
    await load('usage', [usageHeader, 'A,A1,forms,2026-11-02,3']);
    const refused = await undo(run).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RowsChangedSinceImportError);
    expect(refused).toMatchObject({
      report: { removed: 1, kept: 1, keptRows: [{ what: 'Alder Dental', why: 'Has usage since' }] },
    });
    expect(await undo(run, true)).toMatchObject({ removed: 1, kept: 1 });
    expect(
      (await opened.database.background.selectFrom('institution').select('name').execute()).map(
        ({ name }) => name,
      ),
    ).toEqual(['Alder Dental']);
  });

  it('of all rows prevent the undo until the later import is undone', async () => {
    const run = await load('practices', [
      practiceHeader,
      'A,Alder Dental,A1,Alder North,97201,,,2024-01-02',
    ]);
    const later = await load('usage', [usageHeader, 'A,A1,forms,2026-11-02,3']);
    const before = await state();
    await expect(undo(run, true)).rejects.toThrow(
      '1 row of this import was changed or used since. Nothing was undone.',
    );
    expect(await state()).toBe(before);
    expect(await shownStates()).toEqual(['succeeded', 'succeeded']);
    await undo(later);
    expect(await undo(run, true)).toMatchObject({ removed: 1, kept: 0 });
    expect(
      await opened.database.background.selectFrom('institution').select('name').execute(),
    ).toEqual([]);
  });

  it('keep a customer with a further location', async () => {
    const run = await practices();
    await load('practices', [practiceHeader, 'A,Alder Dental,A2,Alder South,97203,,,2024-01-02']);
    expect(await undo(run, true)).toMatchObject({
      kept: 1,
      keptRows: [{ what: 'Alder Dental', why: 'Has a location since' }],
    });
    expect(
      await opened.database.background.selectFrom('location').select('name').execute(),
    ).toHaveLength(2);
  });

  it('keep a week whose days were changed without changing its sum', async () => {
    await practices();
    const run = await load('usage', [
      usageHeader,
      'A,A1,forms,2026-11-02,10',
      'B,B1,forms,2026-11-02,1',
    ]);
    await load('usage', [usageHeader, 'A,A1,forms,2026-11-02,4', 'A,A1,forms,2026-11-03,6']);
    expect(await undo(run, true)).toMatchObject({ removed: 1, kept: 1 });
    expect(
      await opened.database.background.selectFrom('usage_week').select(['value']).execute(),
    ).toEqual([{ value: 10 }]);
  });

  it('keep a prospect that a later file renamed, and list it', async () => {
    const run = await load('prospects', ['Prospect ID,Name', '1,Cedar', '2,Dogwood']);
    await load('prospects', ['Prospect ID,Name', '1,Cedar Dental']);
    await expect(undo(run)).rejects.toThrow(
      '1 row of this import was changed or used since. Nothing was undone.',
    );
    expect(await undo(run, true)).toEqual({
      removed: 1,
      restored: 0,
      kept: 1,
      keptRows: [{ what: 'Cedar Dental', why: 'Changed since' }],
    });
    expect(
      await opened.database.background.selectFrom('prospect').select('name').execute(),
    ).toEqual([{ name: 'Cedar Dental' }]);
  });

  it('during the undo are kept and listed', async () => {
    const lines = Array.from(
      { length: 400 },
      (_, index) => `C${String(index).padStart(4, '0')},Dental ${index},97203`,
    );
    const run = await load('practices', ['Institution ID,Name,Zip', ...lines]);
    let renamed: Promise<unknown> | undefined;
    const report = await undo(run, false, {
      onProgress: () => {
        renamed ??= opened.database.background
          .updateTable('institution')
          .set({ name: 'Renamed meanwhile' })
          .where('external_id', '=', 'C0399')
          .execute();
        return renamed;
      },
    });
    expect(report).toMatchObject({
      removed: 399,
      kept: 1,
      keptRows: [{ what: 'Renamed meanwhile', why: 'Changed since' }],
    });
  });

  it('keep a customer that a later file renamed', async () => {
    await practices();
    const run = await load('practices', [
      practiceHeader,
      'A,Alder & Sons,A1,Alder North,97201,,,2024-01-02',
      'B,Birch & Sons,B1,Birch,97202,,,2024-01-02',
    ]);
    await load('practices', [practiceHeader, 'B,Birch Brothers,B1,Birch,97202,,,2024-01-02']);
    expect(await undo(run, true)).toMatchObject({
      restored: 1,
      kept: 1,
      keptRows: [{ what: 'Birch Brothers', why: 'Changed since' }],
    });
  });
});

describe('an undo', () => {
  it('that is interrupted is finished by the next process', async () => {
    await practices();
    const before = await state();
    const days = Array.from(
      { length: 2_000 },
      (_, day) => `A,A1,forms,${new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10)},1`,
    );
    const run = await load('usage', [usageHeader, ...days, 'B,B1,forms,2026-11-03,4']);
    const broken = undo(run, false, {
      onProgress: () => {
        throw new DatabaseUnavailable('gone');
      },
    });
    await expect(broken).rejects.toThrow('gone');
    await expireHeartbeats(opened.database);
    expect(await finishAbandonedImports(opened.database, clock)).toEqual([
      'The undo of an import (usage) was interrupted. It is now finished.',
    ]);
    expect(await state()).toBe(before);
    await expect(undo(run)).rejects.toThrow('This import is already undone.');
    expect(await shownStates()).toEqual(['succeeded', 'succeeded', 'succeeded']);
  });

  it('is refused for an unknown import, one without changes and one older than seven days', async () => {
    await expect(undo('00000000-0000-0000-0000-000000000000')).rejects.toThrow(
      'There is no such import.',
    );
    const run = await practices();
    const late = () => new Date(clock().getTime() + 8 * 86_400_000);
    await expect(undo(run, false, { clock: late })).rejects.toThrow('more than 7 days ago');
    expect(await deleteExpiredUndoData(opened.database.background, late())).toBe(1);
    expect(
      await opened.database.background.selectFrom('import_change').select('import_id').execute(),
    ).toEqual([]);
  });

  it('requests the reopening of official weeks that were closed with the undone data', async () => {
    await practices();
    const run = await load('usage', [usageHeader, 'A,A1,forms,2026-11-02,3']);
    const { background } = opened.database;
    const { id } = await readCurrentRules(background, clock());
    const closed = (week: string, at: Date) => ({
      week_start: week,
      week_end: week,
      rules_version_id: id,
      closed_at: at,
      institutions: 1,
      reason: null,
    });
    await background
      .insertInto('official_week')
      .values([closed('2026-10-25', clock()), closed('2026-11-01', clock())])
      .execute();
    await undo(run);
    const asked = await background
      .selectFrom('week_reopening')
      .select(['from_week', 'reason', 'asked_by'])
      .execute();
    await background.deleteFrom('official_week').execute();
    await background.deleteFrom('week_reopening').execute();
    expect(asked).toEqual([
      {
        from_week: '2026-11-01',
        reason: 'The import of usage from test was undone.',
        asked_by: 'a person',
      },
    ]);
  });
});

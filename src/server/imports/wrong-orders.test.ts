import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Queries } from '#server/core/db/database.ts';
import { scoringJobs } from '#server/scoring/jobs.ts';
import { recordReopeningRequest } from '#server/scoring/reopening/reopening.ts';
import { addDays, type Day, listWeekStartsUntil } from '#shared/core/dates.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { clearAuditLog } from '#test/audit.ts';
import { clearWorld } from '#test/health-world.ts';
import { clearImported, importText, readImportedTables } from '#test/imports.ts';

const today: Day = '2026-11-18';
const weeks = listWeekStartsUntil('2026-11-08', 12);
const [firstLoaded = today, , , firstScored = today] = weeks;
const late = weeks.slice(-5);

interface Practice {
  institution: string;
  location: string;
  created?: Day | undefined;
  live?: Day | undefined;
  opened?: Day | undefined;
  closed?: Day | undefined;
}

/** Practices in grace, with a later go-live, and with a later opening. */
const practices: Practice[] = [
  { institution: '1', location: '101', created: '2020-01-01' },
  { institution: '2', location: '201', created: '2020-01-01' },
  { institution: '2', location: '202', created: '2020-01-01' },
  { institution: '3', location: '301', created: '2021-05-01' },
  { institution: '4', location: '401', created: '2026-09-25' },
  { institution: '5', location: '501', created: '2026-02-01', live: '2026-03-01' },
  { institution: '6', location: '601', created: '2020-01-01' },
  { institution: '6', location: '602', created: '2020-01-01', opened: '2026-10-10' },
  { institution: '7', location: '701', created: '2020-01-01' },
  { institution: '7', location: '702', created: '2020-01-01' },
];
const changed = (location: string, changes: Partial<Practice>) =>
  practices.map((one) => (one.location === location ? { ...one, ...changes } : one));
const practicesFile = (rows: readonly Practice[] = practices) =>
  [
    'Institution ID,Location ID,Name,Zip,Created date,Go-live date,Opening date,Closed date',
    ...rows.map(({ institution, location, created = '', live = '', opened = '', closed = '' }) =>
      [
        institution,
        location,
        `Practice ${location}`,
        `06${location}`,
        created,
        live,
        opened,
        closed,
      ].join(','),
    ),
  ].join('\n');
const undatedFile = () =>
  [
    'Institution ID,Location ID,Name,Zip',
    ...practices.map(
      (one) => `${one.institution},${one.location},Practice ${one.location},06${one.location}`,
    ),
  ].join('\n');

const entitlements = [
  ...['1', '2', '3', '4', '5', '6', '7'].map((institution) => `${institution},forms,yes,,`),
  ...['1', '2', '4', '5', '6'].map((institution) => `${institution},messaging,yes,,`),
  '3,messaging,yes,2026-10-01,',
  '7,messaging,yes,2020-01-01,2026-10-15',
];
const entitlementsFile = (rows = entitlements) =>
  ['Institution ID,Product,Entitled,From,To', ...rows].join('\n');

/** Returns usage rows for one weekday and the Saturday of every week, with varying amounts. */
const usageRows = (of: readonly Day[], places: readonly Practice[] = practices) =>
  places.flatMap(({ institution, location }) =>
    of.flatMap((week) =>
      ['forms', 'messaging'].flatMap((product, index) => {
        const swing = (Number(location) * 7 + weeks.indexOf(week) * (index + 3)) % 11;
        return [
          `${institution},${location},${product},${addDays(week, 2)},${(swing + 3) * (location === '301' ? 1 : location === '201' ? 2 : 4)}`,
          `${institution},${location},${product},${addDays(week, 6)},${Number(institution)}`,
        ];
      }),
    ),
  );
const usageFile = (rows = usageRows(weeks)) =>
  ['Institution ID,Location ID,Product,Date,Value', ...rows].join('\n');

let tested: TestApp;
let database: Queries;
/** Official figures after an import in the right order. */
let right: Awaited<ReturnType<typeof figures>>;
beforeAll(async () => {
  tested = await buildTestApp();
  database = tested.database.background;
  await clear();
  await loadRightly();
  right = await figures();
  expect(right.weeks.map((row) => [row.week_start, row.institutions])).toEqual(
    weeks.slice(3).map((week) => [week, week >= '2026-09-20' ? 7 : 6]),
  );
  // The figures include every health tier, a tier change, grace and risk.
  expect(new Set(right.scores.map((row) => row.health_tier))).toEqual(
    new Set(['Healthy', 'Medium', 'Critical']),
  );
  expect(
    right.scores.some((row) => row.in_grace === true) &&
      right.scores.some((row) => row.at_risk === true && row.weeks_declining !== 0),
  ).toBe(true);
});
afterAll(() => tested.close());
beforeEach(() => clear());

async function clear(): Promise<void> {
  await clearWorld(database);
  await clearImported(tested.database);
  await sql`truncate week_reopening`.execute(database);
  await clearAuditLog(database);
  await database
    .insertInto('rules_version')
    .values({
      rules_version_id: 1,
      rules: JSON.stringify({
        ...defaultHealthRules,
        minimumPeers: 3,
        sizeTierFrom: { Medium: 3, Large: 4, Enterprise: 5 },
      }),
      note: 'for few customers',
      created_at: new Date('2026-01-01T00:00:00Z'),
    })
    .execute();
}

const load = (kind: ImportKind, csv: string, day: Day = today, externalSource = 'import') =>
  importText(tested.database, kind, csv, {
    clock: () => new Date(`${day}T18:00:00Z`),
    externalSource,
  });

async function run(name: string, businessDate: Day = today) {
  const job = scoringJobs.find((each) => each.name === name);
  if (job === undefined) throw new Error(`no job ${name}`);
  return job.run(tested.dependencies, {
    businessDate,
    signal: new AbortController().signal,
    progress: async () => undefined,
  });
}
const backfill = () => run('scores.backfill');

async function loadRightly(rows: readonly Practice[] = practices): Promise<void> {
  await load('practices', practicesFile(rows));
  await load('entitlements', entitlementsFile());
  await load('usage', usageFile());
  await backfill();
}

/** Returns all official rows of the source's customers by external id, without timestamps. */
async function figures(externalSource = 'import') {
  const rowsOf = async (query: ReturnType<typeof sql<Record<string, unknown>>>) =>
    (await query.execute(database)).rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [
          key,
          typeof value === 'number' ? Number(value.toFixed(9)) : value,
        ]),
      ),
    );
  const customer = sql`join institution i using (institution_id) where i.external_source = ${externalSource}`;
  return {
    weeks: await rowsOf(
      sql`select week_start, rules_version_id, institutions from official_week order by 1`,
    ),
    benchmarks: await rowsOf(
      sql`select * from benchmark_week order by week_start, product, peer_level, size_tier, practice_type`,
    ),
    scores: (
      await rowsOf(
        sql`select i.external_id, s.* from score_week s ${customer} order by week_start, external_id`,
      )
    ).map(withoutOwnId),
    products: (
      await rowsOf(
        sql`select i.external_id, p.* from product_week p ${customer} order by week_start, external_id, product`,
      )
    ).map(withoutOwnId),
  };
}
const withoutOwnId = ({ institution_id: _, ...row }: Record<string, unknown>) => row;

/**
 * Reopens the weeks from `from` on. Expects that the figures equal `before` until then, and that
 * the replaced versions are archived.
 */
async function reopen(
  before: Awaited<ReturnType<typeof figures>>,
  from: Day = firstLoaded,
): Promise<void> {
  expect(await figures()).toEqual(before);
  const versions = await database
    .selectFrom('official_week')
    .select(['week_start', 'version'])
    .where('week_start', '>=', from)
    .execute();
  const scores = await database
    .selectFrom('score_week')
    .selectAll()
    .where('week_start', '>=', from)
    .orderBy('week_start')
    .orderBy('institution_id')
    .execute();
  const reason = `corrected ${randomUUID()}`;
  const request = { reopeningId: randomUUID(), fromWeek: from, reason, askedBy: 'command line' };
  await recordReopeningRequest(database, request, new Date(`${today}T18:00:00Z`));
  await run('scores.reopen');

  const kept = await database
    .selectFrom('week_version')
    .select(['week_start', 'version'])
    .where('replaced_because', '=', reason)
    .orderBy('week_start')
    .execute();
  expect(kept).toEqual(
    versions.toSorted((one, other) => (one.week_start < other.week_start ? -1 : 1)),
  );
  const keptScores = await database
    .selectFrom('score_version as s')
    .innerJoin('week_version as w', (join) =>
      join.onRef('w.week_start', '=', 's.week_start').onRef('w.version', '=', 's.version'),
    )
    .selectAll('s')
    .where('w.replaced_because', '=', reason)
    .orderBy('s.week_start')
    .orderBy('s.institution_id')
    .execute();
  expect(keptScores.map(({ version: _, ...row }) => row)).toEqual(scores);
  expect(
    await database.selectFrom('audit_log').select('detail').where('object_id', '=', from).execute(),
  ).toContainEqual({
    detail: { reason, reopening: request.reopeningId },
  });
}

/** Corrects wrong data that is already scored by importing another file, then reopens the weeks. */
async function corrected(kind: ImportKind, file: string): Promise<void> {
  await backfill();
  const before = await figures();
  expect(before).not.toEqual(right);
  await load(kind, file);
  await reopen(before);
  expect(await figures()).toEqual(right);
}

/**
 * Imports files of practices, entitlements and usage in wrong orders. The final scores must equal
 * the scores after the right order.
 */
describe('files in the wrong order', () => {
  test('usage and entitlements before practices are rejected with the reason, and can be imported afterwards', async () => {
    const empty = await readImportedTables(tested.database);
    await expect(load('usage', usageFile())).rejects.toThrow(
      'The practices may not be imported yet',
    );
    await expect(load('entitlements', entitlementsFile())).rejects.toThrow(
      'The practices may not be imported yet',
    );
    expect(await readImportedTables(tested.database)).toBe(empty);
    await loadRightly();
    expect(await figures()).toEqual(right);
  });

  test('a backfill before entitlements and before usage names the missing data', async () => {
    await expect(backfill()).rejects.toThrow('npm run import -- practices FILE.csv');
    await load('practices', practicesFile());
    await expect(backfill()).rejects.toThrow('npm run import -- entitlements FILE.csv');
    await load('usage', usageFile());
    await expect(backfill()).rejects.toThrow('npm run import -- entitlements FILE.csv');
    await load('entitlements', entitlementsFile());
    await sql`delete from usage_week`.execute(database);
    await expect(backfill()).rejects.toThrow('npm run import -- usage FILE.csv');
    expect(await run('scores.official')).toMatchObject({ weeks: 0, missing: 'usage' });
    await run('usage.refresh');
    await load('usage', usageFile(usageRows(weeks).map((row) => `${row}.5`)));
    await load('usage', usageFile());
    await backfill();
    expect(await figures()).toEqual(right);
  });

  test('newest usage first, a part at a time', async () => {
    await load('practices', practicesFile());
    for (const week of weeks.toReversed()) await load('usage', usageFile(usageRows([week])));
    await load('entitlements', entitlementsFile());
    await backfill();
    expect(await figures()).toEqual(right);
  });

  test('ids as a spreadsheet writes them, and the same ids of another source', async () => {
    await load('practices', practicesFile().replaceAll(/^(\d+),(\d+)/gm, '"$1","$2.0"'));
    await load('entitlements', entitlementsFile().replaceAll(/^(\d)/gm, '$1.0'));
    await load('usage', usageFile().replaceAll(/^(\d+),(\d+)/gm, '$1.0,"$2"'));
    await backfill();
    expect(await figures()).toEqual(right);
    const before = await figures();
    await load('practices', practicesFile(), today, 'pipedrive');
    await reopen(before);
    const after = await figures();
    expect([after.scores, after.products, after.benchmarks]).toEqual([
      right.scores,
      right.products,
      right.benchmarks,
    ]);
    expect((await figures('pipedrive')).scores).toHaveLength(right.scores.length);
  });
});

describe('dates that are added or corrected later', () => {
  const withPractices = async (file: string, day: Day = today) => {
    await load('practices', file, day);
    await load('entitlements', entitlementsFile(), day);
    await load('usage', usageFile());
  };

  test('practices without dates are scored as old, and with dates from these dates on', async () => {
    await withPractices(undatedFile());
    await backfill();
    const scores = (await figures()).scores;
    expect(scores).toHaveLength(7 * 9);
    expect(scores.some((row) => row.in_grace === true || row.adoption_score === null)).toBe(false);
    await corrected('practices', practicesFile());
  });

  test('dates added before the first scores need no reopening, and a file without dates keeps them', async () => {
    await withPractices(undatedFile());
    await load('practices', practicesFile());
    await load('practices', undatedFile());
    await backfill();
    expect(await figures()).toEqual(right);
  });

  test('a practice that a later file without dates adds is new that day', async () => {
    const joined: Day = '2026-09-25';
    const undated = practices.map(({ institution, location }) => ({ institution, location }));
    await loadRightly(
      undated.map((one) => (one.institution === '4' ? { ...one, created: joined } : one)),
    );
    const wanted = await figures();
    await clear();
    await load(
      'practices',
      practicesFile(undated.filter((one) => one.institution !== '4')),
      '2026-08-20',
    );
    expect(await load('practices', practicesFile(undated), joined)).toMatchObject({
      added: 1,
      newcomers: 1,
    });
    await load('entitlements', entitlementsFile());
    await load('usage', usageFile());
    await backfill();
    expect(await figures()).toEqual(wanted);
  });

  test.each<[string, string, Partial<Practice>]>([
    ['a go-live that was in the future', '501', { live: '2027-01-01' }],
    [
      'a go-live without a created date that was in the future',
      '501',
      { created: undefined, live: '2027-01-01' },
    ],
    ['a go-live that was too late', '501', { live: '2026-10-01' }],
    ['a created date that was today', '301', { created: today }],
    ['a created date that was too late', '401', { created: '2026-10-25' }],
    ['a created date that was too early', '401', { created: '2026-06-01' }],
    ['an opening date that was too late', '602', { opened: '2026-11-01' }],
    ['an opening date that was too early', '602', { opened: '2026-09-01' }],
    ['no opening date', '602', { opened: undefined }],
    ['a closing date that was none', '601', { closed: '2026-10-01' }],
  ])('%s', async (_, location, wrong) => {
    await withPractices(practicesFile(changed(location, wrong)));
    await corrected('practices', practicesFile());
  });

  test('with all customers created today no week is closed, and with dates all are', async () => {
    await withPractices(
      practicesFile(practices.map((one) => ({ ...one, created: today, live: undefined }))),
    );
    expect(await backfill()).toEqual({ weeks: 0, lastWeek: null });
    await load('practices', practicesFile());
    await backfill();
    expect(await figures()).toEqual(right);
  });

  test('a go-live goes from past to future and back', async () => {
    const future = changed('501', { live: '2027-01-01' });
    await loadRightly(future);
    const wanted = await figures();
    await clear();
    await loadRightly();
    await load('practices', practicesFile(future));
    await reopen(right);
    expect(await figures()).toEqual(wanted);
    await load('practices', practicesFile());
    await reopen(wanted);
    expect(await figures()).toEqual(right);
    expect(
      await database.selectFrom('official_week').select('version').distinct().execute(),
    ).toEqual([{ version: 3 }]);
  });
});

describe('entitlements and usage after their weeks were closed', () => {
  const withEntitlements = async (rows: string[]) => {
    await load('practices', practicesFile());
    await load('entitlements', entitlementsFile(rows));
    await load('usage', usageFile());
  };

  test.each<[string, string[], string[]]>([
    ['one that was missing', entitlements.filter((row) => row !== '5,forms,yes,,'), entitlements],
    [
      'one that had no first day',
      [...entitlements.slice(0, -2), '3,messaging,yes,,', entitlements.at(-1) ?? ''],
      entitlements,
    ],
    [
      'one that had no last day',
      [...entitlements.slice(0, -1), '7,messaging,yes,2020-01-01,'],
      entitlements,
    ],
    [
      'one that began too late',
      [...entitlements.slice(0, -2), '3,messaging,yes,2026-11-01,', entitlements.at(-1) ?? ''],
      entitlements,
    ],
    [
      'one that began too early, which a no takes back',
      [...entitlements.slice(0, -2), '3,messaging,yes,2026-08-01,', entitlements.at(-1) ?? ''],
      ['3,messaging,no,2026-08-01,', ...entitlements],
    ],
    [
      'one that should not be',
      [...entitlements, '7,reviews,yes,,', '1,reviews,yes,,', '2,reviews,yes,,'],
      ['7', '1', '2'].map((id) => `${id},reviews,no,2000-01-01,`),
    ],
  ])('%s', async (_, wrong, correction) => {
    await withEntitlements(wrong);
    await corrected('entitlements', entitlementsFile(correction));
  });

  test('usage of two practices that arrives five weeks late', async () => {
    const slow = practices.filter(({ institution }) => institution === '2' || institution === '3');
    await load('practices', practicesFile());
    await load('entitlements', entitlementsFile());
    const inTime = practices.filter((one) => !slow.includes(one));
    await load(
      'usage',
      usageFile([...usageRows(weeks, inTime), ...usageRows(weeks.slice(0, -5), slow)]),
    );
    await backfill();
    const before = await figures();
    await load('usage', usageFile(usageRows(late, slow)));
    await reopen(before, late[0]);
    expect(await figures()).toEqual(right);
  });

  test('all usage comes five weeks late: its weeks wait for it', async () => {
    await load('practices', practicesFile());
    await load('entitlements', entitlementsFile());
    await load('usage', usageFile(usageRows(weeks.slice(0, -5))));
    expect(await backfill()).toEqual({ weeks: 4, lastWeek: weeks.at(-6) });
    await load('usage', usageFile(usageRows(late)));
    await run('scores.official');
    expect(await figures()).toEqual(right);
  });

  test('usage from before the first closed week reaches back with a reopening', async () => {
    await load('practices', practicesFile());
    await load('entitlements', entitlementsFile());
    await load('usage', usageFile(usageRows(late)));
    await backfill();
    const before = await figures();
    expect(before.weeks).toHaveLength(2);
    await load('usage', usageFile(usageRows(weeks.slice(0, -5))));
    await reopen(before, firstScored);
    expect(await figures()).toEqual(right);
  });

  test('a feed during a backfill', async () => {
    await load('practices', practicesFile());
    await load('entitlements', entitlementsFile());
    await load('usage', usageFile(usageRows(weeks).map((row) => `${row}0`)));
    const [, fed] = await Promise.all([backfill(), load('usage', usageFile())]);
    expect(fed).toMatchObject({ changed: usageRows(weeks).length });
    await reopen(await figures());
    expect(await figures()).toEqual(right);
  });
});

describe('a location that moves to another institution between two imports', () => {
  const movedOn: Day = '2026-10-20';
  const moved = changed('702', { institution: '1' });
  const inTwoParts = (rows: string[]) =>
    [
      rows.filter((row) => (row.split(',')[3] ?? '') < movedOn),
      rows.filter((row) => (row.split(',')[3] ?? '') >= movedOn),
    ] as const;
  const byLocation = (rows: string[]) => rows.map((row) => row.replace(/^\d+/, ''));
  const [before, since] = inTwoParts(usageRows(weeks));
  const [, sinceMoved] = inTwoParts(usageRows(weeks, moved));

  /**
   * Imports the move of location 702 in the right order: practices, entitlements, usage. The
   * practices file closes the location in the old institution and opens it in the new institution.
   * Returns the resulting figures. Before returning, replaces the data with the practices and
   * entitlements from before the move.
   */
  async function expectedFigures(usage: string[]) {
    await load(
      'practices',
      practicesFile([
        ...changed('702', { closed: movedOn }),
        { institution: '1', location: '702', created: '2020-01-01', opened: movedOn },
      ]),
    );
    await load('entitlements', entitlementsFile());
    await load('usage', usageFile(usage));
    await backfill();
    const wanted = await figures();
    expect(wanted).not.toEqual(right);
    await clear();
    await load('practices', practicesFile(), '2026-09-28');
    await load('entitlements', entitlementsFile(), '2026-09-28');
    return wanted;
  }

  test.each<[string, (rows: string[]) => string[]]>([
    ['both', (rows) => rows],
    ['the location alone', byLocation],
  ])('with usage since that names %s', async (_, named) => {
    const wanted = await expectedFigures([...before, ...sinceMoved]);
    await load('usage', usageFile(named(before)), movedOn);
    expect(await load('practices', practicesFile(moved), movedOn)).toMatchObject({ moved: 1 });
    await load('usage', usageFile(named(sinceMoved)));
    await backfill();
    expect(await figures()).toEqual(wanted);
  });

  test('without usage since', async () => {
    const others = since.filter((row) => !row.startsWith('7,702'));
    const wanted = await expectedFigures([...before, ...others]);
    await load('usage', usageFile(before), movedOn);
    await load('practices', practicesFile(moved), movedOn);
    await load('usage', usageFile(others));
    await backfill();
    expect(await figures()).toEqual(wanted);
  });

  test('with usage that was imported before the move, and again after it', async () => {
    const wanted = await expectedFigures([...before, ...sinceMoved]);
    await load('usage', usageFile(before), movedOn);
    expect(await load('usage', usageFile(sinceMoved))).toMatchObject({
      rejected: sinceMoved.filter((row) => row.startsWith('1,702')).length,
    });
    await load('practices', practicesFile(moved), movedOn);
    await load('usage', usageFile(sinceMoved));
    await backfill();
    expect(await figures()).toEqual(wanted);
  });

  test('by mistake, and back', async () => {
    await load('practices', practicesFile());
    await load('entitlements', entitlementsFile());
    await load('usage', usageFile());
    await backfill();
    await load('practices', practicesFile(changed('702', { institution: '1' })));
    await load('practices', practicesFile());
    await reopen(right);
    expect(await figures()).toEqual(right);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { replaceProvisionalScores } from '#server/scoring/provisional.ts';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import { addDays, type Day, listWeekStartsUntil } from '#shared/core/dates.ts';
import { defaultHealthRules, type HealthRules } from '#shared/core/scoring-rules.ts';
import { getBenchmarks } from '#shared/health/benchmarks.ts';
import { getFeatureTargets, getHealthTrend } from '#shared/health/health.ts';
import { getInstitutionBenchmarks } from '#shared/health/usage.ts';
import { getWeeklyComparison } from '#shared/health/weekly-comparison.ts';
import { getInsights } from '#shared/insights/insights.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { getPrepSheet } from '#shared/prep-sheet/prep-sheet.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { clearWorld, createWorldInstitution, insertWorld } from '#test/health-world.ts';
import { insertOfficialWeeks } from '#test/score-week.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
});
afterAll(() => app.close());
beforeEach(() => clearWorld(app.database.background));

const clock = () => new Date('2026-11-15T10:00:00Z');
const last: Day = '2026-11-08';
const weeks = listWeekStartsUntil(last, 6);

/**
 * Inserts 30 peers and customer 1, whose use of forms falls from 80% to 40% of its peers' use. Its
 * use of online booking declines.
 */
async function world() {
  const one = createWorldInstitution(
    1,
    weeks,
    {
      forms: [20, 20, 20, 20, 10, 10],
      reviews: 5,
      onlineBooking: [10, 10, 10, 10, 2, 0],
      recalls: 3,
    },
    { goLiveOn: '2024-08-10' },
  );
  const [place] = one.locations;
  if (!place) throw new Error('no location');
  const peers = Array.from({ length: 30 }, (_, index) =>
    createWorldInstitution(100 + index, weeks, {
      forms: 25,
      reviews: 5,
      onlineBooking: 10,
      recalls: 3,
      payments: 900,
    }),
  );
  await insertWorld(app.database.background, {
    institutions: [
      {
        ...one,
        entitlements: [...one.entitlements, { product: 'payments', from: '2020-01-01', to: null }],
      },
      ...peers,
    ],
  });
  await app.database.background
    .updateTable('location')
    .set({ online_booking_link: 'book.example.com/1' })
    .where('institution_id', '=', 1)
    .execute();
}

/** Changes the tier limits from the next week on. */
async function startTiersAt(limits: Pick<HealthRules, 'healthyFrom' | 'mediumFrom'>) {
  const rules = JSON.stringify({ ...defaultHealthRules, ...limits });
  await app.database.background
    .insertInto('rules_version')
    .values({ rules_version_id: 2, rules, note: '', created_at: clock() })
    .execute();
}

const get = async (url: string) => app.inject({ method: 'GET', url });
const trend = async (id: number | string, weeksBack = 1) => {
  const answer = await get(`/api/health-trends/institution/${id}?weeks=${weeksBack}`);
  expect(answer.statusCode).toBe(200);
  return getHealthTrend.response.parse(answer.json()).data;
};

describe('the health record', () => {
  test('has every field of the last official week', async () => {
    await world();
    await closeCompleteWeeks(app.database.background, '2026-11-15', clock);
    await replaceProvisionalScores(app.database.background, '2026-11-18', clock);
    const ticket = {
      institution_id: 1,
      subject: 's',
      body: 'b',
      pipeline_id: 'support',
      stage_id: 'open',
      priority: 'low',
      created_at: clock(),
      updated_at: clock(),
    };
    await app.database.background.deleteFrom('crm_ticket').execute();
    await app.database.background
      .insertInto('crm_ticket')
      .values([
        { ...ticket, ticket_id: 1 },
        { ...ticket, ticket_id: 2 },
      ])
      .execute();

    const [record, ...more] = await trend(1);
    expect(more).toEqual([]);
    const score = (60 + 100 + 55 + 0) / 4;
    const before = (70 + 100 + 80 + 0) / 4;
    expect(record).toMatchObject({
      institutionId: 1,
      institutionName: 'Practice 1',
      sizeTier: 'Small',
      adoptionScore: score,
      healthTier: 'Medium',
      locationCount: 1,
      entitledFeatures: 5,
      activeFeatures: 4,
      previousScore: before,
      previousHealthTier: 'Medium',
      scoreChange: score - before,
      tierChange: 'flat',
      hasZeroUsage: false,
      consecutiveWeeksAtRisk: 0,
      consecutiveWeeksDeclining: 2,
      consecutiveWeeksImproving: 0,
      featureUsage: { onlineBooking: 22, recalls: 12, forms: 60, payments: 0, reviews: 20 },
      // Usage of the 28 days before is unknown.
      previousFeatureUsage: {},
      featureScores: { onlineBooking: 55, recalls: 100, forms: 60, payments: 0, reviews: 100 },
      featureTiers: {
        onlineBooking: 'Medium',
        recalls: 'Healthy',
        forms: 'Medium',
        payments: 'Critical',
        reviews: 'Healthy',
      },
      featureChanges: { onlineBooking: null, recalls: null, payments: null, reviews: null },
      featureEntitlements: {
        onlineBooking: true,
        recalls: true,
        waitlist: false,
        forms: true,
        payments: true,
        messaging: false,
        reminders: false,
        reviews: true,
        insurance: false,
      },
      institutionCreatedAt: '2020-01-01',
      weekStartDate: last,
      weekEndDate: '2026-11-14',
      totalTicketCount: 2,
      onlineBookingLink: 'book.example.com/1',
      adoptionRate: 80,
      monthsSinceGoLive: 27,
      tenure: '2 years, 3 months',
      practiceType: 'General Dentistry',
      goLiveDate: '2024-08-10',
      inGrace: false,
      atRisk: false,
      coverage: 1,
      whyItMoved: '54%, down 8.8 points: own usage −8.8 (mostly Online Booking, −31% in a week).',
    });
    expect(record?.percentChange).toBeCloseTo((100 * (score - before)) / before, 9);
    expect(record?.scoreChangeParts?.usage).toBeCloseTo(-8.75, 9);
    expect(record?.wayToHealthy?.adoptionScoreAfter).toBeGreaterThanOrEqual(75);
    expect(record?.wayToHealthy?.adoptionScoreAfter).toBeGreaterThanOrEqual(75);
    expect(
      record?.improvements.map(({ product, extraPer28Days }) => [product, extraPer28Days]),
    ).toEqual([
      ['forms', 15],
      ['onlineBooking', 8],
      ['payments', 1800],
    ]);
    expect(record?.provisional).toEqual({
      adoptionScore: expect.any(Number),
      healthTier: expect.any(String),
      asOfDay: '2026-11-14',
      madeAt: clock().toISOString(),
    });
  });

  test('lists the requested weeks oldest first, with the current week only at the end', async () => {
    await world();
    await closeCompleteWeeks(app.database.background, '2026-11-15', clock);
    await replaceProvisionalScores(app.database.background, '2026-11-18', clock);
    const data = await trend(1, 52);
    expect(data.map((record) => record.weekStartDate)).toEqual([
      addDays(last, -14),
      addDays(last, -7),
      last,
    ]);
    expect(data.map((record) => record.provisional === null)).toEqual([true, true, false]);
    expect(data[0]).toMatchObject({
      previousScore: null,
      scoreChange: null,
      percentChange: null,
      tierChange: 'flat',
      scoreChangeParts: null,
      whyItMoved: null,
      previousFeatureUsage: {},
    });
    expect((await trend(1, 2)).map((record) => record.weekStartDate)).toEqual([
      addDays(last, -7),
      last,
    ]);
    expect((await trend(1)).at(-1)).toEqual(data.at(-1));
  });

  test('assigns product tiers by the rules of the week, here and among peers', async () => {
    await world();
    await closeCompleteWeeks(app.database.background, last, clock);
    await startTiersAt({ healthyFrom: 58, mediumFrom: 56 });
    expect((await trend(1))[0]?.featureTiers).toMatchObject({
      onlineBooking: 'Healthy',
      forms: 'Medium',
    });
    await closeCompleteWeeks(app.database.background, '2026-11-15', clock);
    const [before, now] = await trend(1, 2);
    expect(before).toMatchObject({
      featureScores: { onlineBooking: 80, forms: 70 },
      featureTiers: { onlineBooking: 'Healthy', forms: 'Medium' },
    });
    expect(now).toMatchObject({
      featureScores: { onlineBooking: 55, forms: 60 },
      featureTiers: { onlineBooking: 'Critical', forms: 'Healthy' },
    });
    const { standings } = getInstitutionBenchmarks.response.parse(
      (await get('/api/institution/1/benchmarks')).json(),
    );
    expect(Object.fromEntries(standings.map(({ product, tier }) => [product, tier]))).toEqual(
      now?.featureTiers,
    );
  });

  test('compares usage with the same 28 days before as the prep sheet and the practice’s insights', async () => {
    const eightWeeks = listWeekStartsUntil('2026-11-08', 8);
    await insertWorld(app.database.background, {
      institutions: [
        createWorldInstitution(1, eightWeeks, { forms: [30, 30, 30, 30, 30, 20, 20, 20] }),
        ...Array.from({ length: 30 }, (_, index) =>
          createWorldInstitution(100 + index, eightWeeks, { forms: 25 }),
        ),
      ],
    });
    await closeCompleteWeeks(app.database.background, '2026-11-15', clock);
    const [record] = await trend(1);
    expect(record?.previousFeatureUsage.forms).toBe(120);
    expect(record?.featureUsage.forms).toBe(90);
    expect(record?.featureChanges.forms).toBe(-25);
    const insights = await app.inject({ url: '/api/insights/public/1' });
    const [forms] = getInsights.response.parse(insights.json()).figures;
    expect(forms).toMatchObject({ product: 'forms', usage: 90, previousUsage: 120 });
    const sheet = getPrepSheet.response.parse(
      (await app.inject({ url: '/api/institution/1/prep-sheet' })).json(),
    );
    expect(sheet.talkingPoints.map(({ text }) => text).join()).toContain('(−25%)');
  });

  test('shows no usage while the connection is silent', async () => {
    const silent = createWorldInstitution(1, weeks.slice(0, -1), { forms: 20 });
    await insertWorld(app.database.background, {
      institutions: [
        silent,
        ...Array.from({ length: 30 }, (_, index) =>
          createWorldInstitution(100 + index, weeks, { forms: 25 }),
        ),
      ],
    });
    await closeCompleteWeeks(app.database.background, '2026-11-15', clock);
    expect((await trend(1))[0]).toMatchObject({
      adoptionScore: null,
      healthTier: 'Unknown',
      previousScore: 80,
      featureUsage: {},
      featureScores: {},
      featureChanges: {},
      previousFeatureUsage: {},
      improvements: [],
    });
  });

  test('of a customer without known dates has none, here and in the list, and is past grace', async () => {
    await world();
    await app.database.background
      .updateTable('institution')
      .set({ created_on: null, go_live_on: null })
      .where('institution_id', '=', 1)
      .execute();
    const listed = async () =>
      getInstitutionList.response
        .parse((await get(getInstitutionList.path)).json())
        .rows.find((row) => row.institutionId === 1);
    const nothing = { monthsSinceGoLive: null, goLiveDate: null, inGrace: false };
    await closeCompleteWeeks(app.database.background, '2026-11-15', clock);
    expect((await trend(1))[0]).toMatchObject({
      ...nothing,
      institutionCreatedAt: null,
      tenure: null,
    });
    expect(await listed()).toMatchObject({ ...nothing, graceEndsOn: null, healthTier: 'Medium' });
  });

  test('is an empty list for a customer never scored, and 404 for an unknown customer', async () => {
    await world();
    expect(await trend(1)).toEqual([]);
    const answer = await get('/api/health-trends/institution/4711');
    expect([answer.statusCode, answer.body]).toEqual([404, 'This institution was not found.']);
  });

  test.each(['0', '105', '1.5', 'many', "1'--"])('refuses weeks=%s', async (value) => {
    expect(
      (await get(`/api/health-trends/institution/1?weeks=${encodeURIComponent(value)}`)).statusCode,
    ).toBe(422);
  });

  test.each(['abc', '1.5', '99999999999999999999', "1'--", '%00'])(
    'refuses the institution %s',
    async (id) => {
      expect(
        (await get(`/api/health-trends/institution/${encodeURIComponent(id)}`)).statusCode,
      ).toBeGreaterThanOrEqual(400);
      expect((await get(`/api/feature-targets/${encodeURIComponent(id)}`)).statusCode).toBeLessThan(
        500,
      );
    },
  );

  test('needs a session', async () => {
    for (const url of [
      '/api/health-trends/institution/1',
      '/api/benchmarks',
      '/api/scoring/freshness',
      '/api/health-trends/weekly-comparison',
      '/api/feature-targets/1',
    ])
      expect((await app.app.inject({ method: 'GET', url })).statusCode).toBe(401);
  });
});

describe('targets', () => {
  test('follow the tier of the institution', async () => {
    await world();
    await closeCompleteWeeks(app.database.background, '2026-11-15', clock);
    const answer = getFeatureTargets.response.parse((await get('/api/feature-targets/1')).json());
    expect(answer).toEqual({
      targetMultiplier: 0.75,
      locationCount: 1,
      measuredLocations: 1,
      featureTargets: {
        onlineBooking: { target: 30, benchmark: 40, isPerLocation: true },
        recalls: { target: 'Combined', benchmark: 12, isPerLocation: true },
        forms: { target: 75, benchmark: 100, isPerLocation: true },
        payments: { target: 2700, benchmark: 3600, isPerLocation: true },
        reviews: { target: '✓', benchmark: 20, isPerLocation: false },
      },
    });
  });

  test('follow the tier limits of the week', async () => {
    await world();
    await startTiersAt({ healthyFrom: 90, mediumFrom: 65 });
    await closeCompleteWeeks(app.database.background, '2026-11-15', clock);
    const answer = getFeatureTargets.response.parse((await get('/api/feature-targets/1')).json());
    expect(answer.targetMultiplier).toBe(0.65);
    expect(answer.featureTargets.forms).toEqual({
      target: 65,
      benchmark: 100,
      isPerLocation: true,
    });
    const peer = getFeatureTargets.response.parse((await get('/api/feature-targets/100')).json());
    expect(peer.targetMultiplier).toBe(0.9);
  });

  test('are none before the first official week, and 404 for an unknown customer', async () => {
    await world();
    expect((await get('/api/feature-targets/1')).json()).toEqual({
      featureTargets: {},
      targetMultiplier: 0.5,
      locationCount: 1,
      measuredLocations: 0,
    });
    expect((await get('/api/feature-targets/4711')).statusCode).toBe(404);
  });
});

describe('benchmarks', () => {
  const freshness = async () => getFreshness.response.parse((await get(getFreshness.path)).json());

  test('are the last official week’s until they are refreshed', async () => {
    await world();
    await closeCompleteWeeks(app.database.background, '2026-11-15', clock);
    const official = getBenchmarks.response.parse((await get('/api/benchmarks')).json());
    expect(official.overall.payments).toEqual({
      product: 'payments',
      sizeTier: null,
      practiceType: null,
      peerLevel: 'all',
      benchmark: 3600,
      quartileLow: 3600,
      quartileHigh: 3600,
      isPerLocation: true,
      institutions: 31,
      locations: 31,
    });
    expect(
      official.benchmarks
        .filter(({ product }) => product === 'forms')
        .map(({ peerLevel, sizeTier, practiceType }) => [peerLevel, sizeTier, practiceType]),
    ).toEqual([
      ['all', null, null],
      ['tier', 'Small', null],
      ['tier_and_type', 'Small', 'General Dentistry'],
    ]);
    expect(await freshness()).toEqual({
      officialWeekEnd: '2026-11-14',
      scoresAt: clock().toISOString(),
      provisionalAt: null,
      usageAt: '2026-11-14T00:00:00.000Z',
      benchmarksAt: clock().toISOString(),
      troubles: [],
      replica: null,
    });

    const later = () => new Date('2026-11-18T16:00:00Z');
    await app.database.background.updateTable('usage_week').set({ value: 1 }).execute();
    await replaceProvisionalScores(app.database.background, '2026-11-18', later);
    const refreshed = getBenchmarks.response.parse((await get('/api/benchmarks')).json());
    expect(refreshed.overall.payments?.benchmark).toBe(4);
    expect(await freshness()).toMatchObject({
      benchmarksAt: later().toISOString(),
      provisionalAt: later().toISOString(),
      scoresAt: clock().toISOString(),
    });
  });

  test('are empty on an empty database', async () => {
    const answer = getBenchmarks.response.parse((await get('/api/benchmarks')).json());
    expect(answer).toEqual({
      benchmarks: [],
      overall: {},
    });
    expect(await freshness()).toEqual({
      officialWeekEnd: null,
      scoresAt: null,
      provisionalAt: null,
      usageAt: null,
      benchmarksAt: null,
      troubles: [],
      replica: null,
    });
  });
});

describe('the weekly comparison', () => {
  test('compares the last official week with the previous one', async () => {
    await world();
    await closeCompleteWeeks(app.database.background, '2026-11-15', clock);
    const answer = getWeeklyComparison.response.parse(
      (await get('/api/health-trends/weekly-comparison')).json(),
    );
    expect(answer).toMatchObject({
      weekStartDate: last,
      previousWeekStartDate: addDays(last, -7),
      institutions: 31,
    });
    expect(answer.averageScore).toBeCloseTo((30 * 100 + 53.75) / 31, 9);
    expect(answer.tiers).toEqual({
      Healthy: { current: 30, previous: 30 },
      Medium: { current: 1, previous: 1 },
      Critical: { current: 0, previous: 0 },
      Unknown: { current: 0, previous: 0 },
    });
    expect(answer.benchmarks.forms).toEqual({ current: 100, previous: 100, institutions: 31 });
  });

  test('is empty on an empty database, and has no previous week after the first', async () => {
    const empty = getWeeklyComparison.response.parse(
      (await get('/api/health-trends/weekly-comparison')).json(),
    );
    expect(empty).toMatchObject({
      weekStartDate: null,
      institutions: 0,
      averageScore: null,
      benchmarks: {},
    });
    await world();
    await closeCompleteWeeks(app.database.background, addDays(last, -7), clock);
    const first = getWeeklyComparison.response.parse(
      (await get('/api/health-trends/weekly-comparison')).json(),
    );
    expect(first).toMatchObject({
      weekStartDate: addDays(last, -14),
      previousWeekStartDate: null,
      previousAverageScore: null,
    });
    expect(first.benchmarks.forms?.previous).toBeNull();
  });

  test('has no previous week after weeks without customers', async () => {
    await world();
    const { background } = app.database;
    await closeCompleteWeeks(background, addDays(last, -7), clock);
    await insertOfficialWeeks(background, [addDays(last, 21)]);
    const answer = getWeeklyComparison.response.parse(
      (await get('/api/health-trends/weekly-comparison')).json(),
    );
    expect(answer).toMatchObject({
      weekStartDate: addDays(last, 21),
      previousWeekStartDate: null,
      previousAverageScore: null,
    });
  });
});

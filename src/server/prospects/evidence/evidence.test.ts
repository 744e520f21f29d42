import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#shared/core/dates.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { getProspectEvidence } from '#shared/prospects/evidence/evidence.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution, insertProspect } from '#test/factories.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';

let test: TestApp;
const week = '2026-11-08';
const today = '2026-11-18';
/** Days from go-live to the first online booking of customers 11 to 15. */
const firstBookings = [30, 4, 9, 16, 7];
/** Customers on Epic, of which the first five left 100 days after go-live. */
const onEpic = [21, 22, 23, 24, 25, 26];
/** Customers on Dentrix, of which the first six left 200 days after go-live. */
const onDentrix = [11, 12, 13, 14, 15, 31, 32, 33, 34, 35, 36, 37];
const liveOn = addDays(today, -400);

async function addProspect(
  id: number,
  fields: { business_type?: string; latitude?: number | null },
  facts: Record<string, string>,
): Promise<void> {
  await insertProspect(test.database, {
    prospect_id: id,
    business_type: 'Orthodontist',
    latitude: 41.02,
    longitude: -73.63,
    ...fields,
  });
  for (const [field, value] of Object.entries(facts))
    await sql`insert into prospect_fact values (${id}, ${field}, ${value}, gen_random_uuid(), now())`.execute(
      test.database.foreground,
    );
}

const addBenchmark = (
  product: string,
  level: string,
  size: string,
  type: string,
  median: number,
  institutions: number,
) =>
  sql`insert into benchmark_version (week_start, product, peer_level, size_tier, practice_type, benchmark, quartile_low, quartile_high, institutions, locations, version)
    values (${week}::date, ${product}, ${level}, ${size}, ${type}, ${median}, ${median / 2}, ${median * 2}, ${institutions}, ${institutions}, 1)`.execute(
    test.database.foreground,
  );

const loss = (institution_id: number, effective_on: string, reason = 'Low use') => ({
  institution_id,
  loss_id: randomUUID(),
  noticed_on: addDays(effective_on, -10),
  effective_on,
  reason,
});

beforeAll(async () => {
  test = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
  const { database } = test;
  const { foreground } = database;
  for (const id of [...onEpic, ...onDentrix]) {
    const at = [...onEpic, ...onDentrix].indexOf(id);
    const isOnEpic = onEpic.includes(id);
    const hasLeft = isOnEpic ? id <= 25 : id >= 31 && id <= 36;
    await insertInstitution(
      database,
      {
        institution_id: id,
        name: `Customer ${id}`,
        practice_type: 'Orthodontics',
        created_on: liveOn,
        go_live_on: liveOn,
        churned_on: hasLeft ? addDays(liveOn, isOnEpic ? 100 : 200) : null,
      },
      [
        {
          location_id: id * 10,
          practice_type: 'Orthodontics',
          ehr: isOnEpic ? 'Epic' : 'Dentrix',
          latitude: 41.02 + (at + 1) / 100,
        },
      ],
    );
  }
  await insertOfficialWeeks(foreground, ['2025-10-05', week]);
  await foreground
    .insertInto('score_version')
    .values(
      [...onEpic, ...onDentrix].map((institution_id) =>
        createScoreWeekRow({ institution_id, week_start: week, practice_type: 'Orthodontics' }),
      ),
    )
    .execute();
  await sql`insert into product_version (institution_id, week_start, version, product, entitled, usage, score) values
    (11, ${week}, 1, 'forms', true, 10, 90), (11, ${week}, 1, 'onlineBooking', true, 10, 143.4),
    (11, ${week}, 1, 'payments', false, 10, 900), (12, ${week}, 1, 'reviews', true, 10, 5000), (13, ${week}, 1, 'forms', true, 0, null)`.execute(
    foreground,
  );
  await foreground
    .insertInto('churn_event')
    .values([
      ...onEpic.slice(0, 5).map((id) => loss(id, addDays(liveOn, 100))),
      ...onDentrix.slice(5, 11).map((id) => loss(id, addDays(liveOn, 200), 'Competitor')),
      // Has given notice, and leaves in a month.
      loss(14, addDays(today, 30), 'Practice sold or closed'),
    ])
    .execute();
  await foreground
    .insertInto('onboarding_case')
    .values(
      [11, 12, 13, 14, 15].map((institution_id) => ({
        institution_id,
        contract_on: null,
        kickoff_on: null,
        handed_over_on: null,
        graduated_on: institution_id < 14 ? addDays(liveOn, 90) : null,
        graduated_by: null,
      })),
    )
    .execute();
  await foreground
    .insertInto('entitlement')
    .values(
      [11, 12, 13, 14, 15].map((institution_id) => ({
        institution_id,
        product: 'onlineBooking' as const,
        valid_from: liveOn,
        valid_to: null,
      })),
    )
    .execute();
  await foreground
    .insertInto('onboarding_milestone')
    .values(
      firstBookings.map((days, at) => ({
        institution_id: 11 + at,
        milestone: 'first_use' as const,
        product: 'onlineBooking' as const,
        side: 'customer' as const,
        due_day: 30,
        done_on: addDays(liveOn, days),
        evidence: null,
        done_by: null,
      })),
    )
    .execute();
  await addBenchmark('onlineBooking', 'tier_and_type', 'Small', 'Orthodontics', 43, 20);
  await addBenchmark('onlineBooking', 'all', '', '', 99, 300);
  await addBenchmark('forms', 'tier_and_type', 'Small', 'Orthodontics', 7, 19);
  await addBenchmark('forms', 'tier', 'Small', '', 8, 21);
  await addBenchmark('reviews', 'all', '', '', 5, 5);
  await addBenchmark('payments', 'all', '', '', 5, 4);
  await addBenchmark('onlineBooking', 'tier', 'Medium', '', 50, 40);
  await addBenchmark('reviews', 'tier', 'Medium', '', 6, 40);
  await addProspect(1, {}, { ehr: 'DENTRIX', locationCount: '1' });
  await addProspect(2, { latitude: null }, { ehr: 'Unheard', locationCount: '3' });
  await addProspect(3, { business_type: '牙医; drop table prospect' }, {});
  await addProspect(4, {}, { ehr: 'Epic' });
});
afterAll(() => test.close());

const evidenceOf = async (id: number, app = test) =>
  getProspectEvidence.response.parse(
    (
      await app.inject({
        method: 'GET',
        url: buildUrl(getProspectEvidence.path, {}, { key: `prospect-${id}` }),
      })
    ).json(),
  );

describe('references', () => {
  it('are the nearest Healthy customers of all known facts with their best product, without leaving ones', async () => {
    const { references, traits } = await evidenceOf(1);
    expect(traits).toEqual({
      sizeTier: 'Small',
      locations: 1,
      practiceType: 'Orthodontics',
      ehr: 'Dentrix',
    });
    expect(references.map(({ institutionId, best }) => [institutionId, best])).toEqual([
      [11, { product: 'onlineBooking', score: 143 }],
      [12, { product: 'reviews', score: 999 }],
      [13, null],
    ]);
    expect(references[0]).toMatchObject({ same: ['ehr', 'size', 'type'], differs: [] });
  });

  it('widen to another EHR, and say so', async () => {
    const { references } = await evidenceOf(4);
    expect(references.map(({ institutionId, differs }) => [institutionId, differs])).toEqual([
      [26, []],
      [11, ['ehr']],
      [12, ['ehr']],
    ]);
  });

  it('need coordinates', async () => {
    expect((await evidenceOf(2)).references).toEqual([]);
  });
});

describe('usage', () => {
  it('is of the first group with enough peers, and needs five customers', async () => {
    const { usage, weekEndDate } = await evidenceOf(1);
    expect(weekEndDate).toBe('2026-11-14');
    expect(
      usage.map((row) => [row.product, row.median, row.customers, row.sizeTier, row.practiceType]),
    ).toEqual([
      ['onlineBooking', 43, 20, 'Small', 'Orthodontics'],
      ['forms', 8, 21, 'Small', null],
      ['reviews', 5, 5, null, null],
    ]);
  });

  it('is scaled to the locations only when it is measured per location', async () => {
    const { usage } = await evidenceOf(2);
    expect(
      usage.map(({ product, median, quartileHigh }) => [product, median, quartileHigh]),
    ).toEqual([
      ['onlineBooking', 150, 300],
      ['reviews', 6, 12],
    ]);
  });

  it('is of all customers when nothing is known of the prospect', async () => {
    const { traits, usage, churn } = await evidenceOf(3);
    expect(traits).toEqual({ sizeTier: null, locations: null, practiceType: null, ehr: null });
    expect(usage.map(({ product, median }) => [product, median])).toEqual([
      ['onlineBooking', 99],
      ['reviews', 5],
    ]);
    expect(churn).toBeNull();
  });
});

it('expects the median of the days that similar customers took', async () => {
  const { firstBooking, onboarding } = await evidenceOf(1);
  const sorted = firstBookings.toSorted((one, other) => one - other);
  expect(firstBooking).toEqual({
    customers: 5,
    sizeTier: null,
    ehr: null,
    days: sorted[2],
    quartileLow: sorted[1],
    quartileHigh: sorted[3],
  });
  // Three of five graduated on day 90, and the others are still watched.
  expect(onboarding).toMatchObject({ days: 90, quartileLow: 90, quartileHigh: null });
  await test.database.foreground
    .deleteFrom('entitlement')
    .where('institution_id', '=', 15)
    .execute();
  // Removing an entitlement does not raise the version of onboarding by itself.
  await sql`update onboarding_case set version = version + 1 where institution_id = 15`.execute(
    test.database.foreground,
  );
  expect((await evidenceOf(1)).firstBooking).toBeNull();
});

it('compares departures with those on other EHRs, without claiming a difference it cannot show', async () => {
  const { churn } = await evidenceOf(4);
  const years = (days: number[]) => days.reduce((sum, each) => sum + each, 0) / 365.25;
  const own = 5 / years([100, 100, 100, 100, 100, 400]);
  const others = 6 / years(Array.from({ length: 12 }, (_, at) => (at < 6 ? 200 : 400)));
  expect(churn).toMatchObject({
    ehr: 'Epic',
    sizeTier: null,
    own: { customers: 6, left: 5 },
    others: { customers: 12, left: 6 },
    reasons: [{ reason: 'Low use', losses: 5 }],
    losses: 5,
  });
  expect(churn?.own.per100Years).toBeCloseTo(100 * own, 6);
  expect(churn?.ratio?.value).toBeCloseTo(own / others, 6);
  const half = 1.959964 * Math.sqrt(1 / 5 + 1 / 6);
  expect(churn?.ratio?.low).toBeCloseTo((own / others) * Math.exp(-half), 4);
});

it('answers without customers, and 404 to an unknown prospect', async () => {
  const empty = await buildTestApp();
  await sql`insert into prospect (prospect_id, name, address, business_type, latitude, longitude, source, created_at)
    values (1, 'Lone', '', 'Dentist', 1, 1, 'referral', now())`.execute(empty.database.foreground);
  expect(await evidenceOf(1, empty)).toEqual({
    traits: { sizeTier: null, locations: null, practiceType: null, ehr: null },
    weekEndDate: null,
    references: [],
    usage: [],
    firstBooking: null,
    onboarding: null,
    churn: null,
  });
  const url = buildUrl(getProspectEvidence.path, {}, { key: 'prospect-9' });
  expect((await empty.inject({ method: 'GET', url })).statusCode).toBe(404);
  await empty.close();
});

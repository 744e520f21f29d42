import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { advanceOnboardingCases } from '#server/onboarding/refresh.ts';
import { replaceProvisionalScores } from '#server/scoring/provisional.ts';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import { listWeekStartsUntil } from '#shared/core/dates.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { getGuideFigures } from '#shared/metrics/guide-figures.ts';
import { onboardingFigures } from '#shared/onboarding/figures.ts';
import { getOnboardingList } from '#shared/onboarding/onboarding.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { clearWorld, createWorldInstitution, insertWorld } from '#test/health-world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
});
afterAll(() => app.close());
beforeEach(() => clearWorld(app.database.background));

const clock = () => new Date('2026-11-15T10:00:00Z');
const weeks = listWeekStartsUntil('2026-11-08', 8);

const figures = async () => {
  const answer = await app.inject({ method: 'GET', url: getGuideFigures.path });
  expect(answer.statusCode, answer.body).toBe(200);
  return getGuideFigures.response.parse(answer.json());
};

async function world() {
  const peers = Array.from({ length: 30 }, (_, index) =>
    createWorldInstitution(100 + index, weeks, { forms: 25, onlineBooking: 10 }),
  );
  const critical = createWorldInstitution(1, weeks, { forms: 5, onlineBooking: 1 });
  const falling = createWorldInstitution(2, weeks, {
    forms: [25, 25, 25, 25, 25, 0, 0, 0],
    onlineBooking: [10, 10, 10, 10, 10, 10, 5, 1],
  });
  const young = createWorldInstitution(
    3,
    weeks,
    { forms: 1, onlineBooking: 1 },
    { createdOn: '2026-10-01', goLiveOn: '2026-10-01' },
  );
  const since = createWorldInstitution(
    5,
    [],
    { forms: 0 },
    { createdOn: '2026-11-16', goLiveOn: '2026-11-16' },
  );
  const left = createWorldInstitution(
    6,
    weeks,
    { forms: 25, onlineBooking: 10 },
    { churnedOn: '2026-11-17' },
  );
  const gone = createWorldInstitution(
    4,
    weeks,
    { forms: 25 },
    { goLiveOn: '2026-09-01', churnedOn: '2026-10-01' },
  );
  await insertWorld(app.database.background, {
    institutions: [...peers, critical, falling, young, since, left, gone],
  });
  await app.database.background
    .insertInto('churn_event')
    .values([
      { institution_id: 4, noticed_on: '2026-09-20', effective_on: '2026-10-01', reason: 'price' },
      { institution_id: 1, noticed_on: '2026-11-19', effective_on: '2026-12-01', reason: 'price' },
    ])
    .execute();
}

test('come from the last official week or today, each with its date', async () => {
  await world();
  await closeCompleteWeeks(app.database.background, '2026-11-15', clock);
  await replaceProvisionalScores(app.database.background, '2026-11-18', clock);
  await advanceOnboardingCases(app.database.background, '2026-11-18');
  const answer = await figures();
  expect(answer).toMatchObject({
    rules: defaultHealthRules,
    businessTimeZone: 'America/Los_Angeles',
  });
  expect(answer.freshness.officialWeekEnd).toBe('2026-11-14');
  const week = { asOf: '2026-11-14' };
  expect(answer.figures).toEqual({
    bookingsPerLocation: { value: 40, asOf: '2026-11-15' },
    bookingLocations: { value: 33, asOf: '2026-11-15' },
    customers: { value: 34, ...week },
    averageScore: { value: expect.closeTo((30 * 100 + 15 + 45 + 7) / 33, 9), ...week },
    customersAtRisk: { value: 2, ...week },
    customersCritical: { value: 2, ...week },
    customersDeclining: { value: 1, ...week },
    customersInGrace: { value: 2, ...week },
    customersUnknown: { value: 1, ...week },
    customersInOnboarding: { value: 2, asOf: '2026-11-18' },
    churnEvents: { value: 1, asOf: '2026-11-18' },
  });
});

test('count customers in onboarding as the onboarding page does', async () => {
  await world();
  await advanceOnboardingCases(app.database.background, '2026-11-18');
  const page = await app.inject({ method: 'GET', url: getOnboardingList.path });
  const { rows, today } = getOnboardingList.response.parse(page.json());
  const { running } = onboardingFigures(rows, today);
  expect(running).toBe(2);
  expect((await figures()).figures.customersInOnboarding?.value).toBe(running);
});

test('follow the current rules', async () => {
  await app.database.background
    .insertInto('rules_version')
    .values([
      {
        rules_version_id: 1,
        rules: JSON.stringify(defaultHealthRules),
        note: 'first',
        created_at: clock(),
      },
      {
        rules_version_id: 2,
        rules: JSON.stringify({ ...defaultHealthRules, graceDays: 60 }),
        note: 'shorter grace',
        created_at: clock(),
      },
    ])
    .execute();
  expect((await figures()).rules.graceDays).toBe(60);
});

test('omit figures that were never measured', async () => {
  const answer = await figures();
  expect(Object.keys(answer.figures).sort()).toEqual(['churnEvents', 'customersInOnboarding']);
  expect(answer.freshness).toMatchObject({ officialWeekEnd: null, scoresAt: null });
});

test('require a session', async () => {
  expect((await app.app.inject({ method: 'GET', url: getGuideFigures.path })).statusCode).toBe(401);
});

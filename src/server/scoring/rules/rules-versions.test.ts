import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listWeekStartsUntil, weekEndOf } from '#shared/core/dates.ts';
import { defaultHealthRules, type HealthRules } from '#shared/core/scoring-rules.ts';
import {
  getRulesTrial,
  getScoringRules,
  postRulesTrial,
  postScoringRules,
  type TrialResult,
} from '#shared/scoring/rules.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { clearWorld, createWorldInstitution, insertWorld } from '#test/health-world.ts';
import { createQueuedJobRun } from '#test/recording-jobs.ts';
import { closeCompleteWeeks } from '../weeks.ts';
import { runPendingTrials } from './trial.ts';

const clock = () => new Date('2026-11-15T10:00:00Z');
const weeks = listWeekStartsUntil('2026-11-08', 20);
const run = createQueuedJobRun('rules.trial', clock());

let test: TestApp;
let admin: string;
beforeAll(async () => {
  const jobs = {
    known: [],
    runNow: async () => run,
    recentRuns: async () => [],
    stop: async () => undefined,
  };
  test = await buildTestApp({ now: clock(), dependencies: { jobs } });
  admin = await test.signIn('admin');
});
afterAll(() => test.close());
beforeEach(async () => {
  const { background } = test.database;
  await background.deleteFrom('rules_trial').execute();
  await clearWorld(background);
  await insertWorld(background, {
    institutions: [
      // 21 peers have a score of 100. Customer 1 has 60% of the peers' usage, customer 2 has 45%,
      // and the usage of customer 3 declines.
      ...Array.from({ length: 21 }, (_, index) =>
        createWorldInstitution(100 + index, weeks, { forms: 25 }),
      ),
      createWorldInstitution(1, weeks, { forms: 15 }),
      createWorldInstitution(2, weeks, { forms: 11.25 }),
      createWorldInstitution(3, weeks, { forms: weeks.map((_, index) => 25 - index) }),
    ],
  });
  await closeCompleteWeeks(background, '2026-11-15', clock);
});

const asAdmin = (method: 'GET' | 'POST', url: string, body?: object) =>
  test.inject({
    method,
    url,
    headers: { cookie: admin },
    ...(body === undefined ? {} : { payload: body }),
  });
const trialPath = (trialId: string) => getRulesTrial.path.replace(':trialId', trialId);

async function tried(
  changes: Partial<HealthRules>,
): Promise<{ trialId: string; result: TrialResult }> {
  const trialId = randomUUID();
  const asked = await asAdmin('POST', postRulesTrial.path, {
    trialId,
    rules: { ...defaultHealthRules, ...changes },
  });
  expect([asked.statusCode, asked.body]).toEqual([200, expect.stringContaining(trialId)]);
  await runPendingTrials(test.database.background, clock, () => undefined);
  const { result } = getRulesTrial.response.parse(
    (await asAdmin('GET', trialPath(trialId))).json(),
  );
  if (result === null) throw new Error('The trial has no result');
  return { trialId, result };
}

const officialRows = () =>
  test.database.background
    .selectFrom('score_week')
    .selectAll()
    .orderBy('institution_id')
    .orderBy('week_start')
    .execute();

describe('a trial', () => {
  it('of the current rules changes nothing', async () => {
    const { result } = await tried({});
    expect(result).toMatchObject({
      lastWeek: '2026-11-08',
      institutions: 24,
      changes: [],
      changesInAll: 0,
      churn: null,
    });
    expect(result.averageScore.trial).toBeCloseTo(result.averageScore.now ?? Number.NaN, 9);
    expect(result.atRisk.trial).toBe(result.atRisk.now);
  });

  it('lists customers that would change tier, and leaves official weeks unchanged', async () => {
    const before = await officialRows();
    const { result } = await tried({ mediumFrom: 40, healthyFrom: 55 });
    expect(result.changes).toMatchObject([
      {
        institutionId: 1,
        institutionName: 'Practice 1',
        tier: { now: 'Medium', trial: 'Healthy' },
      },
      {
        institutionId: 2,
        tier: { now: 'Critical', trial: 'Medium' },
        atRisk: { now: true, trial: false },
      },
    ]);
    expect(result.changesInAll).toBe(2);
    expect(result.movement.reduce((sum, { institutions }) => sum + institutions, 0)).toBe(24);
    expect(await officialRows()).toEqual(before);
  });

  it('counts losses that its alerts would have caught', async () => {
    await test.database.background
      .insertInto('churn_event')
      .values({
        institution_id: 1,
        noticed_on: weekEndOf('2026-09-20'),
        effective_on: '2026-10-05',
        reason: 'price',
      })
      .execute();
    const { result } = await tried({ mediumFrom: 65 });
    // Under the official rules, customer 2 is at risk, and customer 3 is at risk in the last week.
    // With Medium from 65, customer 1 is also at risk. Only customer 1 left.
    expect(result.churn).toMatchObject({ losses: 1, now: { right: 0 }, trial: { right: 1 } });
    expect(result.churn?.trial.alerts).toBeGreaterThan(result.churn?.now.alerts ?? Number.NaN);
  });

  it('reports a missing official week', async () => {
    await clearWorld(test.database.background);
    const trialId = randomUUID();
    await asAdmin('POST', postRulesTrial.path, { trialId, rules: defaultHealthRules });
    await runPendingTrials(test.database.background, clock, () => undefined);
    expect((await asAdmin('GET', trialPath(trialId))).json()).toMatchObject({
      result: null,
      error: expect.stringContaining('no official week'),
    });
  });

  it('restarts after a crash', async () => {
    const trialId = randomUUID();
    await asAdmin('POST', postRulesTrial.path, { trialId, rules: defaultHealthRules });
    const cut = new AbortController();
    const stopped = runPendingTrials(
      test.database.background,
      clock,
      (done) => (done === 3 ? cut.abort() : undefined),
      cut.signal,
    );
    await expect(stopped).rejects.toThrow();
    expect((await asAdmin('GET', trialPath(trialId))).json()).toMatchObject({
      weeksDone: 3,
      weeksTotal: 17,
      result: null,
    });
    expect(await runPendingTrials(test.database.background, clock, () => undefined)).toBe(1);
    expect((await asAdmin('GET', trialPath(trialId))).json()).toMatchObject({
      weeksDone: 17,
      result: { weeks: 17, changesInAll: 0 },
    });
  });
});

describe('saving', () => {
  it('creates a version for the next official week; past weeks keep theirs', async () => {
    const { trialId } = await tried({ healthyFrom: 55 });
    const saved = await asAdmin('POST', postScoringRules.path, {
      trialId,
      note: 'Healthy from 55',
    });
    expect(saved.json()).toMatchObject({
      version: 2,
      note: 'Healthy from 55',
      createdBy: { name: 'Avery Admin' },
      weeks: 0,
      firstWeek: null,
    });
    const { foreground } = test.database;
    const [reported] = await foreground
      .selectFrom('feed_week')
      .selectAll()
      .where('week_start', '=', '2026-11-08')
      .limit(1)
      .execute();
    if (reported === undefined) throw new Error('no feed');
    await foreground
      .insertInto('feed_week')
      .values({ ...reported, week_start: '2026-11-15', last_report_on: '2026-11-21' })
      .execute();
    await closeCompleteWeeks(test.database.background, '2026-11-22', clock);
    const { rows: versions } = getScoringRules.response.parse(
      (await test.inject({ method: 'GET', url: getScoringRules.path })).json(),
    );
    expect(versions).toMatchObject([
      { version: 2, weeks: 1, firstWeek: '2026-11-15', rules: { healthyFrom: 55 } },
      {
        version: 1,
        weeks: 17,
        lastWeek: '2026-11-08',
        rules: { healthyFrom: 75 },
        createdBy: null,
      },
    ]);
    const audits = await test.database.foreground
      .selectFrom('audit_log')
      .select(['action', 'object_id'])
      .where('object_id', 'in', [trialId, '2'])
      .orderBy('position')
      .execute();
    expect(audits).toEqual([
      { action: 'rules.try', object_id: trialId },
      { action: 'rules.save', object_id: '2' },
    ]);
  });

  it('twice creates one version', async () => {
    const { trialId } = await tried({ healthyFrom: 55 });
    const answers = await Promise.all(
      [1, 2].map(() => asAdmin('POST', postScoringRules.path, { trialId, note: 'Once' })),
    );
    const again = await asAdmin('POST', postScoringRules.path, { trialId, note: 'Once' });
    expect(again.json()).toMatchObject({ version: 2 });
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  it('is refused after another change', async () => {
    const mine = await tried({ healthyFrom: 55 });
    const theirs = await tried({ healthyFrom: 65 });
    await asAdmin('POST', postScoringRules.path, { trialId: theirs.trialId, note: 'Theirs' });
    const answer = await asAdmin('POST', postScoringRules.path, {
      trialId: mine.trialId,
      note: 'Mine',
    });
    expect([answer.statusCode, answer.body]).toEqual([
      409,
      expect.stringContaining('Another version of the rules was saved'),
    ]);
  });

  it('is refused for unfinished trials', async () => {
    const trialId = randomUUID();
    await asAdmin('POST', postRulesTrial.path, { trialId, rules: defaultHealthRules });
    expect(
      (await asAdmin('POST', postScoringRules.path, { trialId, note: 'Too early' })).statusCode,
    ).toBe(422);
    expect(
      (await asAdmin('POST', postScoringRules.path, { trialId: randomUUID(), note: 'Unknown' }))
        .statusCode,
    ).toBe(404);
    expect((await asAdmin('POST', postScoringRules.path, { trialId, note: ' ' })).statusCode).toBe(
      422,
    );
  });
});

describe('invalid input', () => {
  it.each([
    [
      { ...defaultHealthRules, mediumFrom: 80 },
      'rules.mediumFrom: must be below the start of Healthy',
    ],
    [{ ...defaultHealthRules, weights: { forms: -1 } }, 'rules.weights.forms'],
    [{ ...defaultHealthRules, weights: { nothing: 1 } }, 'rules.weights'],
    [{ ...defaultHealthRules, healthyFrom: '75' }, 'rules.healthyFrom'],
    [{ healthyFrom: 75 }, 'rules.mediumFrom'],
    [null, 'rules'],
  ])('%# is reported at its field', async (rules, field) => {
    const answer = await asAdmin('POST', postRulesTrial.path, { trialId: randomUUID(), rules });
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining(field)]);
  });

  it('members may read the rules but not test or save them', async () => {
    expect((await test.inject({ method: 'GET', url: getScoringRules.path })).statusCode).toBe(200);
    const trialId = randomUUID();
    const posts = [
      test.inject({
        method: 'POST',
        url: postRulesTrial.path,
        payload: { trialId, rules: defaultHealthRules },
      }),
      test.inject({ method: 'POST', url: postScoringRules.path, payload: { trialId, note: 'x' } }),
      test.inject({ method: 'GET', url: trialPath(trialId) }),
    ];
    expect((await Promise.all(posts)).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    expect((await asAdmin('GET', trialPath(randomUUID()))).statusCode).toBe(404);
  });
});

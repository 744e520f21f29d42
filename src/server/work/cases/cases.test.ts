import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import type { HealthTier } from '#shared/core/tiers.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import {
  findRiskReasons,
  getRiskCase,
  getRiskCases,
  postRiskAssignee,
  postRiskOutcomes,
  postRiskSnooze,
  postRiskUnsnooze,
} from '#shared/work/cases.ts';
import { getPeople } from '#shared/work/people.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { createScoreWeekRow } from '#test/score-week.ts';
import { isSnoozeActive } from './cases-rules.ts';

let test: TestApp;
let admin: string;

async function closeWeek(weekStart: string, tiers: Record<number, HealthTier>): Promise<void> {
  const { foreground } = test.database;
  await foreground
    .insertInto('official_week')
    .values({
      week_start: weekStart,
      week_end: weekStart,
      rules_version_id: 1,
      closed_at: new Date(),
      institutions: 1,
    })
    .execute();
  await foreground
    .insertInto('score_version')
    .values(
      Object.entries(tiers).map(([id, health_tier]) =>
        createScoreWeekRow({
          institution_id: Number(id),
          week_start: weekStart,
          health_tier,
          adoption_score: 61.5,
          weeks_declining: 3,
        }),
      ),
    )
    .execute();
}

beforeAll(async () => {
  test = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
  for (let institution_id = 1; institution_id <= 9; institution_id++)
    await insertInstitution(test.database, { institution_id });
  await test.database.foreground
    .insertInto('rules_version')
    .values({
      rules_version_id: 1,
      rules: JSON.stringify(defaultHealthRules),
      note: '',
      created_at: new Date(),
    })
    .execute();
  await closeWeek('2026-11-08', { 1: 'Medium', 2: 'Medium', 3: 'Critical', 4: 'Medium' });
  admin = await test.signIn('admin');
});
afterAll(() => test.close());

const post = (endpoint: { path: string }, payload: object, cookie?: string) =>
  test.inject({
    method: 'POST',
    url: endpoint.path,
    payload,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
/** Sends a change under a new id. */
const change = (endpoint: { path: string }, payload: object, cookie?: string) =>
  post(endpoint, { changeId: randomUUID(), ...payload }, cookie);
const outcome = (institution: number, payload: object, cookie?: string) =>
  post(postRiskOutcomes, { institutionIds: [institution], ...payload }, cookie);
const caseOf = async (institution: number) =>
  getRiskCase.response.parse(
    (await test.inject({ method: 'GET', url: `/api/institution/${institution}/risk-case` })).json(),
  );
const headlines = async (institution: number) =>
  getTimeline.response
    .parse(
      (
        await test.inject({
          method: 'GET',
          url: `/api/institution/${institution}/timeline?kinds=risk`,
        })
      ).json(),
    )
    .rows.map(({ actor, headline, body }) => [actor?.name, headline, body]);
const avery = async () =>
  getPeople.response
    .parse((await test.inject({ method: 'GET', url: getPeople.path })).json())
    .rows.find(({ name }) => name.startsWith('Avery'));

describe('a snooze', () => {
  it('hides a customer until its day, and records user, reason and an event', async () => {
    const answer = await change(postRiskSnooze, {
      cases: [{ institutionId: 1, version: 0 }],
      until: '2026-12-01',
      reason: ' Holiday season ',
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await caseOf(1)).toMatchObject({
      version: 1,
      snooze: {
        until: '2026-12-01',
        reason: 'Holiday season',
        by: { name: 'Morgan Member' },
        at: '2026-11-18T18:00:00.000Z',
      },
    });
    expect(await headlines(1)).toEqual([
      ['Morgan Member', 'Snoozed until Dec 1, 2026', 'Holiday season'],
    ]);
  });

  it('ends early and for good when a week is in a lower tier, but not in an unmeasurable week', async () => {
    for (const institutionId of [2, 4])
      await change(postRiskSnooze, {
        cases: [{ institutionId, version: 0 }],
        until: '2027-03-01',
        reason: 'Owner away',
      });
    await closeWeek('2026-11-15', { 2: 'Critical', 4: 'Unknown' });
    expect((await caseOf(2)).snooze).toBeNull();
    expect((await caseOf(4)).snooze).not.toBeNull();
    await closeWeek('2026-11-22', { 2: 'Healthy', 4: 'Healthy' });
    expect((await caseOf(2)).snooze).toBeNull();
    expect((await caseOf(4)).snooze).not.toBeNull();
  });

  it('can be ended manually', async () => {
    const { version } = await caseOf(4);
    test.setClock(new Date('2026-11-18T18:00:01Z'));
    const answer = await change(postRiskUnsnooze, { cases: [{ institutionId: 4, version }] });
    expect(answer.json().changed).toMatchObject([
      { institutionId: 4, snooze: null, version: version + 1 },
    ]);
    expect((await headlines(4))[0]?.[1]).toBe('Ended the snooze');
  });

  it.each([
    ['today', { until: '2026-11-18' }, 'until: must be after today'],
    ['the past', { until: '2020-01-01' }, 'until: must be after today'],
    ['too long', { until: '2027-06-01' }, 'until: must be at most 180 days ahead'],
    ['no day', { until: '2026-02-30' }, /until/],
    ['no reason', { reason: '  ' }, /reason/],
    ['a long reason', { reason: 'x'.repeat(301) }, /at most 300/],
    ['nobody', { cases: [] }, /cases/],
    [
      'one customer twice',
      { cases: [1, 1].map((institutionId) => ({ institutionId, version: 1 })) },
      /twice/,
    ],
    ['a version below nothing', { cases: [{ institutionId: 1, version: -1 }] }, /version/],
  ])('refuses %s', async (_, facts, message) => {
    const answer = await change(postRiskSnooze, {
      cases: [{ institutionId: 1, version: 1 }],
      until: '2026-12-01',
      reason: 'Season',
      ...facts,
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toMatch(message);
  });

  it('requires that all institutions exist', async () => {
    const cases = [5, 999].map((institutionId) => ({ institutionId, version: 0 }));
    const answer = await change(postRiskSnooze, { cases, until: '2026-12-01', reason: 'Season' });
    expect([answer.statusCode, answer.body]).toEqual([404, 'Institution 999 was not found.']);
    expect((await caseOf(5)).version).toBe(0);
    expect(
      (await test.inject({ method: 'GET', url: '/api/institution/999/risk-case' })).statusCode,
    ).toBe(404);
  });
});

it('is active until its day or a lower tier', () => {
  const until = '2026-12-01';
  const holds = (tierAtSnooze: HealthTier | null, tiersAfter: HealthTier[], today = '2026-11-30') =>
    isSnoozeActive({ until, tierAtSnooze, tiersAfter }, today);
  expect(holds('Medium', [])).toBe(true);
  expect(holds('Medium', [], '2026-12-01')).toBe(false);
  expect(holds('Medium', ['Healthy', 'Medium', 'Unknown'])).toBe(true);
  expect(holds('Medium', ['Healthy', 'Critical'])).toBe(false);
  expect(holds('Healthy', ['Medium'])).toBe(false);
  expect(holds('Critical', ['Critical'])).toBe(true);
  expect(holds('Unknown', ['Critical'])).toBe(true);
  expect(holds(null, ['Critical'])).toBe(true);
});

describe('assigning', () => {
  it('assigns many cases at once, and skips cases that changed meanwhile', async () => {
    const person = await avery();
    await change(
      postRiskAssignee,
      { cases: [{ institutionId: 6, version: 0 }], assigneeId: null },
      admin,
    );
    const cases = [5, 6, 7].map((institutionId) => ({ institutionId, version: 0 }));
    const answer = postRiskAssignee.response.parse(
      (await change(postRiskAssignee, { cases, assigneeId: person?.id })).json(),
    );
    expect(answer.changed.map(({ institutionId, assignee }) => [institutionId, assignee])).toEqual([
      [5, person],
      [7, person],
    ]);
    expect(answer.conflicts).toMatchObject([{ institutionId: 6, assignee: null, version: 1 }]);
    expect(await headlines(5)).toEqual([['Morgan Member', 'Assigned to Avery Admin', null]]);
    expect(await headlines(6)).toEqual([['Avery Admin', 'Removed the assignee', null]]);
  });

  it('returns 409 when nothing could be changed, and adds one event for two concurrent requests', async () => {
    const person = await avery();
    const both = await Promise.all(
      [undefined, admin].map((cookie) =>
        change(
          postRiskAssignee,
          { cases: [{ institutionId: 8, version: 0 }], assigneeId: person?.id },
          cookie,
        ),
      ),
    );
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
    expect(await headlines(8)).toHaveLength(1);
  });

  it('creates no case for a version that does not exist', async () => {
    const cases = [{ institutionId: 9, version: 2 ** 31 - 2 }];
    expect((await change(postRiskAssignee, { cases, assigneeId: null })).statusCode).toBe(409);
    expect(await headlines(9)).toEqual([]);
  });

  it('refuses an unknown user', async () => {
    const answer = await change(postRiskAssignee, {
      cases: [{ institutionId: 8, version: 1 }],
      assigneeId: randomUUID(),
    });
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      'assigneeId: this user is disabled. Choose someone else.',
    ]);
  });
});

describe('an outcome', () => {
  it('is stored once, with the customer’s score at that time', async () => {
    test.setClock(new Date('2026-11-18T18:00:02Z'));
    const outcomeId = randomUUID();
    const payload = { outcomeId, outcome: 'contacted', note: 'Spoke with <b>Anna</b>' };
    const answers = await Promise.all([1, 2].map(() => outcome(3, payload)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
    const { lastOutcome, outcomes } = await caseOf(3);
    expect(outcomes).toHaveLength(1);
    // The last official week did not score this customer.
    expect(lastOutcome).toMatchObject({
      ...payload,
      judgedWeek: null,
      judgedTier: null,
      judgedReasons: [],
      by: { name: 'Morgan Member' },
    });
    await outcome(2, { outcomeId, outcome: 'escalated' });
    expect((await caseOf(2)).lastOutcome).toMatchObject({
      judgedWeek: '2026-11-22',
      judgedScore: 61.5,
      judgedTier: 'Healthy',
      judgedReasons: ['declining'],
    });
    expect(await headlines(3)).toEqual([
      ['Morgan Member', 'Outcome: Contacted', 'Spoke with <b>Anna</b>'],
    ]);
    expect((await headlines(2))[0]).toEqual([
      'Morgan Member',
      'Outcome: Escalated, at a score of 62% (Healthy)',
      null,
    ]);
  });

  it('is added to earlier outcomes, which stay unchanged', async () => {
    test.setClock(new Date('2026-11-18T18:00:03Z'));
    const outcomeId = randomUUID();
    expect((await outcome(3, { outcomeId, outcome: 'recovering' })).json()).toEqual({
      institutionIds: [3],
      institutionName: 'Institution 3',
    });
    expect((await outcome(3, { outcomeId, outcome: 'wrong_alarm' })).statusCode).toBe(409);
    expect((await outcome(3, { outcomeId, outcome: 'recovering' }, admin)).statusCode).toBe(409);
    expect((await caseOf(3)).outcomes.map((each) => each.outcome)).toEqual([
      'recovering',
      'contacted',
    ]);
  });

  it.each([
    { outcome: 'fine' },
    { outcome: 'contacted', note: 'x'.repeat(2001) },
    { outcome: 'contacted', outcomeId: '7' },
    {},
  ])('refuses %j', async (facts) => {
    expect((await outcome(3, { outcomeId: randomUUID(), ...facts })).statusCode).toBe(422);
  });

  it('requires an existing institution', async () => {
    expect((await outcome(999, { outcomeId: randomUUID(), outcome: 'contacted' })).statusCode).toBe(
      404,
    );
  });
});

it('lists every case with work, and no other', async () => {
  const { rows: cases } = getRiskCases.response.parse(
    (await test.inject({ method: 'GET', url: getRiskCases.path })).json(),
  );
  expect(cases.map(({ institutionId }) => institutionId)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(cases.find(({ institutionId }) => institutionId === 3)?.lastOutcome?.outcome).toBe(
    'recovering',
  );
});

it('gives each reason its own condition', () => {
  const week = {
    healthTier: 'Medium' as HealthTier,
    consecutiveWeeksDeclining: 2,
    hasZeroUsage: false,
  };
  const rules = { decliningWeeksAtRisk: 3 };
  expect(findRiskReasons(week, rules)).toEqual([]);
  expect(findRiskReasons({ ...week, consecutiveWeeksDeclining: 3 }, rules)).toEqual(['declining']);
  expect(
    findRiskReasons(
      { healthTier: 'Critical', consecutiveWeeksDeclining: 4, hasZeroUsage: true },
      rules,
    ),
  ).toEqual(['critical', 'declining', 'not_active']);
});

import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import {
  exportOnboarding,
  getOnboardingCase,
  getOnboardingList,
  getWeekEndOnboardingStatuses,
  type OnboardingAction,
  postOnboardingChange,
  postOnboardingUndo,
} from '#shared/onboarding/onboarding.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';
import { onboardingJobs } from './jobs.ts';
import { advanceOnboardingCases } from './refresh.ts';

let test: TestApp;
const today = '2026-11-18';
const weeks = Array.from({ length: 20 }, (_, at) => addDays('2026-11-08', 7 * (at - 19)));
/** Returns the Sunday of a go-live `count` weeks ago. */
const liveWeeksAgo = (count: number) => addDays('2026-11-15', -7 * count);
/** Score at the end of each week since go-live, by customer. */
const scores: Record<number, (weekOfLife: number) => number | null> = {
  1: (week) => Math.min(90, week * 8),
  2: () => 12,
  3: () => null,
  4: (week) => (week < 5 ? 40 : 85),
};

beforeAll(async () => {
  test = await buildTestApp();
  const { database } = test;
  await insertInstitution(database, {
    institution_id: 1,
    name: 'Fast Dental',
    created_on: null,
    go_live_on: liveWeeksAgo(9),
  });
  await insertInstitution(database, {
    institution_id: 2,
    name: 'Stuck Dental',
    created_on: null,
    go_live_on: liveWeeksAgo(9),
  });
  await insertInstitution(database, {
    institution_id: 3,
    name: 'Silent Dental',
    created_on: null,
    go_live_on: liveWeeksAgo(4),
  });
  await insertInstitution(
    database,
    { institution_id: 4, name: 'Done Dental', created_on: null, go_live_on: liveWeeksAgo(18) },
    [
      {
        location_id: 40,
        name: 'Done Main',
        online_booking_link: 'book.example/done',
        opened_on: null,
      },
    ],
  );
  await insertInstitution(database, { institution_id: 5, name: 'Old Dental' });
  for (const institution_id of [6, 7])
    await insertInstitution(database, {
      institution_id,
      name: `Signed Dental ${institution_id}`,
      created_on: null,
      go_live_on: null,
    });
  const { foreground } = database;
  const contract = {
    external_source: 'test',
    contract_id: '1',
    product: null,
    ends_on: null,
    monthly_cents: 10_000,
  };
  await foreground
    .insertInto('contract')
    .values([
      { ...contract, institution_id: 6, starts_on: '2026-11-02' },
      { ...contract, institution_id: 7, starts_on: '2024-11-02' },
    ])
    .execute();
  await insertOfficialWeeks(foreground, weeks);
  const lives = { 1: 9, 2: 9, 3: 4, 4: 18 } as const;
  await foreground
    .insertInto('score_version')
    .values(
      Object.entries(lives).flatMap(([id, weeksAgo]) =>
        weeks
          .filter((week) => week >= liveWeeksAgo(weeksAgo))
          .map((week) => {
            const age = daysBetween(liveWeeksAgo(weeksAgo), week) / 7;
            return createScoreWeekRow({
              institution_id: Number(id),
              week_start: week,
              adoption_score: scores[Number(id)]?.(age + 1) ?? null,
            });
          }),
      ),
    )
    .execute();
  await foreground
    .insertInto('entitlement')
    .values(
      [1, 2, 3, 4].flatMap((institution_id) =>
        (['onlineBooking', 'forms'] as const).map((product) => ({
          institution_id,
          product,
          valid_from: '2026-01-01',
          valid_to: null,
        })),
      ),
    )
    .execute();
  const use = (
    institution_id: number,
    product: 'forms' | 'onlineBooking',
    week_start: string,
    value: number,
  ) => ({
    institution_id,
    location_id: institution_id * 10,
    product,
    week_start,
    value,
  });
  const first = liveWeeksAgo(9);
  await foreground
    .insertInto('usage_week')
    .values([
      use(1, 'forms', first, 0),
      use(1, 'forms', addDays(first, 7), 4),
      use(1, 'onlineBooking', first, 2),
      use(2, 'forms', addDays(first, -14), 9),
      use(2, 'forms', addDays(first, 7), 3),
      use(4, 'forms', liveWeeksAgo(18), 5),
    ])
    .execute();
  await foreground
    .insertInto('usage_daily')
    .values([
      { institution_id: 1, location_id: 10, product: 'forms', day: addDays(first, 9), value: 4 },
    ])
    .execute();
  await foreground
    .insertInto('feed_week')
    .values([
      { institution_id: 1, location_id: 10, week_start: first, last_report_on: addDays(first, 2) },
    ])
    .execute();
  await advanceOnboardingCases(database.background, today);
});
afterAll(() => test.close());

const list = async () =>
  getOnboardingList.response.parse(
    (await test.inject({ method: 'GET', url: getOnboardingList.path })).json(),
  );
const rowOf = async (id: number) =>
  (await list()).rows.find(({ institutionId }) => institutionId === id);
const caseOf = async (id: number): Promise<ResponseOf<typeof getOnboardingCase>> =>
  getOnboardingCase.response.parse(
    (await test.inject({ method: 'GET', url: `/api/institution/${id}/onboarding` })).json(),
  );
async function send(
  change: OnboardingAction,
  ids: number[],
  more: { changeId?: string; version?: number } = {},
) {
  const rows = (await list()).rows;
  const cases = ids.map((institutionId) => ({
    institutionId,
    version: more.version ?? rows.find((row) => row.institutionId === institutionId)?.version ?? 1,
  }));
  const payload = { changeId: more.changeId ?? randomUUID(), cases, change };
  const answer = await test.inject({ method: 'POST', url: postOnboardingChange.path, payload });
  return {
    status: answer.statusCode,
    body:
      answer.statusCode === 200 ? postOnboardingChange.response.parse(answer.json()) : answer.body,
  };
}

describe('the refresh', () => {
  it('opens a case for each new customer and for no other', async () => {
    expect(
      (await list()).rows.map(({ institutionName, state, day }) => [institutionName, state, day]),
    ).toEqual([
      ['Fast Dental', 'on_track', 66],
      ['Stuck Dental', 'stuck', 66],
      ['Silent Dental', 'not_started', 31],
      ['Done Dental', 'graduated', 129],
      ['Signed Dental 6', 'not_live', null],
    ]);
    expect(await rowOf(6)).toMatchObject({ contractOn: '2026-11-02', goLiveDate: null });
    expect((await caseOf(6)).milestones.find(({ key }) => key === 'contract')?.doneOn).toBe(
      '2026-11-02',
    );
  });

  it('computes the same pace as plain arithmetic', async () => {
    // The ninth week since go-live ends on day 62. The plan expects a score of 50 on day 60 and 80
    // on day 90, so on day 62 it expects 50 + (80 - 50) * (62 - 60) / (90 - 60) = 52.
    expect(await rowOf(1)).toMatchObject({ scoreDay: 62, score: 72, expected: 52, pace: 20 });
    expect(await rowOf(2)).toMatchObject({ scoreDay: 62, score: 12, expected: 52, pace: -40 });
    expect(await rowOf(3)).toMatchObject({ scoreDay: null, score: null, pace: null });
    const { checkpoints } = (await rowOf(1)) ?? {};
    // On day 30, the latest score is from the end of week 4 (day 27): 4 * 8 = 32. On day 60, the
    // latest score is from the end of week 8 (day 55): 8 * 8 = 64.
    expect(checkpoints?.map(({ day, score }) => [day, score])).toEqual([
      [30, 32],
      [60, 64],
    ]);
  });

  it('completes milestones proven by data, with the proving row', async () => {
    const done = (await caseOf(1)).milestones.filter(({ doneOn }) => doneOn !== null);
    const first = liveWeeksAgo(9);
    expect(
      done.map(({ key, product, doneOn, evidence }) => [key, product, doneOn, evidence]),
    ).toEqual([
      ['ehr_connected', null, addDays(first, 2), 'Location 10 reported first on Sep 15, 2026'],
      [
        'first_use',
        'onlineBooking',
        addDays(first, 6),
        '2 uses at Location 10 in the week of Sep 13, 2026',
      ],
      ['first_use', 'forms', addDays(first, 9), '4 uses at Location 10 on Sep 22, 2026'],
      ['checkpoint_30', null, addDays(first, 27), 'Score 32% in the week ending Oct 10, 2026'],
      ['checkpoint_60', null, addDays(first, 48), 'Score 56% in the week ending Oct 31, 2026'],
    ]);
    expect((await rowOf(2))?.firstUses).toEqual({ forms: 13 });
    const link = (await caseOf(4)).milestones.find(({ key }) => key === 'booking_link');
    expect(link).toMatchObject({
      doneOn: liveWeeksAgo(18),
      evidence: 'Done Main has the booking link book.example/done',
    });
  });

  it('graduates after four consecutive weeks at the target', async () => {
    // From the fifth week since go-live on, the score is 85.
    expect((await rowOf(4))?.graduatedOn).toBe(addDays(liveWeeksAgo(18), 7 * 8 - 1));
  });

  it('saves each week once for repeated and interrupted runs', async () => {
    const kept = () =>
      test.database.foreground
        .selectFrom('onboarding_week')
        .selectAll()
        .orderBy('institution_id')
        .orderBy('week_start')
        .execute();
    const before = await kept();
    expect(before.filter((row) => row.institution_id === 2)).toHaveLength(9);
    expect(before.filter((row) => row.institution_id === 4)).toHaveLength(8);
    await test.database.foreground
      .deleteFrom('onboarding_week')
      .where('institution_id', '=', 2)
      .where('day', '>', 30)
      .execute();
    const stopped = new AbortController();
    stopped.abort(new Error('stop'));
    const job = onboardingJobs[0];
    const context = { businessDate: today, progress: async () => undefined };
    await expect(
      job?.run(test.dependencies, { ...context, signal: stopped.signal }),
    ).rejects.toThrow('stop');
    expect(
      await job?.run(test.dependencies, { ...context, signal: new AbortController().signal }),
    ).toEqual({ cases: 5, opened: 0 });
    expect(await kept()).toEqual(before);
  });

  it('shows past weeks unchanged', async () => {
    const week = addDays(liveWeeksAgo(18), 35);
    const { rows } = getWeekEndOnboardingStatuses.response.parse(
      (await test.inject({ method: 'GET', url: `/api/onboarding/week/${week}` })).json(),
    );
    expect(rows).toMatchObject([
      { institutionName: 'Done Dental', day: 41, score: 85, state: 'on_track' },
    ]);
  });
});

describe('actions', () => {
  const timeline = async (id: number) =>
    getTimeline.response
      .parse(
        (
          await test.inject({
            method: 'GET',
            url: `/api/institution/${id}/timeline?kinds=milestone`,
          })
        ).json(),
      )
      .rows.map(({ headline }) => headline);

  it('block, pause, resume and extend a case, each on its timeline', async () => {
    expect((await send({ action: 'block', blocker: 'training' }, [2])).body).toMatchObject({
      changed: [2],
      institutionName: 'Stuck Dental',
    });
    expect(await rowOf(2)).toMatchObject({ blocker: 'training', blockedSince: today });
    expect((await send({ action: 'block', blocker: 'training' }, [2])).status).toBe(422);
    await send({ action: 'pause', reason: 'Moving house' }, [2]);
    expect(await rowOf(2)).toMatchObject({
      state: 'paused',
      pausedSince: today,
      pauseReason: 'Moving house',
      weekBefore: { state: 'stuck' },
    });
    await send({ action: 'resume' }, [2]);
    await send({ action: 'unblock' }, [2]);
    await send({ action: 'extend', days: 30 }, [2]);
    expect(await rowOf(2)).toMatchObject({
      state: 'stuck',
      blocker: null,
      lastDay: 210,
      extensionDays: 30,
      lastTouchOn: today,
    });
    expect((await timeline(2)).slice(0, 5).toSorted()).toEqual([
      'Extended onboarding by 30 days',
      'Onboarding blocked: Training',
      'Onboarding no longer blocked',
      'Paused onboarding',
      'Resumed onboarding',
    ]);
  });

  it('are undone with their earlier state, by the same user and only while unchanged', async () => {
    const undo = async (changeId: string, headers = {}) => {
      const url = buildUrl(postOnboardingUndo.path, { changeId });
      return (await test.inject({ method: 'POST', url, payload: {}, headers })).statusCode;
    };
    const changes: OnboardingAction[] = [
      { action: 'block', blocker: 'staff' },
      { action: 'pause', reason: 'Moving house' },
      { action: 'extend', days: 60 },
      { action: 'graduate' },
    ];
    for (const change of changes) {
      const { version, lastTouchOn, ...before } = { ...(await rowOf(2)) };
      const changeId = randomUUID();
      expect((await send(change, [2], { changeId })).status).toBe(200);
      expect(await rowOf(2)).not.toMatchObject(before);
      expect(await undo(changeId, { cookie: await test.signIn('admin') })).toBe(403);
      for (const _ of [1, 2]) expect(await undo(changeId)).toBe(200);
      expect(await rowOf(2)).toMatchObject(before);
    }
    expect(await timeline(2)).toContain('Undid onboarding change: graduation');
    const graduation = async () =>
      (await caseOf(2)).milestones.find(({ key }) => key === 'graduation');
    await test.database.foreground
      .updateTable('onboarding_milestone')
      .set({ done_on: '2026-10-01' })
      .where('institution_id', '=', 2)
      .where('milestone', '=', 'graduation')
      .execute();
    const graduatedBefore = await graduation();
    expect(graduatedBefore).toMatchObject({ doneOn: '2026-10-01' });
    const graduateId = randomUUID();
    await send({ action: 'graduate' }, [2], { changeId: graduateId });
    expect(await graduation()).not.toEqual(graduatedBefore);
    expect(await undo(graduateId)).toBe(200);
    expect(await graduation()).toEqual(graduatedBefore);
    const changeId = randomUUID();
    await send({ action: 'pause', reason: 'Moving house' }, [2], { changeId });
    await send({ action: 'resume' }, [2]);
    expect(await undo(changeId)).toBe(409);
    expect(await undo(randomUUID())).toBe(404);
  });

  it('complete a milestone manually and undo it, except those proven by data', async () => {
    await send({ action: 'complete', milestone: 'kickoff', product: null }, [1]);
    expect((await caseOf(1)).milestones.find(({ key }) => key === 'kickoff')).toMatchObject({
      doneOn: today,
      doneBy: 'Morgan Member',
      evidence: null,
    });
    expect((await rowOf(1))?.kickoffOn).toBe(today);
    await send({ action: 'reopen', milestone: 'kickoff', product: null }, [1]);
    expect((await rowOf(1))?.kickoffOn).toBeNull();
    const proven = await send(
      { action: 'complete', milestone: 'first_use', product: 'forms' },
      [3],
    );
    expect(proven).toEqual({
      status: 422,
      body: expect.stringContaining('completed automatically from data'),
    });
  });

  it('apply once when repeated, and never to an old version', async () => {
    const changeId = randomUUID();
    const version = (await rowOf(1))?.version ?? 0;
    const first = await send({ action: 'extend', days: 60 }, [1], { changeId, version });
    const again = await send({ action: 'extend', days: 60 }, [1], { changeId, version });
    expect([first.status, again.status, (await rowOf(1))?.extensionDays]).toEqual([200, 200, 60]);
    expect((await send({ action: 'extend', days: 30 }, [1], { changeId, version })).status).toBe(
      409,
    );
    expect((await send({ action: 'extend', days: 30 }, [1], { version })).status).toBe(409);
  });

  it('skip unsuitable cases in bulk', async () => {
    const { body } = await send({ action: 'graduate' }, [3, 4]);
    expect(body).toMatchObject({ changed: [3], conflicts: [], unfit: [4] });
    expect(await rowOf(3)).toMatchObject({ state: 'graduated', graduatedOn: today });
    expect((await send({ action: 'hand_over' }, [3, 4])).body).toMatchObject({ changed: [3, 4] });
    expect((await send({ action: 'hand_over' }, [3])).status).toBe(422);
    expect((await send({ action: 'extend', days: 30 }, [5])).status).toBe(422);
    expect((await send({ action: 'extend', days: 30 }, [99])).status).toBe(404);
  });
});

it('exports the list', async () => {
  const answer = await test.inject({
    method: 'GET',
    url: `${exportOnboarding.path}?cols=institutionName,state,pace&f.institutionName=Fast`,
  });
  expect(parse(answer.body, { bom: true, columns: true })).toEqual([
    { Customer: 'Fast Dental', State: 'On track', 'Pace (pts)': '20' },
  ]);
});

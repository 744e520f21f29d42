import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceProvisionalScores } from '#server/scoring/provisional.ts';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import { listWeekStartsUntil } from '#shared/core/dates.ts';
import { getHealthHistory } from '#shared/timeline/history.ts';
import { postRiskOutcomes } from '#shared/work/cases.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createWorldInstitution, insertWorld } from '#test/health-world.ts';

const weeks = listWeekStartsUntil('2026-11-08', 8);
const clock = () => new Date('2026-11-15T10:00:00Z');
let test: TestApp;

beforeAll(async () => {
  test = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
  const peers = Array.from({ length: 24 }, (_, index) =>
    createWorldInstitution(100 + index, weeks, { forms: 20 }),
  );
  const falling = createWorldInstitution(1, weeks, { forms: [20, 20, 20, 20, 20, 20, 0, 0] });
  await insertWorld(test.database.background, { institutions: [falling, ...peers] });
  await closeCompleteWeeks(test.database.background, '2026-11-15', clock);
  await replaceProvisionalScores(test.database.background, '2026-11-18', clock);
  await insertWorld(test.database.background, {
    institutions: [createWorldInstitution(3, [], {})],
  });
  const send = (id: number, rest: string, payload: object) =>
    test.inject({ method: 'POST', url: `/api/institution/${id}/${rest}`, payload });
  await send(1, 'notes', {
    noteId: randomUUID(),
    body: `Spoke with <b>Anna</b>\n${'and so on '.repeat(40)}`,
  });
  await send(3, 'notes', { noteId: randomUUID(), body: 'Imported today' });
  const outcome = { institutionIds: [1], outcomeId: randomUUID(), outcome: 'contacted' };
  await test.inject({ method: 'POST', url: postRiskOutcomes.path, payload: outcome });
  for (const status of ['done', 'dropped']) {
    const taskId = randomUUID();
    await send(1, 'tasks', { taskId, title: `To be ${status}` });
    await test.inject({
      method: 'PATCH',
      url: `/api/institution/1/tasks/${taskId}`,
      payload: { version: 1, status },
    });
  }
});
afterAll(() => test.close());

const ask = (path: string) => test.inject({ method: 'GET', url: `/api/institution/${path}` });
const history = async (id: number, query = '') =>
  getHealthHistory.response.parse((await ask(`${id}/health-history${query}`)).json());

describe('the history of a score', () => {
  it('has each scored week, oldest first, with the tiers of its own rules', async () => {
    const { weeks: found } = await history(1);
    expect(
      found.map(({ weekStartDate, adoptionScore, healthTier, scoreChange }) => [
        weekStartDate,
        adoptionScore,
        healthTier,
        scoreChange,
      ]),
    ).toEqual([
      [weeks[3], 100, 'Healthy', null],
      [weeks[4], 100, 'Healthy', 0],
      [weeks[5], 100, 'Healthy', 0],
      [weeks[6], 75, 'Healthy', -25],
      [weeks[7], 50, 'Medium', -25],
    ]);
    expect(found[0]).toMatchObject({
      weekEndDate: '2026-10-17',
      inGrace: false,
      healthyFrom: 75,
      mediumFrom: 50,
    });
  });

  it('returns the current week separately', async () => {
    expect((await history(1)).provisional).toMatchObject({
      asOfDay: expect.any(String),
      healthTier: expect.any(String),
    });
  });

  it('pins notes, tasks that were done, outcomes and changes of tier to their weeks', async () => {
    const { events } = await history(1);
    expect(events.map(({ kind, weekStartDate }) => [kind, weekStartDate])).toEqual([
      ['score', '2026-11-08'],
      ['note', '2026-11-15'],
      ['risk', '2026-11-15'],
      ['task', '2026-11-15'],
    ]);
    expect(events[0]).toMatchObject({ text: 'Fell from Healthy to Medium', tone: 'bad' });
    expect(events[1]?.text).toMatch(
      /^Note \(Morgan Member\): Spoke with <b>Anna<\/b> and so on .*…$/,
    );
    expect(events[1]?.text.length).toBeLessThan(160);
    expect(events[2]?.text).toBe('Outcome: Contacted, at a score of 50% (Medium) (Morgan Member)');
    expect(events[3]?.text).toBe('Completed “To be done” (Morgan Member)');
  });

  it('leaves out what happened before its first week', async () => {
    const { weeks: found, events } = await history(1, '?weeks=1');
    expect(found).toHaveLength(1);
    expect(events.some(({ kind }) => kind === 'milestone')).toBe(false);
    expect(events.every(({ weekStartDate }) => weekStartDate >= '2026-11-08')).toBe(true);
  });

  it('of an imported institution that was never scored contains only its events', async () => {
    const { weeks: found, provisional, events } = await history(3);
    expect([found, provisional]).toEqual([[], null]);
    expect(events.map(({ text }) => text)).toEqual(['Note (Morgan Member): Imported today']);
  });
});

it('is a 404 for an unknown institution and a 422 for an invalid id or number of weeks', async () => {
  expect((await ask('999/health-history')).statusCode).toBe(404);
  for (const id of ['0', '-1', 'abc', '1.5', '9007199254740993'])
    expect((await ask(`${id}/health-history`)).statusCode).toBe(422);
  for (const count of ['0', '105', '-1', '2.5', 'x'])
    expect((await ask(`1/health-history?weeks=${count}`)).statusCode).toBe(422);
});

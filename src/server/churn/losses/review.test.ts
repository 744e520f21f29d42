import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summarizeSignalBackTest } from '#shared/churn/losses/back-test-rules.ts';
import { getLosses } from '#shared/churn/losses/losses.ts';
import { getLossReview, getMissedSignals, getSignalBackTest } from '#shared/churn/losses/review.ts';
import { churnFeatures } from '#shared/churn/patterns/features.ts';
import { addDays, daysBetween } from '#shared/core/dates.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertChurnWorld } from '#test/churn-world.ts';
import { insertInstitution } from '#test/factories.ts';

let test: TestApp;
const today = '2026-11-18';
const lossId = randomUUID();
const path = `/api/institution/900/losses/${lossId}/retro`;
const facts = {
  didWell: 'Two visits',
  signalsSeen: 'Tickets',
  missed: { feature: 'score', comparison: 'at_most', value: 55 },
  changes: 'Call earlier',
  learning: 'Forms are hard to set up',
};
const keep = (changes: object) =>
  test.inject({ method: 'POST', url: path, payload: { ...facts, version: 0, ...changes } });

beforeAll(async () => {
  test = await buildTestApp({ now: new Date(`${today}T18:00:00Z`) });
  await insertChurnWorld(test.database, { until: '2026-11-15', institutions: 80 });
  await insertInstitution(test.database, { institution_id: 900, name: 'Lost Dental' });
  await test.database.foreground
    .insertInto('churn_event')
    .values({
      institution_id: 900,
      loss_id: lossId,
      noticed_on: '2026-11-01',
      effective_on: '2026-12-01',
      reason: 'Low use',
    })
    .execute();
});
afterAll(() => test.close());

describe('a loss review', () => {
  it('is saved with the missed signal and marked done in the list', async () => {
    expect((await test.inject({ method: 'GET', url: path })).json()).toEqual({
      retro: null,
      known: null,
    });
    expect((await keep({ missed: undefined })).statusCode).toBe(422);
    expect((await keep({ missed: { ...facts.missed, feature: 'mood' } })).statusCode).toBe(422);
    expect((await keep({})).statusCode).toBe(200);
    const { retro } = getLossReview.response.parse(
      (await test.inject({ method: 'GET', url: path })).json(),
    );
    expect(retro).toMatchObject({ ...facts, version: 1, by: { name: 'Morgan Member' } });
    const { rows } = getLosses.response.parse(
      (await test.inject({ method: 'GET', url: getLosses.path })).json(),
    );
    expect(rows.find((row) => row.lossId === lossId)).toMatchObject({
      retroDoneOn: today,
      missedSignal: 'Adoption score: at most 55%',
    });
  });

  it('does not overwrite a newer review', async () => {
    expect((await keep({})).statusCode).toBe(409);
    expect((await keep({ version: 1, learning: 'More' })).json()).toMatchObject({
      retro: { version: 2, learning: 'More' },
    });
    expect((await keep({ version: 1 })).statusCode).toBe(409);
  });

  it('shows data known 30 days before the notice, and nothing later', async () => {
    const known = churnFeatures.map(({ key }) =>
      key === 'score' ? 41.5 : key === 'tickets' ? 0 : null,
    );
    const rows = ['2026-09-27', '2026-10-02', '2026-10-03'].map((day, at) => ({
      institution_id: 900,
      day,
      known: known.map((value) => value && value + at),
    }));
    await test.database.foreground.insertInto('churn_feature').values(rows).execute();
    const answer = getLossReview.response.parse(
      (await test.inject({ method: 'GET', url: path })).json(),
    );
    await test.database.foreground
      .deleteFrom('churn_feature')
      .where('institution_id', '=', 900)
      .execute();
    const values = [
      { feature: 'score', value: 42.5 },
      { feature: 'tickets', value: 0 },
    ];
    expect(answer.known).toEqual({ on: '2026-10-02', values });
  });

  it('requires an existing loss', async () => {
    const other = `/api/institution/901/losses/${lossId}/retro`;
    expect((await test.inject({ method: 'GET', url: other })).statusCode).toBe(404);
  });
});

it('a back-test equals a plain count without the customer of the review', async () => {
  const queries = test.database.foreground;
  const features = await queries
    .selectFrom('churn_feature')
    .selectAll()
    .orderBy('institution_id')
    .orderBy('day')
    .execute();
  const notices = await queries
    .selectFrom('churn_event')
    .select(['institution_id', 'noticed_on'])
    .execute();
  const place = churnFeatures.findIndex(({ key }) => key === 'score');
  const counted = (without: number) => {
    const told = { came: 0, left: 0, all: 0, allLeft: 0 };
    const last = new Map<number, string>();
    for (const { institution_id: id, day, known } of features) {
      if (id === without || day > addDays(today, -60) || new Date(day).getUTCDay() !== 0) continue;
      const hasLeft = notices.some(
        (notice) =>
          notice.institution_id === id &&
          notice.noticed_on >= day &&
          daysBetween(day, notice.noticed_on) < 60,
      );
      told.all += 1;
      if (hasLeft) told.allLeft += 1;
      const value = known[place] ?? null;
      if (value === null || value > 55) continue;
      const before = last.get(id);
      last.set(id, day);
      if (before !== undefined && daysBetween(before, day) <= 28) continue;
      told.came += 1;
      if (hasLeft) told.left += 1;
    }
    return told;
  };
  const asked = async (without: number) =>
    getSignalBackTest.response.parse(
      (
        await test.inject({
          method: 'GET',
          url: `/api/churn/back-test?feature=score&comparison=at_most&value=55&without=${without}`,
        })
      ).json(),
    );
  expect(await asked(900)).toEqual(counted(900));
  expect((await asked(900)).came).toBeGreaterThan(5);
  const [first = 0] = features.map((row) => row.institution_id);
  expect(await asked(first)).toEqual(counted(first));
  expect((await asked(first)).all).toBeLessThan((await asked(900)).all);
});

it('lists signals from reviews with their back-tests until the loss is withdrawn', async () => {
  const rows = async () =>
    getMissedSignals.response.parse(
      (await test.inject({ method: 'GET', url: getMissedSignals.path })).json(),
    ).rows;
  const url = '/api/churn/back-test?feature=score&comparison=at_most&value=55&without=900';
  const tried = getSignalBackTest.response.parse(
    (await test.inject({ method: 'GET', url })).json(),
  );
  expect(await rows()).toEqual([{ signal: facts.missed, lookBacks: 1, backTest: tried }]);
  const takeBack = {
    method: 'POST',
    url: `/api/institution/900/losses/${lossId}/take-back`,
    payload: { reason: 'They stay', version: 1 },
  } as const;
  expect((await test.inject(takeBack)).statusCode).toBe(200);
  expect(await rows()).toEqual([]);
});

describe('the verdict on a candidate', () => {
  it.each([
    [{ came: 0, left: 0, all: 0, allLeft: 0 }, /can’t be tested yet/],
    [{ came: 4, left: 4, all: 1000, allLeft: 30 }, /fewer than 5 times/],
    [{ came: 100, left: 40, all: 1000, allLeft: 30 }, /would have helped/],
    [{ came: 100, left: 3, all: 1000, allLeft: 30 }, /doesn’t predict/],
    [{ came: 200, left: 0, all: 1000, allLeft: 100 }, /points the other way/],
  ])('%j: %s', (found, words) => expect(summarizeSignalBackTest(found)).toMatch(words));
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { getSettings, postSettings } from '#shared/core/settings/app-settings.ts';
import {
  type ProspectChange,
  postProspectChange,
  postProspectFact,
} from '#shared/prospects/changes.ts';
import { getProspectPage, getTerritoryRenames } from '#shared/prospects/list.ts';
import { getProspectProfile } from '#shared/prospects/profile.ts';
import { defaultProspectScoreSettings } from '#shared/prospects/sales-settings.ts';
import { getScoreBackTest, minimumWonProspects } from '#shared/prospects/score/back-test.ts';
import { postScorePreview } from '#shared/prospects/score/preview.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertProspect } from '#test/factories.ts';

let test: TestApp;
let admin: string;
let cookie: string;

beforeAll(async () => {
  test = await buildTestApp();
  cookie = await test.signIn('admin');
  const addresses = ['1 Main St, Hartford, CT 06103', '2 Oak St, New Haven, CT 06510', 'somewhere'];
  for (const [at, address] of addresses.entries())
    await insertProspect(test.database, {
      prospect_id: at + 1,
      address,
      phone: at === 2 ? '860-321-0177' : '(860) 321-0123',
    });
  const { user_id } = await test.database.foreground
    .selectFrom('app_user')
    .select('user_id')
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  admin = user_id;
});
afterAll(() => test.close());

/** Inserts the change that won a prospect, with these values before it. */
async function insertWonChange(database: Database, prospectId: number, before: object) {
  const at = new Date('2026-10-01T15:00:00Z');
  await database.foreground
    .insertInto('prospect_work')
    .values({
      prospect_id: prospectId,
      stage: 'Won',
      stage_since: at,
      owner_id: null,
      lost_reason: null,
      monthly_cents: null,
      version: 1,
    })
    .execute();
  await database.foreground
    .insertInto('prospect_change')
    .values({
      prospect_id: prospectId,
      change_id: randomUUID(),
      changed_by: admin,
      changed_at: at,
      change: JSON.stringify({ action: 'convert' }),
      before: JSON.stringify({ stage: 'Proposal', ...before }),
    })
    .execute();
}

const page = async (list = '') =>
  getProspectPage.response.parse(
    (
      await test.inject({ method: 'GET', url: buildUrl(getProspectPage.path, {}, { list }) })
    ).json(),
  ).rows;
const profile = async (id: number) =>
  getProspectProfile.response.parse(
    (
      await test.inject({
        method: 'GET',
        url: buildUrl(getProspectProfile.path, {}, { key: `prospect-${id}` }),
      })
    ).json(),
  );
async function change(ids: readonly number[], made: ProspectChange, changeId = randomUUID()) {
  const rows = await page();
  const prospects = ids.map((prospectId) => ({
    prospectId,
    version: rows.find((row) => row.prospectId === prospectId)?.version ?? 0,
  }));
  return test.inject({
    method: 'POST',
    url: postProspectChange.path,
    payload: { changeId, prospects, change: made },
  });
}
async function save(settings: Record<string, unknown>) {
  const { version } = getSettings.response.parse(
    (await test.inject({ method: 'GET', url: getSettings.path, headers: { cookie } })).json(),
  );
  return test.inject({
    method: 'POST',
    url: postSettings.path,
    payload: { changeId: randomUUID(), version, settings },
    headers: { cookie },
  });
}
const territory = {
  id: randomUUID(),
  name: 'East',
  states: ['CT'],
  zipPrefixes: [],
  ownerId: null,
};

it('assigns by territory, and finds a renamed territory by its former name', async () => {
  const shore = { ...territory, id: randomUUID(), name: 'Shore', states: [], zipPrefixes: ['065'] };
  const salesTerritories = [{ ...territory, ownerId: admin }, shore];
  expect((await save({ salesTerritories })).statusCode).toBe(200);
  expect((await page('sort=name')).map((row) => row.territory)).toEqual(['East', 'Shore', null]);
  const assigned = await change([1, 2, 3], { action: 'assignByTerritory' });
  expect(postProspectChange.response.parse(assigned.json()).prospects).toMatchObject([
    { prospectId: 1 },
  ]);
  expect((await profile(1)).activity[0]?.text).toMatch(/as the owner of the territory East$/);
  await save({ salesTerritories: [{ ...territory, name: 'Atlantic', ownerId: admin }, shore] });
  expect(await page('f.territory=East')).toMatchObject([{ prospectId: 1, territory: 'Atlantic' }]);
  const renames = await test.inject({ method: 'GET', url: getTerritoryRenames.path });
  expect(renames.json()).toEqual({ rows: [{ former: 'east', current: 'Atlantic' }] });
});

it('refuses a state of two territories and weights that do not add up to 100', async () => {
  const twice = [territory, { ...territory, id: randomUUID(), name: 'Other' }];
  expect((await save({ salesTerritories: twice })).statusCode).toBe(422);
  const { weights } = defaultProspectScoreSettings;
  const prospectScore = { ...defaultProspectScoreSettings, weights: { ...weights, type: 16 } };
  expect((await save({ prospectScore })).statusCode).toBe(422);
});

it('scores all prospects again after a change of the weights', async () => {
  const before = await profile(1);
  const { weights } = defaultProspectScoreSettings;
  const changed = { ...weights, type: weights.type + 5, growth: weights.growth - 5 };
  await save({ prospectScore: { ...defaultProspectScoreSettings, weights: changed } });
  const after = await profile(1);
  expect(after.prospect.score).toBe(before.prospect.score + 5);
  expect(after.scoreVersion).toBeGreaterThan(before.scoreVersion);
});

it('previews scores under other weights, and changes nothing', async () => {
  const { weights, limits } = defaultProspectScoreSettings;
  const body = {
    limits,
    weights: { ...weights, type: weights.type + 5, growth: weights.growth - 5 },
  };
  const preview = (payload: object, headers = { cookie }) =>
    test.inject({ method: 'POST', url: postScorePreview.path, payload, headers });
  await save({ prospectScore: defaultProspectScoreSettings });
  const before = await page('sort=name');
  const { bands, changes, ...counts } = postScorePreview.response.parse(
    (await preview(body)).json(),
  );
  expect(counts).toEqual({ raised: 3, lowered: 0, unchanged: 0 });
  expect(bands.reduce((sum, band) => sum + band.after, 0)).toBe(3);
  expect(changes).toHaveLength(3);
  for (const { prospectId, before: score, after } of changes) {
    expect(score).toBe(before.find((row) => row.prospectId === prospectId)?.score);
    expect(after).toBe(score + 5);
  }
  expect(await page('sort=name')).toEqual(before);
  expect((await preview({ limits, weights: { ...weights, type: 99 } })).statusCode).toBe(422);
  expect((await preview(body, { cookie: await test.signIn('member') })).statusCode).toBe(403);
});

it('back-tests the score by the scores stored when prospects were won or lost', async () => {
  const read = async () =>
    getScoreBackTest.response.parse(
      (await test.inject({ method: 'GET', url: getScoreBackTest.path })).json(),
    );
  expect(await read()).toEqual({ won: 0, lost: 0, withoutScore: 0, days: null, test: null });
  const { score } = (await profile(1)).prospect;
  await change([1], { action: 'move', stage: 'Lost', lostReason: 'Price' });
  const [day] = [(await profile(1)).activity[0]?.at.slice(0, 10)];
  // Prospects that were won before, with and without a stored score.
  for (let id = 100; id < 100 + minimumWonProspects; id++) {
    await insertProspect(test.database, { prospect_id: id });
    await insertWonChange(test.database, id, id === 100 ? {} : { score: score + 1 });
  }
  expect(await read()).toMatchObject({
    won: minimumWonProspects - 1,
    lost: 1,
    withoutScore: 1,
    days: { to: day },
    test: null,
  });
  await insertProspect(test.database, { prospect_id: 99 });
  await insertWonChange(test.database, 99, { score: score - 1 });
  const { won, test: result } = await read();
  expect(won).toBe(minimumWonProspects);
  // One lost prospect is too few to compare with.
  expect(result?.concordance).toBeNull();
  expect(result?.bands.reduce((sum, band) => sum + band.won - band.lost, 0)).toBe(
    minimumWonProspects - 1,
  );
  // A prospect that is opened again is not lost any more.
  await change([1], { action: 'move', stage: 'New', lostReason: null });
  expect((await read()).lost).toBe(0);
});

it('ticks a criterion once, and refuses an unknown one', async () => {
  const tick = { action: 'setCriterion', criterionId: 'phone-known', isMet: true } as const;
  const changeId = randomUUID();
  await change([3], tick, changeId);
  expect((await change([3], tick, changeId)).statusCode).toBe(200);
  const { checklist, prospect, activity } = await profile(3);
  expect(prospect.exitCriteria).toEqual({ met: 1, of: 2 });
  expect(checklist.find(({ criterionId }) => criterionId === 'phone-known')?.met).not.toBeNull();
  expect(activity).toHaveLength(1);
  expect((await change([3], { ...tick, criterionId: 'nothing' })).statusCode).toBe(422);
});

it('shows the current name of the prospect for which a phone number is suppressed', async () => {
  for (const prospect_id of [11, 12])
    await insertProspect(test.database, { prospect_id, phone: '860-321-0188' });
  await change([11], { action: 'suppress', reason: 'Asked us' });
  const suppressedBy = async () => (await profile(12)).prospect.suppressedBy;
  expect(await suppressedBy()).toBe('Prospect 11');
  const enter = async (field: string, value: string) =>
    test.inject({
      method: 'POST',
      url: buildUrl(postProspectFact.path, { prospectId: 11 }),
      payload: {
        ...{ changeId: randomUUID(), field, value },
        version: (await profile(11)).prospect.version,
      },
      headers: { cookie },
    });
  expect((await enter('phone', '860-321-0199')).statusCode).toBe(200);
  expect(await suppressedBy()).toBe('Prospect 11');
  expect((await enter('name', 'Birch Dental')).statusCode).toBe(200);
  expect(await suppressedBy()).toBe('Birch Dental');
  await change([11], { action: 'liftSuppression', reason: 'Called us' });
  await change([12], { action: 'liftSuppression', reason: 'Called us' });
});

it('changes nothing when there is no suppression to lift', async () => {
  const { prospect, activity } = await profile(1);
  const lifted = await change([1], { action: 'liftSuppression', reason: 'Called us' });
  expect([lifted.statusCode, lifted.json()]).toEqual([200, { prospects: [] }]);
  const after = await profile(1);
  expect([after.prospect.version, after.activity]).toEqual([prospect.version, activity]);
});

it('suppresses all prospects with the phone number until one of them is lifted', async () => {
  await change([1], { action: 'suppress', reason: 'Asked us' });
  const { prospect, suppressions, alsoSuppressed } = await profile(2);
  expect(prospect).toMatchObject({ doNotContact: 'Asked us', suppressedBy: 'Prospect 1' });
  expect(suppressions).toMatchObject([{ reason: 'Asked us', of: { name: 'Prospect 1' } }]);
  expect(alsoSuppressed).toEqual(['Prospect 1']);
  await change([2], { action: 'liftSuppression', reason: 'Called us' });
  expect(await page('f.doNotContact=yes')).toEqual([]);
  expect((await profile(1)).activity.map(({ text }) => text)).toContain(
    'Allowed contact again: Called us',
  );
});

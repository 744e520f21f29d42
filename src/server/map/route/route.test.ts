import type { Insertable } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Schema } from '#server/core/db/schema.ts';
import { postSettings } from '#shared/core/settings/app-settings.ts';
import {
  postRouteCandidates,
  type RouteCandidateAnswer,
  type RouteCandidateRequest,
} from '#shared/map/route/candidates.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution, insertProspect } from '#test/factories.ts';

let test: TestApp;

const hartford = { latitude: 41.77, longitude: -72.68 };
const addProspect = (id: number, fields: Partial<Insertable<Schema['prospect']>> = {}) =>
  insertProspect(test.database, {
    address: '1 Main St, Hartford, CT 06103',
    ...hartford,
    ...fields,
    prospect_id: id,
  });

beforeAll(async () => {
  test = await buildTestApp();
  await insertInstitution(test.database, { institution_id: 1, name: 'Elm Dental' }, [
    { location_id: 11, ...hartford },
    { location_id: 12, latitude: 42.36, longitude: -71.06 },
  ]);
  await insertInstitution(test.database, { institution_id: 2, name: 'Nowhere Dental' }, [
    { location_id: 21, latitude: null, longitude: null, zip: null },
  ]);
  await insertInstitution(test.database, { institution_id: 3, name: 'Leaving Dental' }, [
    { location_id: 31, ...hartford },
  ]);
  await insertInstitution(test.database, { institution_id: 4, name: 'Far Dental' }, [
    { location_id: 41, latitude: 30.27, longitude: -97.74 },
  ]);
  await test.database.foreground
    .insertInto('churn_event')
    .values({
      institution_id: 3,
      loss_id: '5f0d7f6e-7c0a-4a51-9a39-16a4a9b6a001',
      noticed_on: '2026-11-01',
      effective_on: '2026-12-31',
      reason: 'price',
    })
    .execute();
  for (const id of [1, 2, 3]) await addProspect(id);
  await addProspect(4, { address: 'Main Street', latitude: null, longitude: null });
  await addProspect(5, { latitude: null, longitude: null });
  await test.database.foreground
    .insertInto('prospect_work')
    .values([work(1, 'Demo'), { ...work(2, 'Lost'), lost_reason: 'Price' }])
    .execute();
  await test.database.foreground
    .insertInto('contact_suppression')
    .values({
      suppression_id: '5f0d7f6e-7c0a-4a51-9a39-16a4a9b6a002',
      prospect_id: 3,
      phone_digits: null,
      email: null,
      reason: 'They asked us',
      added_by: '5f0d7f6e-7c0a-4a51-9a39-16a4a9b6a003',
      added_at: new Date('2026-11-10T18:00:00Z'),
      lifted_by: null,
      lifted_at: null,
    })
    .execute();
});
afterAll(() => test.close());

const work = (id: number, stage: 'Demo' | 'Lost') => ({
  prospect_id: id,
  stage,
  stage_since: new Date('2026-11-10T18:00:00Z'),
  owner_id: null,
  lost_reason: null,
  monthly_cents: null,
});

const ask = (request: Partial<RouteCandidateRequest>) =>
  test.inject({
    method: 'POST',
    url: postRouteCandidates.path,
    payload: {
      institutionIds: [],
      prospectIds: [],
      around: null,
      area: null,
      start: null,
      ...request,
    },
  });
const candidates = async (request: Partial<RouteCandidateRequest>): Promise<RouteCandidateAnswer> =>
  postRouteCandidates.response.parse((await ask(request)).json());
const stopOf = ({ stops }: RouteCandidateAnswer, key: string) =>
  stops.find((stop) => stop.key === key);

it('visits a customer at its location nearest to the start', async () => {
  const boston = { latitude: 42.4, longitude: -71.1 };
  const fromBoston = await candidates({ institutionIds: [1], start: boston });
  expect(stopOf(fromBoston, 'c1')).toMatchObject({
    name: 'Elm Dental',
    latitude: 42.36,
    healthTier: 'Unknown',
  });
  const fromHartford = await candidates({ institutionIds: [1], start: hartford });
  expect(stopOf(fromHartford, 'c1')?.latitude).toBe(41.77);
});

it('leaves out what cannot be visited, with the reason', async () => {
  const answer = await candidates({ institutionIds: [2, 99], prospectIds: [2, 3, 4, 77] });
  expect(answer.stops).toEqual([]);
  expect(answer.omitted.map(({ key, reason }) => [key, reason])).toEqual([
    ['c2', 'No coordinates'],
    ['c99', 'No longer a customer, or no open location'],
    ['p2', 'Lost'],
    ['p3', 'Do not contact: They asked us'],
    ['p4', 'No coordinates'],
    ['p77', 'No longer a prospect'],
  ]);
});

it('suggests customers and active prospects within 30 miles, and no others', async () => {
  const answer = await candidates({ around: hartford });
  expect(answer.stops.map(({ key }) => key).sort()).toEqual(['c1', 'c3', 'p1', 'p5']);
  expect([answer.found, answer.omitted]).toEqual([4, []]);
  expect(stopOf(answer, 'p5')).toMatchObject({ isPlacedByZip: true });
  expect(stopOf(answer, 'p1')).toMatchObject({ isPlacedByZip: false });
  expect(stopOf(answer, 'p1')?.reasons[0]?.text).toMatch(/^Prospect score \d+, demo scheduled$/);
  const area = { west: -98, south: 30, east: -97, north: 31 };
  expect((await candidates({ area })).stops.map(({ key }) => key)).toEqual(['c4']);
});

it('gives a leaving customer its last day, and no points', async () => {
  expect(stopOf(await candidates({ institutionIds: [3] }), 'c3')).toMatchObject({
    leavesOn: '2026-12-31',
    value: 0,
  });
});

it('plans with the saved settings', async () => {
  const admin = await test.signIn('admin');
  const saved = await test.inject({
    method: 'POST',
    url: postSettings.path,
    headers: { cookie: admin },
    payload: {
      changeId: '5f0d7f6e-7c0a-4a51-9a39-16a4a9b6a004',
      version: 0,
      settings: { routeVisitMinutes: 45 },
    },
  });
  expect(saved.statusCode).toBe(200);
  expect((await candidates({})).settings).toEqual({
    detourFactor: 1.3,
    milesPerHour: 35,
    visitMinutes: 45,
  });
});

it.each([
  { around: { latitude: 91, longitude: 0 } },
  { institutionIds: Array.from({ length: 501 }, (_, at) => at + 1) },
  { prospectIds: [0] },
])('refuses %j', async (request) => {
  expect((await ask(request)).statusCode).toBe(422);
});

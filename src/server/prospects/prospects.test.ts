import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUrl } from '#shared/core/endpoint.ts';
import { postProspectChange, postProspectFact } from '#shared/prospects/changes.ts';
import { getProspects, postPlaceSearch, prospectSchema } from '#shared/prospects/prospects.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution, insertPlace } from '#test/factories.ts';
import { prospectRowsReader } from './list/rows.ts';

let test: TestApp;

beforeAll(async () => {
  test = await buildTestApp();
  await insertPlace(test.database, { place_id: 'oak', name: 'Oak Dental', rating: 4.1 });
  await insertPlace(test.database, {
    place_id: 'oak-2',
    name: 'Great Oak Dental',
    rating: 4.9,
    latitude: null,
    longitude: null,
  });
  await insertPlace(test.database, {
    place_id: 'customer',
    name: 'Oak Customers',
    phone: '203.555.0101',
  });
  await insertInstitution(test.database, { institution_id: 1 });
});
afterAll(() => test.close());

const search = (query: unknown) =>
  test.inject({ method: 'POST', url: postPlaceSearch.path, payload: { query } });
const add = (placeId: unknown) =>
  test.inject({ method: 'POST', url: getProspects.path, payload: { placeId } });

describe('searching for places', () => {
  it('finds places by every word, names that start with the query first, and recognizes customers by phone', async () => {
    const { results } = postPlaceSearch.response.parse((await search('  OAK hartford ')).json());
    expect(results.map((place) => [place.name, place.customerId])).toEqual([
      ['Great Oak Dental', null],
      ['Oak Customers', 1],
      ['Oak Dental', null],
    ]);
    expect(postPlaceSearch.response.parse((await search('oak d')).json()).results[0]?.name).toBe(
      'Oak Dental',
    );
    expect(results[0]).toMatchObject({
      source: 'google_places',
      isNewFromPlaces: true,
      latitude: null,
      alreadyProspect: false,
    });
  });

  it.each(['%', "'; drop table place; --", '_ak', '\\', 'ak\u0000'])(
    'takes %j as text',
    async (query) => {
      const answer = await search(query.padEnd(2));
      expect([200, 422]).toContain(answer.statusCode);
      if (answer.statusCode === 200) expect(answer.json().results).toEqual([]);
    },
  );

  it.each(['', ' ', 'a', null, 5, 'x'.repeat(201)])('refuses %j', async (query) => {
    expect((await search(query)).statusCode).toBe(422);
  });
});

describe('the list of prospects for search and map', () => {
  const read = (headers: Record<string, string> = {}) =>
    test.inject({ method: 'GET', url: getProspects.path, headers });

  it('has an entered fact at once, and is not sent again after a move to another stage', async () => {
    const { prospectId } = prospectSchema.parse((await add('oak-2')).json());
    const etag = String((await read()).headers.etag);
    const moved = await test.inject({
      method: 'POST',
      url: postProspectChange.path,
      payload: {
        changeId: randomUUID(),
        prospects: [{ prospectId, version: 0 }],
        change: { action: 'move', stage: 'Demo', lostReason: null },
      },
    });
    expect(moved.statusCode).toBe(200);
    expect((await read({ 'if-none-match': etag })).statusCode).toBe(304);

    const renamed = await test.inject({
      method: 'POST',
      url: buildUrl(postProspectFact.path, { prospectId }),
      payload: { changeId: randomUUID(), version: 1, field: 'name', value: 'Grand Oak Dental' },
    });
    expect(renamed.statusCode).toBe(200);
    const answers = await Promise.all([1, 2, 3].map(() => read({ 'if-none-match': etag })));
    for (const answer of answers)
      expect(
        getProspects.response.parse(answer.json()).map(({ prospectId: id, name }) => [id, name]),
      ).toContainEqual([prospectId, 'Grand Oak Dental']);
  });
});

it('reads the prospects again after a user was renamed, and not after a sign-in', async () => {
  await test.signIn('admin');
  const readRows = prospectRowsReader(test.dependencies);
  const { rows } = await readRows();
  const updateUsers = (values: { last_sign_in_at: Date } | { name: string }) =>
    test.database.foreground.updateTable('app_user').set(values).execute();
  await updateUsers({ last_sign_in_at: new Date('2026-11-18T19:00:00Z') });
  expect((await readRows()).rows).toBe(rows);
  await updateUsers({ name: 'Renamed' });
  expect((await readRows()).rows).not.toBe(rows);
});

describe('saving a place', () => {
  it('creates one prospect, even for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add('oak')));
    expect(new Set(answers.map((answer) => answer.json().prospectId)).size).toBe(1);
    const prospects = getProspects.response.parse(
      (await test.inject({ method: 'GET', url: getProspects.path })).json(),
    );
    expect(prospects.filter(({ placeId }) => placeId === 'oak')).toEqual([
      expect.objectContaining({
        name: 'Oak Dental',
        source: 'google_places',
        isNewFromPlaces: false,
        placeId: 'oak',
      }),
    ]);
    expect((await search('oak dental')).json().results[0]).toMatchObject({ alreadyProspect: true });
  });

  it('is a 404 for an unknown place', async () => {
    expect((await add('nowhere')).statusCode).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProspects, postPlaceSearch } from '#shared/prospects/prospects.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution, insertPlace } from '#test/factories.ts';

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

describe('saving a place', () => {
  it('creates one prospect, even for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add('oak')));
    expect(new Set(answers.map((answer) => answer.json().prospectId)).size).toBe(1);
    const prospects = getProspects.response.parse(
      (await test.inject({ method: 'GET', url: getProspects.path })).json(),
    );
    expect(prospects).toEqual([
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

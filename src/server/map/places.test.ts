import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCitiesAndZips, placeSearchLimits } from '#shared/map/places.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const ask = (q: string) =>
  test.inject({ method: 'GET', url: `${getCitiesAndZips.path}?q=${encodeURIComponent(q)}` });
const places = async (q: string) => getCitiesAndZips.response.parse((await ask(q)).json()).places;
const names = async (q: string) => (await places(q)).map(({ name }) => name);

describe('places of the map', () => {
  it.each([
    ['austin', 'Austin, TX'],
    ['Austin, TX', 'Austin, TX'],
    ['austin texas', 'Austin, TX'],
    ['Austin, MN', 'Austin, MN'],
    ['st. louis', 'Saint Louis, MO'],
    ['ft worth', 'Fort Worth, TX'],
    ['york', 'York, PA'],
    ['COEUR D’ALENE', 'Coeur D Alene, ID'],
    ['78701', '78701, Austin, TX'],
    ['78701-1234', '78701, Austin, TX'],
  ])('%s finds %s first', async (query, first) => {
    expect((await names(query))[0]).toBe(first);
  });

  it('a city has the mean coordinates of its ZIP codes', async () => {
    const [austin] = await places('Austin, TX');
    expect(
      [austin?.latitude, austin?.longitude].map((degrees) => Math.round(degrees ?? 0)),
    ).toEqual([30, -98]);
    expect((await places('78701'))[0]).toMatchObject({ latitude: 30.2713, longitude: -97.7426 });
  });

  it('returns at most the limit, largest first, and nothing for unknown places', async () => {
    const found = await names('san');
    expect(found).toHaveLength(placeSearchLimits.results);
    expect(found.slice(0, 2)).toContain('San Antonio, TX');
    expect(await names('787')).toHaveLength(placeSearchLimits.results);
    for (const nowhere of ['qqqq', '00000', '.,;', '%%', "'; drop"])
      expect(await names(nowhere)).toEqual([]);
  });

  it.each(['', ' ', 'a', 'x'.repeat(61), 'au\u0000'])('refuses %j', async (query) => {
    expect((await ask(query)).statusCode).toBe(422);
  });
});

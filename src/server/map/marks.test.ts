import { expect, it } from 'vitest';
import { getPractices } from '#shared/institutions/institutions.ts';
import { encodeTierAndGrace, getMapMarks } from '#shared/map/marks.ts';
import { buildTestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';

it('every practice of the list has one mark', async () => {
  const test = await buildTestApp();
  await insertInstitution(test.database, { institution_id: 1 }, [
    { location_id: 11, latitude: 30.267_149, longitude: -97.743_061 },
    { location_id: 12, latitude: null, longitude: null, zip: '00000' },
  ]);
  await insertInstitution(test.database, { institution_id: 2, churned_on: '2026-05-01' });
  const ask = async (url: string): Promise<unknown> =>
    (await test.inject({ method: 'GET', url })).json();

  const { practices } = getPractices.response.parse(await ask(getPractices.path));
  const marks = getMapMarks.response.parse(await ask(getMapMarks.path));
  expect(marks).toEqual({
    institutionId: practices.map(({ institutionId }) => institutionId),
    latitude: [30.2671, null],
    longitude: [-97.7431, null],
    kind: practices.map(({ healthTier, inGrace }) => encodeTierAndGrace(healthTier, inGrace)),
  });
  await test.close();
});

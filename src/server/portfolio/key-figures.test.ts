import { afterEach, expect, it } from 'vitest';
import { computeKeyFigures, getKeyFigures } from '#shared/portfolio/key-figures.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';

let test: TestApp;
afterEach(() => test.close());

const get = (url: string) => test.inject({ method: 'GET', url });

it('counts the customers of a segment like the list does', async () => {
  test = await buildTestApp();
  for (const institution_id of [1, 2, 3])
    await insertInstitution(test.database, { institution_id });
  await insertOfficialWeeks(test.database.background, ['2026-11-08']);
  await test.database.background
    .insertInto('score_version')
    .values([
      createScoreWeekRow({
        institution_id: 1,
        week_start: '2026-11-08',
        health_tier: 'Critical',
        adoption_score: 40,
        at_risk: true,
      }),
      createScoreWeekRow({
        institution_id: 2,
        week_start: '2026-11-08',
        health_tier: 'Healthy',
        adoption_score: 90,
        at_risk: false,
      }),
    ])
    .execute();

  const { rows } = getInstitutionList.response.parse((await get(getInstitutionList.path)).json());
  const all = getKeyFigures.response.parse((await get(getKeyFigures.path)).json());
  expect(all).toEqual({ weekEndDate: '2026-11-14', ...computeKeyFigures(rows) });
  expect(all).toMatchObject({ institutions: 3, atRisk: 1, averageScore: 65 });

  const ofSegment = (segment: string) =>
    get(`${getKeyFigures.path}?segment=${encodeURIComponent(segment)}`);
  expect((await ofSegment('f.healthTier=Critical')).json()).toMatchObject({
    institutions: 1,
    atRisk: 1,
    averageScore: 40,
  });
  expect((await ofSegment('f.healthTier=Purple')).statusCode).toBe(422);
});

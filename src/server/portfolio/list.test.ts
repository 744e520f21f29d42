import { afterEach, expect, it } from 'vitest';
import { defaultHealthRules, type HealthRules } from '#shared/core/scoring-rules.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';

const start = Date.parse('2026-11-18T18:00:00Z');
let test: TestApp;
afterEach(() => test.close());

it('sizes customers by the rules of the last official week, or by the current rules before the first', async () => {
  test = await buildTestApp({ now: new Date(start) });
  const { foreground } = test.database;
  await insertInstitution(test.database, { institution_id: 1 }, [
    { location_id: 11 },
    { location_id: 12 },
    { location_id: 13 },
  ]);
  let asked = 0;
  async function sized() {
    asked += 1;
    test.setClock(new Date(start + asked * 5000));
    const { rules, rows } = getInstitutionList.response.parse(
      (await test.inject({ method: 'GET', url: getInstitutionList.path })).json(),
    );
    return [rules.sizeTierFrom.Medium, rows[0]?.sizeTier];
  }
  const saveRules = (rules_version_id: number, rules: HealthRules) =>
    foreground
      .insertInto('rules_version')
      .values({
        rules_version_id,
        rules: JSON.stringify(rules),
        note: '',
        created_at: new Date(start),
      })
      .execute();

  expect(await sized()).toEqual([2, 'Medium']);
  await saveRules(2, {
    ...defaultHealthRules,
    sizeTierFrom: { Medium: 4, Large: 6, Enterprise: 21 },
  });
  expect(await sized()).toEqual([4, 'Small']);
  await foreground
    .insertInto('official_week')
    .values({
      week_start: '2026-11-08',
      week_end: '2026-11-14',
      rules_version_id: 2,
      closed_at: new Date(start),
      institutions: 0,
    })
    .execute();
  await saveRules(3, {
    ...defaultHealthRules,
    sizeTierFrom: { Medium: 2, Large: 3, Enterprise: 21 },
  });
  expect(await sized()).toEqual([4, 'Small']);
});

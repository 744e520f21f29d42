import { afterAll, beforeAll, expect, it } from 'vitest';
import { getCatalog, maxCatalogValues } from '#shared/assistant/catalog.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  await insertInstitution(test.database, { institution_id: 1 }, [
    { location_id: 11, state: 'TX', ehr: 'Dentrix', city: 'Austin' },
  ]);
});
afterAll(() => test.close());

async function readCatalog(cookie?: string) {
  const headers = cookie === undefined ? {} : { cookie };
  const answer = await test.inject({ method: 'GET', url: getCatalog.path, headers });
  expect(answer.statusCode).toBe(200);
  return getCatalog.response.parse(answer.json()).lists;
}

const vocabularies = () => test.app.rooms.flatMap((room) => room.vocabularies ?? []);

it('describes the words of a list by its vocabulary, and its values by its rows', async () => {
  const customers = (await readCatalog()).find(({ key }) => key === 'customers');
  expect(customers).toMatchObject({
    noun: { one: 'customer', many: 'customers' },
    grain: 'one row for each customer, not for each location',
  });
  const columns = new Map(customers?.columns.map((column) => [column.key, column]));
  expect(columns.get('healthTier')).toMatchObject({
    values: ['Healthy', 'Medium', 'Critical', 'Unknown'],
    valueCount: 4,
    metric: 'healthTier',
  });
  expect(columns.get('ehr')).toMatchObject({ label: 'EHR', values: ['Dentrix'] });
  expect(columns.get('city')?.values).toEqual(['Austin']);
  expect(columns.get('ownerName')?.words).toContain('account manager');
  expect(columns.get('goLiveDate')?.words).toContain('went live');
  expect(columns.get('institutionName')?.values).toEqual([]);
  expect(customers?.phrases).toContain('declining');
  expect(new Set(customers?.phrases).size).toBe(customers?.phrases.length);
});

it('has every list that the role may export, and no other', async () => {
  const keys = (lists: readonly { key: string }[]) => lists.map(({ key }) => key);
  expect(keys(await readCatalog(await test.signIn('admin')))).toEqual(keys(vocabularies()));
  expect(keys(await readCatalog())).toEqual(
    keys(vocabularies().filter((each) => each.export.role !== 'admin')),
  );
});

it('limits the values of a column and counts all of them', async () => {
  for (let id = 2; id <= maxCatalogValues + 6; id++)
    await insertInstitution(test.database, { institution_id: id }, [
      { location_id: id * 10, city: `City ${id}` },
    ]);
  test.setClock(new Date('2026-11-18T18:01:00Z'));
  const customers = (await readCatalog()).find(({ key }) => key === 'customers');
  const city = customers?.columns.find(({ key }) => key === 'city');
  expect([city?.values.length, city?.valueCount]).toEqual([maxCatalogValues, maxCatalogValues + 6]);
});

it('answers a caller without a session with 401', async () => {
  const answer = await test.app.inject({ method: 'GET', url: getCatalog.path });
  expect(answer.statusCode).toBe(401);
});

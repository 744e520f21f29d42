import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getSavedViews, postDefaultView, postSavedView } from '#shared/saved-views.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const list = 'customers';
const makeDefault = (savedViewId: string | null) =>
  test.inject({ method: 'POST', url: postDefaultView.path, payload: { list, savedViewId } });
const defaultNow = async () =>
  getSavedViews.response.parse((await test.inject({ url: `${getSavedViews.path}?list=${list}` })).json()).defaultViewId;

it('a view that is deleted while it becomes the default is not there, or was the default until then', async () => {
  for (let round = 0; round < 30; round++) {
    const savedViewId = randomUUID();
    await test.inject({ method: 'POST', url: postSavedView.path, payload: { savedViewId, list, name: 'Mine', shared: false, search: '' } });
    expect((await makeDefault(savedViewId)).statusCode).toBe(200);
    expect(await defaultNow()).toBe(savedViewId);
    await makeDefault(null);
    expect(await defaultNow()).toBeNull();
    const remove = () => test.inject({ method: 'DELETE', url: `${postSavedView.path}/${savedViewId}`, payload: { version: 1 } });
    const [first, removed, second] = await Promise.all([makeDefault(savedViewId), remove(), makeDefault(savedViewId)]);
    expect(removed.statusCode).toBe(200);
    for (const { statusCode, body } of [first, second]) expect([200, 404], body).toContain(statusCode);
    expect(await defaultNow()).toBeNull();
  }
});

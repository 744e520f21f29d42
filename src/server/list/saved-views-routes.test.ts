import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getSavedViews, postDefaultView, postSavedView } from '#shared/list/saved-views.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const list = 'customers';
const newView = (name: string) => ({
  savedViewId: randomUUID(),
  list,
  name,
  shared: false,
  search: '',
});
const send = (
  method: 'POST' | 'PATCH' | 'DELETE',
  view: string,
  payload: Record<string, unknown>,
) => test.inject({ method, url: `${postSavedView.path}${view}`, payload });
const makeDefault = (savedViewId: string | null) =>
  test.inject({ method: 'POST', url: postDefaultView.path, payload: { list, savedViewId } });
const defaultNow = async () =>
  getSavedViews.response.parse(
    (await test.inject({ url: `${getSavedViews.path}?list=${list}` })).json(),
  ).defaultViewId;

it('deleting a view while it becomes the default leaves no dangling default', async () => {
  for (let round = 0; round < 30; round++) {
    const view = newView('Mine');
    const { savedViewId } = view;
    await send('POST', '', view);
    expect((await makeDefault(savedViewId)).statusCode).toBe(200);
    expect(await defaultNow()).toBe(savedViewId);
    await makeDefault(null);
    expect(await defaultNow()).toBeNull();
    const remove = () => send('DELETE', `/${savedViewId}`, { version: 1 });
    const [first, removed, second] = await Promise.all([
      makeDefault(savedViewId),
      remove(),
      makeDefault(savedViewId),
    ]);
    expect(removed.statusCode).toBe(200);
    for (const { statusCode, body } of [first, second])
      expect([200, 404], body).toContain(statusCode);
    expect(await defaultNow()).toBeNull();
  }
});

it('a concurrent change of a view is a 409 and keeps the first change', async () => {
  const view = newView('Raced');
  await send('POST', '', view);
  const change = (search: string) => send('PATCH', `/${view.savedViewId}`, { version: 1, search });
  const answers = await Promise.all([change('q=one'), change('q=two')]);
  const [done, refused] = answers.toSorted((one, another) => one.statusCode - another.statusCode);
  expect(done?.json()).toMatchObject({ ...view, search: expect.stringMatching(/^q=/), version: 2 });
  const stale = [409, 'This view has changed in the meantime. Review it, then repeat your change.'];
  expect([refused?.statusCode, refused?.body]).toEqual(stale);
  const late = await send('DELETE', `/${view.savedViewId}`, { version: 1 });
  expect([late.statusCode, late.body]).toEqual(stale);
  const again = await send('POST', '', view);
  expect([again.statusCode, again.json()]).toEqual([200, done?.json()]);
});

it('view names are unique regardless of case', async () => {
  await send('POST', '', newView('Named'));
  const other = newView('Other');
  await send('POST', '', other);
  for (const [answer, name] of [
    [await send('POST', '', newView('NAMED')), 'NAMED'],
    [await send('POST', '', { ...other, name: 'Renamed' }), 'Renamed'],
    [await send('PATCH', `/${other.savedViewId}`, { version: 1, name: 'named' }), 'named'],
  ] as const)
    expect([answer.statusCode, answer.body]).toEqual([
      409,
      `A view named “${name}” already exists. Choose another name.`,
    ]);
});

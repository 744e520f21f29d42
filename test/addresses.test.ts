import { expect, test } from 'vitest';
import { addressesPage } from './addresses.ts';
import { buildTestApp } from './app.ts';

test('docs/addresses.md has the files of every page and call', async () => {
  const page = await addressesPage();
  const app = await buildTestApp();
  const paths = app.app.routeTable.map(({ url }) => url).filter((url) => url.startsWith('/api/') && !url.startsWith('/api/docs'));
  await app.close();
  const streamed = ['/api/imports/uploads/:uploadId/rejects', '/api/jobs/progress'];
  expect([...new Set(paths)].filter((path) => !page.includes(`\`${path}\``)).toSorted()).toEqual(streamed);
  await expect(page).toMatchFileSnapshot('../docs/addresses.md');
});

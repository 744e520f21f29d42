import { expect, test } from 'vitest';
import { findApiEndpoints, renderAddressesPage } from './addresses.ts';
import { buildTestApp } from './app.ts';

test('docs/addresses.md has the files of every page and call', async () => {
  const page = await renderAddressesPage();
  const app = await buildTestApp();
  const paths = app.app.routeTable
    .map(({ url }) => url)
    .filter((url) => url.startsWith('/api/') && !url.startsWith('/api/docs'));
  await app.close();
  const streamed = ['/api/imports/uploads/:uploadId/rejects', '/api/jobs/progress'];
  expect([...new Set(paths)].filter((path) => !page.includes(`\`${path}\``)).toSorted()).toEqual(
    streamed,
  );
  await expect(page).toMatchFileSnapshot('../docs/addresses.md');
});

/** Paths that the specification or another system prescribes. */
const fixedPaths = [
  '/api/auth/user',
  '/api/benchmarks',
  '/api/customer-practices',
  '/api/customer-practices/institution/:id',
  '/api/feature-targets/:id',
  '/api/health-trends/institution/:id',
  '/api/health-trends/weekly-comparison',
  '/api/hubspot/institution-deal-owners',
  '/api/hubspot/webhooks',
  '/api/ingest/:kind',
];

test('the path of every other call begins with the room that serves it, or with the institution', async () => {
  const offenders = (await findApiEndpoints())
    .filter(
      ({ path }) =>
        path.startsWith('/api/') &&
        !fixedPaths.includes(path) &&
        !path.startsWith('/api/institution/:id/'),
    )
    .filter(({ path, handler }) => !`${path}/`.startsWith(`/api/${handler.split('/')[2]}/`))
    .map(({ path, handler }) => `${path} in ${handler}`);
  expect(offenders).toEqual([]);
});

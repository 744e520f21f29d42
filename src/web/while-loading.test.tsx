import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { getBenchmarkTable } from '#shared/benchmarks/table.ts';
import { getBoard } from '#shared/boards/boards.ts';
import type { Endpoint, ResponseOf } from '#shared/core/endpoint.ts';
import { getHealthTrend } from '#shared/health/health.ts';
import { getInstitutionLocations, getPractices } from '#shared/institutions/institutions.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { getRiskList } from '#shared/risk/list.ts';
import { getScoringRules } from '#shared/scoring/rules.ts';
import { getRiskCases } from '#shared/work/cases.ts';
import { getInstitutionWorkSummaries } from '#shared/work/tasks.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import { findPreloadCalls } from './shell/preload/page-preloads.ts';

const risk = [getRiskList, getRiskCases, getInstitutionWorkSummaries];
const pages: { path: string; needs: readonly Endpoint[]; status: RegExp; pattern: string }[] = [
  {
    path: '/portfolio',
    needs: [getInstitutionList],
    status: /^Loading customers$/,
    pattern: '/portfolio',
  },
  { path: '/at-risk-customers', needs: risk, status: /^Loading…$/, pattern: '/at-risk-customers' },
  { path: '/dashboard', needs: [getBoard], status: /^Loading the board$/, pattern: '/dashboard' },
  {
    path: '/dashboard?tab=benchmarks',
    needs: [getBenchmarkTable],
    status: /^Loading the benchmarks$/,
    pattern: '',
  },
  {
    path: '/scoring-rules',
    needs: [getScoringRules],
    status: /^Loading the rules$/,
    pattern: '/scoring-rules',
  },
  {
    path: '/institution/7/overview',
    needs: [getHealthTrend, getInstitutionLocations, getPractices],
    status: /^Loading institution details/,
    pattern: '/institution/:id/overview',
  },
];

const figures = () => within(screen.getByRole('main')).queryAllByText(/(^|\s)0(\s|%|$)/);
const never = <E extends Endpoint>() => new Promise<ResponseOf<E>>(() => {});

test.each(pages)(
  '$path shows that it is loading, and no zeros',
  async ({ path, needs, status }) => {
    const server = startSignedInServer();
    for (const endpoint of needs) server.answer(endpoint, () => never());
    renderApp(path);
    await waitFor(
      () => {
        const names = screen
          .getAllByRole('status')
          .map((each) => each.getAttribute('aria-label') ?? each.textContent ?? '');
        expect(names.some((name) => status.test(name))).toBe(true);
      },
      { timeout: 10_000 },
    );
    expect(figures()).toEqual([]);
  },
);

test.each(pages)(
  '$path shows why loading failed, offers Retry, and shows no zeros',
  async ({ path, needs }) => {
    const server = startSignedInServer();
    for (const endpoint of needs)
      server.refuse(endpoint, 503, 'The database is busy. Please try again in a moment.');
    renderApp(path);
    const alert = (await screen.findAllByRole('alert', {}, { timeout: 10_000 }))[0];
    if (alert === undefined) throw new Error('no alert');
    expect(alert).toHaveTextContent('The database is busy');
    expect(within(alert).getByRole('button', { name: 'Retry' })).toBeVisible();
    expect(figures()).toEqual([]);
  },
);

const preloaded = pages.filter(({ pattern }) => findPreloadCalls(pattern) !== undefined);
test.each(preloaded)('$path sends the calls that its HTML preloads', async ({ path, pattern }) => {
  const server = startSignedInServer();
  const calls = findPreloadCalls(pattern);
  renderApp(path);
  const wanted = [...(calls?.always ?? []), ...(calls?.first ?? [])]
    .map((address) => address.replace(':id', '7').replace(/\?.*/, ''))
    // The page sends these calls only after its first responses.
    .filter((address) => !/health-history|feature-targets|risk-cases|core\/settings/.test(address));
  await waitFor(
    () => expect(server.calls.map((call) => call.path)).toEqual(expect.arrayContaining(wanted)),
    { timeout: 10_000 },
  );
  expect(server.callsTo(getUser)).toHaveLength(1);
});

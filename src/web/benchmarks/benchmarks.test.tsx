import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type BenchmarkChange,
  type BenchmarkRow,
  type DistributionCustomer,
  getBenchmarkChanges,
  getBenchmarkDistribution,
  getBenchmarkTable,
} from '#shared/benchmarks/table.ts';
import { type Benchmark, getBenchmarks } from '#shared/health/benchmarks.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { createFreshnessResponse } from '#test/records.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;

const group = (facts: Partial<Benchmark> = {}): Benchmark => ({
  product: 'forms',
  sizeTier: 'Small',
  practiceType: null,
  peerLevel: 'tier',
  benchmark: 90,
  quartileLow: 53,
  quartileHigh: 146.4,
  isPerLocation: true,
  institutions: 1286,
  locations: 1286,
  ...facts,
});
const row = (facts: Partial<BenchmarkRow> = {}): BenchmarkRow => ({
  product: 'forms',
  sizeTier: 'Small',
  group: group(),
  sizeTierInstitutions: 1286,
  leftSince: 0,
  comparedWith: { tier_and_type: 1200, tier: 126, all: 0, nobody: 0 },
  change: { before: 92, percent: -2.17, peerLevelBefore: 'tier' },
  ...facts,
});
const change = (facts: Partial<BenchmarkChange> = {}): BenchmarkChange => ({
  weekStartDate: '2026-11-08',
  product: 'onlineBooking',
  sizeTier: 'Medium',
  peerLevel: 'tier',
  peerLevelBefore: 'tier',
  benchmark: 36.5,
  before: 35,
  percent: 4.28,
  cause: 'usage',
  parts: { usage: 2.5, members: -1 },
  joined: 6,
  left: 5,
  ...facts,
});
const elm: DistributionCustomer = {
  institutionId: 1001,
  institutionName: 'Elm Dental',
  value: 20,
  usage: 40,
  measuredLocations: 2,
  percentile: 18.2,
  inGrace: false,
  missing: null,
};
const bins = [
  { from: 0, to: 100, institutions: 700 },
  { from: 100, to: null, institutions: 586 },
];
const table = (rows: BenchmarkRow[]) =>
  server.answer(getBenchmarkTable, {
    weekStartDate: '2026-11-08',
    weekEndDate: '2026-11-14',
    comparedWeekEndDate: '2026-10-17',
    minimumPeers: 20,
    rows,
  });

beforeEach(() => {
  server = startSignedInServer();
  server.answer(getBenchmarks, {
    benchmarks: [],
    overall: {},
  });
  server.answer(getFreshness, createFreshnessResponse());
  table([row()]);
  server.answer(getBenchmarkChanges, { rows: [] });
  server.answer(getBenchmarkDistribution, {
    weekEndDate: '2026-11-14',
    group: group(),
    bins,
    customer: null,
  });
});

const address = '/dashboard?tab=benchmarks';
const rowNamed = async (name: string) => {
  const heading = await screen.findByRole('rowheader', { name });
  return within(heading.closest('tr') ?? document.body);
};

describe('the benchmark table', () => {
  it.each([
    [{ secondsBehind: 1.7, isUsed: true }, 'database replica 2 s behind'],
    [{ secondsBehind: 42, isUsed: false }, 'database replica 42 s behind (not used)'],
    [{ secondsBehind: null, isUsed: false }, 'database replica unavailable (not used)'],
  ])('shows the delay of a replica at %j', async (replica, told) => {
    server.answer(getFreshness, createFreshnessResponse({ replica }));
    renderApp(address);
    expect(
      await screen.findByText((_, element) => element?.textContent === ` · ${told}`),
    ).toBeVisible();
  });

  it('shows median, typical range, change, peers and peer group', async () => {
    renderApp(address);
    const small = await rowNamed('Small');
    expect(
      small.getByRole('button', { name: '90 Forms, Small: show the distribution' }),
    ).toBeVisible();
    expect(small.getByText('53 to 146')).toBeVisible();
    expect(small.getByText('−2.2%')).toBeVisible();
    expect(small.getByText('1,200 by size and type, 126 by size')).toBeVisible();
    expect(small.getByRole('link', { name: '1,286 peers for Forms, Small' })).toHaveAttribute(
      'href',
      '/portfolio?scope=all&f.sizeTier=Small&f.formsScore=~filled&f.inGrace=no#customers',
    );
  });

  it('shows which rows use another peer group now, used another one before, or have none', async () => {
    table([
      row({
        sizeTier: 'Enterprise',
        group: group({ sizeTier: null, peerLevel: 'all' }),
        sizeTierInstitutions: 3,
        comparedWith: { tier_and_type: 0, tier: 0, all: 4, nobody: 0 },
      }),
      row({ sizeTier: 'Large', group: null, change: null }),
      row({ sizeTier: 'Medium', change: { before: 0, percent: null, peerLevelBefore: 'tier' } }),
    ]);
    renderApp(address);
    const enterprise = await rowNamed('Enterprise');
    expect(
      enterprise.getByText('Only 3 peers of this size, so all customers are compared'),
    ).toBeVisible();
    expect(enterprise.getByText('previously: size')).toBeVisible();
    expect((await rowNamed('Large')).getByText('Not enough peers for a benchmark.')).toBeVisible();
    expect((await rowNamed('Medium')).getByText('–')).toBeVisible();
  });

  it('links to the counted customers and shows how many peers left since', async () => {
    table([row({ leftSince: 2 })]);
    renderApp(address);
    const small = await rowNamed('Small');
    expect(small.getByRole('link', { name: '1,284 peers for Forms, Small' })).toBeVisible();
    expect(small.getByText('and 2 that have left since')).toBeVisible();
  });

  it('opens the distribution of a group and keeps it in the URL', async () => {
    const { router } = renderApp(address);
    await userEvent.click(
      await screen.findByRole('button', { name: '90 Forms, Small: show the distribution' }),
    );
    expect(router.state.location.search).toBe('?tab=benchmarks&product=forms&size=Small');
    expect(
      await screen.findByRole('img', {
        name: /Forms, Small: customers by uses per location in 28 days. Median 90/,
      }),
    ).toBeVisible();
  });

  it('shows an empty state and a loading error', async () => {
    server.refuse(getBenchmarkTable, 503, 'The database is busy.');
    renderApp(address);
    expect(await screen.findByText('The database is busy.')).toBeVisible();
    server.answer(getBenchmarkTable, {
      weekStartDate: null,
      weekEndDate: null,
      comparedWeekEndDate: null,
      minimumPeers: 20,
      rows: [],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/No benchmarks yet/)).toBeVisible();
  });
});

describe('the distribution', () => {
  it('marks a customer with its percentile', async () => {
    server.answer(getBenchmarkDistribution, {
      weekEndDate: '2026-11-14',
      group: group(),
      bins,
      customer: elm,
    });
    renderApp(`${address}&product=forms&institution=1001`);
    expect(await screen.findByRole('img', { name: /Elm Dental 20$/ })).toBeVisible();
    expect(screen.getByText(/more than 18% of 1,286/)).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Peer group' })).toHaveValue(
      'The customer’s own peers',
    );
    await userEvent.click(screen.getByText('Show as table'));
    const cells = within(screen.getByRole('table', { name: /customers by uses per location/ }));
    expect(cells.getAllByRole('row')).toHaveLength(3);
  });

  it('gives the reason when a customer is not marked, and escapes names', async () => {
    server.answer(getBenchmarkDistribution, {
      weekEndDate: '2026-11-14',
      group: null,
      bins: [],
      customer: {
        ...elm,
        institutionName: '<img src=x onerror=alert(1)>',
        value: null,
        usage: null,
        percentile: null,
        missing: 'silent feed',
      },
    });
    renderApp(`${address}&institution=1001`);
    expect(
      await screen.findByText(/has a connection that did not report this week/),
    ).toHaveTextContent('<img src=x onerror=alert(1)>');
    expect(screen.getByText(/so the distribution isn’t shown/)).toBeVisible();
    expect(document.querySelector('img[src=x]')).toBeNull();
  });

  it.each([
    'institution=abc',
    'institution=-1',
    'product=fax&size=Huge',
    'institution=1&institution=2',
  ])('reads the address %s', async (search) => {
    renderApp(`${address}&${search}`);
    expect(await screen.findByRole('img', { name: /Median 90/ })).toBeVisible();
  });
});

describe('the log', () => {
  it('lists benchmark changes with reasons, for one product or all', async () => {
    server.answer(getBenchmarkChanges, {
      rows: [
        change(),
        change({ product: 'forms', cause: 'level', parts: null, peerLevel: 'all' }),
        change({ product: 'payments', cause: 'rules', parts: null }),
      ],
    });
    renderApp(address);
    const log = () => within(screen.getByRole('table', { name: 'Log of benchmark changes' }));
    expect(
      await screen.findByText(
        '+2.5 because usage changed, −1 because peers joined or left (6 joined, 5 left)',
      ),
    ).toBeVisible();
    expect(log().getAllByRole('row')).toHaveLength(2);
    await userEvent.click(screen.getByRole('combobox', { name: 'Products in the log' }));
    await userEvent.click(await screen.findByRole('option', { name: 'All products' }));
    expect(log().getAllByRole('row')).toHaveLength(4);
    expect(log().getByText('Peer group before: size; now: all customers')).toBeVisible();
    await userEvent.click(screen.getByRole('combobox', { name: 'Cause in the log' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Rules changed' }));
    expect(log().getAllByRole('row')).toHaveLength(2);
  });

  it('shows when nothing changed', async () => {
    renderApp(address);
    expect(
      await screen.findByText(/No matching benchmark changed by 2% or more in the last 13 weeks/),
    ).toBeVisible();
  });
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  getChurnByTenure,
  getSurvivalCohorts,
  getSurvivalCurves,
  type SurvivalGroup,
} from '#shared/churn/survival/survival.ts';
import { findUnlinkedFigures } from '#test/web/bare-figures.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const path = '/churn-analytics?part=survival';
const curve = {
  span: { from: 0, to: 70 },
  steps: [
    { month: 6, share: 0.9, low: 0.85, high: 0.94 },
    { month: 40, share: 0.48, low: 0.4, high: 0.56 },
  ],
};
const group = (facts: Partial<SurvivalGroup>): SurvivalGroup => ({
  name: 'Small',
  customers: 1200,
  left: 240,
  atRisk: [500, 480, 400, 300, 250, 200, 100, 40, 4],
  curve: { ...curve, median: { at: 40.2, low: 31.6, high: null }, meanMonths: 30 },
  ...facts,
});

let server: TestServer;
let restore: () => void;
beforeAll(() => {
  restore = mockElementSizes();
});
afterAll(() => restore());
beforeEach(() => {
  server = startSignedInServer();
  server.answer(getSurvivalCurves, {
    knownSince: '2025-10-18',
    withoutGoLive: 1,
    p: 0.0004,
    groups: [
      group({}),
      group({
        name: 'Large',
        customers: 90,
        left: 21,
        curve: { ...curve, median: null, meanMonths: 33.26 },
      }),
      group({ name: 'Enterprise', customers: 30, left: 7, curve: null }),
      group({ name: null, customers: 11, left: 11, curve: null }),
    ],
  });
  server.answer(getChurnByTenure, {
    span: { from: 0, to: 70 },
    incidence: [
      {
        reasonGroup: 'Another system',
        left: 74,
        steps: [{ month: 12, share: 0.031, low: 0.02, high: 0.05 }],
      },
    ],
    rates: [
      { from: 0, to: 3, watched: 600, left: 9, rate: { at: 0.005, low: 0.0023, high: 0.0095 } },
      { from: 3, to: 6, watched: 9, left: 3, rate: null },
    ],
  });
  const cell = {
    customers: { customers: 102, share: 0.98 },
    revenue: { customers: 95, share: 1.041 },
  };
  server.answer(getSurvivalCohorts, {
    rows: [
      {
        quarter: '2026 Q1',
        customers: 4,
        cells: [{ customers: { customers: 4, share: 1 }, revenue: null }, ...Array(6).fill(null)],
      },
      { quarter: '2025 Q4', customers: 102, cells: [cell, cell, ...Array(5).fill(null)] },
    ],
  });
});

it('draws curves with intervals and explains missing ones', async () => {
  renderApp(`${path}&by=sizeTier`);
  expect(
    await screen.findByRole('img', { name: /after 12 months: Small 90%, Large 90%/ }),
  ).toBeVisible();
  expect(
    screen.getByText(
      /curves differ significantly \(p below 0.001, log-rank test, excluding unknown\)/,
    ),
  ).toBeVisible();
  expect(
    screen.getByText(
      /Loss records start on Oct 18, 2025.*1 customer without a go-live date is excluded/,
    ),
  ).toBeVisible();
  const table = screen.getByRole('table', { name: 'Customers and losses by group' });
  expect(
    within(table).getByRole('row', {
      name: /^Small 1,200.*40 months \(32 to not reached\) 500 480/,
    }),
  ).toBeVisible();
  expect(
    within(table).getByRole('row', {
      name: /^Large.*Median not reached yet; mean within the first 36 months: 33.3 months/,
    }),
  ).toBeVisible();
  expect(
    within(table).getByRole('row', { name: /^Enterprise.*No curve: 7 of 20 required losses/ }),
  ).toBeVisible();
  expect(findUnlinkedFigures(screen.getByRole('main'))).toEqual([]);
  const link = within(table).getByRole('link', { name: /^240\s?left: Small$/ });
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://localhost');
  expect(pathname).toBe('/churn');
  expect(searchParams.get('f.sizeTier')).toBe('Small');
  expect(searchParams.getAll('f.mainReason')).not.toContain('Practice sold or closed');
});

it('reloads for another grouping and for closed practices, and keeps both in the URL', async () => {
  const { router } = renderApp(path);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Curves by' }), 'EHR');
  await userEvent.click(
    screen.getByRole('switch', { name: 'Count sold or closed practices as lost' }),
  );
  expect(await screen.findAllByText(/^Sold or closed practices count as lost\./)).toHaveLength(2);
  expect(router.state.location.search).toBe('?part=survival&by=ehr&closed=1');
});

it('shows when and why customers leave, and links to the losses of a reason', async () => {
  renderApp(path);
  expect(
    await screen.findByRole('img', {
      name: /^Monthly churn rate.*highest at 0.50% from month 0 to 3/,
    }),
  ).toBeVisible();
  const part = screen.getByRole('region', { name: 'Losses by reason' });
  await userEvent.click(within(part).getByText('Show as table'));
  expect(
    within(part).getByRole('row', { name: /^Another system 74.*3.1% 3.1% 3.1%$/ }),
  ).toBeVisible();
  const link = within(part).getByRole('link', { name: /^74/ });
  expect(
    new URL(link.getAttribute('href') ?? '', 'http://localhost').searchParams.getAll(
      'f.mainReason',
    ),
  ).toEqual(['Competitor', 'EHR switch']);
});

it('leaves recent cells blank, and shows revenue on request', async () => {
  renderApp(path);
  const grid = await screen.findByRole('table', { name: 'Go-live quarters' });
  expect(
    within(grid).getByRole('row', { name: /^2025 Q4 102 98.0% ?n = 102 98.0% ?n = 102\s*$/ }),
  ).toBeVisible();
  expect(within(grid).getByRole('row', { name: /^2026 Q1 4 Few\s*$/ })).toBeVisible();
  await userEvent.click(screen.getByRole('switch', { name: 'Revenue instead of customers' }));
  expect(
    await within(grid).findByRole('row', { name: /^2025 Q4 102 104.1% ?n = 95/ }),
  ).toBeVisible();
});

it('shows empty and error states', async () => {
  server.answer(getSurvivalCurves, { knownSince: null, withoutGoLive: 0, groups: [], p: null });
  server.answer(getChurnByTenure, { span: null, incidence: [], rates: [] });
  server.refuse(getSurvivalCohorts, 503, 'The database is busy.');
  renderApp(path);
  expect(await screen.findByText('No customers have a known go-live date yet.')).toBeVisible();
  expect(screen.getByText('Fewer than 10 customers are observed at one time.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
});

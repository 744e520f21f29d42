import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  getRevenueMoves,
  getRevenuePeriods,
  type RevenuePeriod,
} from '#shared/churn/contracts/contracts.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { findUnlinkedFigures } from '#test/web/bare-figures.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';

const period = (from: string, to: string, changes: Partial<RevenuePeriod> = {}): RevenuePeriod => ({
  from,
  to,
  start: 10_000,
  added: 300,
  expansion: 400,
  contraction: 200,
  churn: 500,
  end: 10_000,
  customers: 100,
  lost: 3,
  due: 2_000,
  renewed: 1_500,
  ...changes,
});
const rows = [
  { institutionId: 1, institutionName: 'Left Dental', start: 500, end: 0 },
  { institutionId: 2, institutionName: 'Grown Dental', start: 100, end: 500 },
  { institutionId: 3, institutionName: 'New Dental', start: 0, end: 300 },
  { institutionId: 4, institutionName: 'Smaller Dental', start: 600, end: 400 },
];

let restore: () => void;
let periods: RevenuePeriod[];
beforeAll(() => {
  restore = mockElementSizes();
});
afterAll(() => restore());
beforeEach(() => {
  periods = [
    period('2026-09-01', '2026-10-01', { churn: 100 }),
    period('2026-10-01', '2026-11-01'),
  ];
  const server = startSignedInServer();
  server.answer(getRevenuePeriods, () => ({ periods }));
  server.answer(getRevenueMoves, { rows });
  server.answer(getSavedViews, { rows: [], defaultViewId: null });
});

const names = () =>
  within(screen.getByRole('grid', { name: /Customers whose revenue changed/ }))
    .queryAllByRole('link')
    .map((link) => link.textContent);

it('shows retention, the figures of each period, and the steps and customers of the latest period', async () => {
  renderApp('/churn-analytics');
  expect(
    await screen.findByRole('img', {
      name: 'Net revenue retention and Gross revenue retention, from Sep 2026 to Oct 2026',
    }),
  ).toBeInTheDocument();
  const row = (await screen.findByRole('button', { name: 'Oct 2026' })).closest('tr');
  expect(row).toHaveTextContent('93.0%');
  expect(row).toHaveTextContent('97.0%');
  expect(row).toHaveTextContent('3.0%, 3 of 100');
  expect(row).toHaveTextContent('75.0% of $2,000');
  expect(screen.getByRole('heading', { name: /Oct 2026, start to end/ })).toBeInTheDocument();
  expect(findUnlinkedFigures(screen.getByRole('main'))).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: /−\$500 ?of churn/ }));
  expect(
    await screen.findByRole('grid', { name: 'Customers whose revenue changed in Oct 2026' }),
  ).toBeInTheDocument();
  expect(names()).toEqual(['Left Dental']);
});

it('shows the changes of another period', async () => {
  renderApp('/churn-analytics');
  await userEvent.click(await screen.findByRole('button', { name: 'Sep 2026' }));
  expect(
    await screen.findByRole('heading', { name: /Sep 2026, start to end/ }),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /−\$100 ?of churn/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sep 2026' })).toHaveAttribute('aria-pressed', 'true');
});

it('measures renewals due', async () => {
  renderApp('/churn-analytics');
  await userEvent.click(await screen.findByRole('radio', { name: 'Renewals due' }));
  expect(
    await screen.findByRole('img', { name: 'Gross renewal rate, from Sep 2026 to Oct 2026' }),
  ).toBeInTheDocument();
});

it('explains an empty page and offers Retry', async () => {
  periods = [];
  renderApp('/churn-analytics');
  expect(await screen.findByText(/No contracts cover a full month yet/)).toBeInTheDocument();
});

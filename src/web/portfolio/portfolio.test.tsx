import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultHealthRules, type HealthRules } from '#shared/core/scoring-rules.ts';
import { getSavedViews, type SavedView } from '#shared/list/saved-views.ts';
import { getGuideFigures } from '#shared/metrics/guide-figures.ts';
import {
  type ComparedCustomer,
  getComparedCustomers,
  getInstitutionComparison,
  getOfficialWeeks,
  getPortfolioComparison,
  getTierTrend,
} from '#shared/portfolio/comparison.ts';
import { explainAverageDifference } from '#shared/portfolio/comparison-rules.ts';
import { getInstitutionList, type ListedInstitution } from '#shared/portfolio/list.ts';
import { getWeekFigures, type WeekFigures } from '#shared/portfolio/week-figures.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { createListedInstitution } from '#test/records.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { InstitutionWeekComparison } from './comparison/InstitutionWeekComparison.tsx';

let server: TestServer;

const sold = { featureEntitlements: {}, featureUsage: {}, featureScores: {} };
const rows = [
  createListedInstitution({
    institutionId: 1,
    institutionName: 'Elm Dental',
    ownerName: morgan.name,
    adoptionScore: 40,
    healthTier: 'Critical',
  }),
  createListedInstitution({
    institutionId: 2,
    institutionName: 'Oak Dental',
    ownerName: 'Ana Pérez',
    scoreChange: 9,
    healthTier: 'Healthy',
    ...sold,
  }),
  createListedInstitution({
    institutionId: 3,
    institutionName: 'Ash Dental',
    ownerName: 'Ana Pérez',
    sizeTier: 'Large',
  }),
];
const week = (weekStartDate: string, weekEndDate: string, peersChange: number | null) => ({
  weekStartDate,
  weekEndDate,
  peersChange,
  isSeason: peersChange !== null && peersChange <= -2,
});
const customers: ComparedCustomer[] = [
  {
    institutionId: 1,
    institutionName: 'Elm Dental',
    fromScore: 60,
    toScore: 40,
    fromTier: 'Medium',
    toTier: 'Critical',
    parts: { usage: -25, peers: 5, entitlements: 0, locations: 0 },
  },
  {
    institutionId: 2,
    institutionName: 'Oak Dental',
    fromScore: null,
    toScore: 90,
    fromTier: null,
    toTier: 'Healthy',
    parts: null,
  },
];
const view: SavedView = {
  savedViewId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e70',
  list: 'portfolio',
  name: 'Large ones',
  shared: true,
  search: 'f.sizeTier=Large&sort=-scoreChange',
  version: 1,
  ownerName: 'Ana Pérez',
  isMine: false,
  mayEdit: false,
};

const weekFigures = (weekEndDate: string, figures: Partial<WeekFigures>): WeekFigures => ({
  weekEndDate,
  institutions: 3,
  scored: 3,
  averageScore: 60,
  healthy: 0,
  medium: 0,
  critical: 0,
  unknown: 0,
  atRisk: 0,
  notActive: 0,
  inGrace: 0,
  declining: 0,
  improving: 0,
  fellTier: 0,
  roseTier: 0,
  readyToExpand: 0,
  locations: 3,
  ...figures,
});

beforeEach(() => {
  server = startSignedInServer();
  answerList(rows);
  server.answer(getSavedViews, { rows: [view], defaultViewId: null });
  server.refuse(getFreshness, 503, 'The database is busy.');
  server.answer(getTierTrend, {
    rows: [
      { weekEndDate: '2026-11-14', tiers: { Healthy: 1, Medium: 1, Critical: 1, Unknown: 0 } },
    ],
  });
  server.answer(getOfficialWeeks, {
    rows: [
      week('2026-10-25', '2026-10-31', null),
      week('2026-11-01', '2026-11-07', 0.5),
      week('2026-11-08', '2026-11-14', -8.7),
    ],
  });
  server.answer(getWeekFigures, {
    rows: [
      weekFigures('2026-11-07', { atRisk: 3 }),
      weekFigures('2026-11-14', { atRisk: 1, fellTier: 2 }),
    ],
  });
  server.answer(getComparedCustomers, { rows: customers });
  server.answer(getPortfolioComparison, {
    ...explainAverageDifference(customers, true),
    products: [],
    flatBand: 5,
  });
});

function answerList(customers: ListedInstitution[], rules: HealthRules = defaultHealthRules) {
  server.answer(getInstitutionList, {
    weekStartDate: '2026-11-08',
    weekEndDate: '2026-11-14',
    rules,
    rows: customers,
  });
}

const figureOf = async (label: string) =>
  screen.findByRole('link', { name: new RegExp(`^\\d+\\s?${label}$`) });

describe('the scope', () => {
  it('counts own customers and is kept when a figure opens its rows', async () => {
    const { router } = renderApp('/portfolio');
    expect(await figureOf('Customers')).toHaveTextContent('3');
    await userEvent.click(screen.getByRole('radio', { name: 'My customers' }));
    await waitFor(async () => expect(await figureOf('Customers')).toHaveTextContent('1'));
    await userEvent.click(await figureOf('At risk'));
    expect(router.state.location.search).toBe('?scope=mine&f.atRisk=yes');
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/portfolio/list/export?segment=f.ownerName%3DMorgan%2520Member&f.atRisk=yes',
    );
  });

  it('is remembered for the next visit and the at-risk list', async () => {
    const { unmount } = renderApp('/portfolio');
    await userEvent.click(await screen.findByRole('radio', { name: 'My customers' }));
    expect(await screen.findByRole('link', { name: 'Open at-risk list' })).toHaveAttribute(
      'href',
      '/at-risk-customers?scope=mine',
    );
    unmount();
    renderApp('/portfolio');
    await waitFor(async () => expect(await figureOf('Customers')).toHaveTextContent('1'));
    await userEvent.click(screen.getByRole('radio', { name: 'All customers' }));
    await waitFor(async () => expect(await figureOf('Customers')).toHaveTextContent('3'));
  });

  it('can be a saved view’s filters', async () => {
    renderApp(`/portfolio?scope=${view.savedViewId}`);
    expect(await figureOf('Customers')).toHaveTextContent('1');
    expect(screen.getByRole('combobox', { name: 'Saved view' })).toHaveDisplayValue('Large ones');
    expect(screen.getByRole('radio', { name: 'All customers' })).not.toBeChecked();
  });

  it('reports an empty scope and links to all customers', async () => {
    answerList(rows.slice(1));
    renderApp('/portfolio?scope=mine');
    expect(await screen.findByText('No customers in this scope.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all customers' }));
    expect(await figureOf('Customers')).toHaveTextContent('2');
  });

  it.each(['0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e71', 'nonsense'])(
    'shows all customers and a message when it is unavailable (%s)',
    async (scope) => {
      renderApp(`/portfolio?scope=${scope}`);
      expect(await screen.findByText(/saved view of this link was deleted/)).toBeVisible();
      expect(await figureOf('Customers')).toHaveTextContent('3');
    },
  );
});

describe('the key figures', () => {
  it('show the change since the week before', async () => {
    renderApp('/portfolio');
    expect(await screen.findByText('−2 in a week')).toBeVisible();
    expect(screen.getByText('+2 in a week')).toBeVisible();
    expect(screen.getAllByText('±0 in a week')).toHaveLength(2);
    expect(screen.getByText('none new last week')).toBeVisible();
  });

  it('show how many customers the tier movement omits', async () => {
    answerList([
      ...rows,
      createListedInstitution({
        institutionId: 4,
        institutionName: 'New Dental',
        previousHealthTier: null,
      }),
    ]);
    renderApp('/portfolio');
    expect(
      await screen.findByText(
        '1 customer is not in the table, because it had no tier in one of the two weeks',
      ),
    ).toBeVisible();
  });

  it('count customers that are predicted to leave and open them', async () => {
    answerList([
      createListedInstitution({ institutionId: 1, churnTier: 'HIGH', wasPredictedToLeave: false }),
      ...[2, 3, 4, 5].map((institutionId) =>
        createListedInstitution({ institutionId, wasPredictedToLeave: true }),
      ),
    ]);
    const { router } = renderApp('/portfolio');
    expect(await figureOf('Predicted to leave')).toHaveTextContent('1');
    expect(await screen.findByText('−3 in a week')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open predictions' })).toHaveAttribute(
      'href',
      '/churn-dashboard',
    );
    await userEvent.click(screen.getByRole('link', { name: /^1\s*Predicted to leave$/ }));
    expect(router.state.location.search).toContain('churnTier');
  });

  it('show no change when the weeks differ', async () => {
    server.answer(getWeekFigures, {
      rows: [weekFigures('2026-10-31', {}), weekFigures('2026-11-07', {})],
    });
    renderApp('/portfolio');
    expect(await figureOf('At risk')).toBeVisible();
    expect(screen.queryByText(/in a week$/)).toBeNull();
  });
});

describe('the parts of the overview', () => {
  it('list customers ready to expand, and the trend has a data table', async () => {
    renderApp('/portfolio');
    expect(
      await screen.findByText(/^Lacks Online Booking, Forms, Payments and 4 more$/),
    ).toBeVisible();
    await userEvent.click(await screen.findByText('Show as table'));
    expect(screen.getByRole('rowheader', { name: 'Nov 14, 2026' })).toBeVisible();
  });

  it('count customers below Medium and select movers’ peers by the week’s rules', async () => {
    const small = Array.from({ length: 6 }, (_, index) =>
      createListedInstitution({
        institutionId: index + 1,
        institutionName: `Customer ${index + 1}`,
        scoreChange: index === 0 ? -9 : 0,
        scoreChangeParts: { usage: 0, peers: 0, entitlements: 0, locations: index === 0 ? -9 : 0 },
      }),
    );
    answerList(small, { ...defaultHealthRules, mediumFrom: 85, healthyFrom: 90, minimumPeers: 5 });
    const { router } = renderApp('/portfolio');
    const weak = await screen.findByRole('link', {
      name: /^100%\s*of 6 Small customers below Medium with Forms$/,
    });
    await userEvent.click(weak);
    expect(router.state.location.search).toBe('?f.sizeTier=Small&f.formsScore=..84');
    // The score of Customer 1 changed because of a lost location. The list hides such changes until
    // the switch “Include products and locations” is turned on.
    expect(screen.queryByRole('button', { name: /^Customer 1/ })).toBeNull();
    await userEvent.click(
      screen.getByRole('switch', { name: /Include score changes from added or removed products/ }),
    );
    expect(screen.getByRole('button', { name: /^Customer 1.*−9\.0 points/ })).toBeVisible();
  });

  it('explain a column by the current rules', async () => {
    server.answer(getGuideFigures, {
      rules: { ...defaultHealthRules, healthyFrom: 90 },
      businessTimeZone: 'America/Los_Angeles',
      freshness: {
        officialWeekEnd: null,
        scoresAt: null,
        provisionalAt: null,
        usageAt: null,
        benchmarksAt: null,
      },
      figures: {},
    });
    renderApp('/portfolio');
    await userEvent.hover(await screen.findByRole('button', { name: 'Health tier' }));
    expect(await screen.findByText(/Medium from 50 and below 90, Healthy from 90/)).toBeVisible();
  });

  it('fail independently', async () => {
    server.refuse(getTierTrend, 503, 'The database is busy.');
    renderApp('/portfolio');
    expect(await screen.findByText('Couldn’t load the trend')).toBeVisible();
    expect(await figureOf('Customers')).toHaveTextContent('3');
  });
});

describe('the weekly comparison', () => {
  it('defaults to the last two weeks, explains the change and marks seasonal weeks', async () => {
    renderApp('/portfolio?tab=comparison');
    const causes = await screen.findByRole('table', {
      name: /1 customer with a score in both weeks/,
    });
    expect(within(causes).getByRole('row', { name: 'Own usage −25.0' })).toBeVisible();
    expect(within(causes).getByRole('row', { name: 'Nov 14, 2026 40.00%' })).toBeVisible();
    expect(
      screen.getByText(/^Peers’ usage had a seasonal drop in 1 week: Nov 14, 2026 \(−8.7%\)/),
    ).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Same customers only' })).toBeChecked();
  });

  it('shows the same change as the overview despite rounding of the scores', async () => {
    answerList([createListedInstitution({ adoptionScore: 75.46, previousScore: 75.24 })]);
    server.answer(getPortfolioComparison, {
      ...explainAverageDifference(customers, true),
      averageScore: { from: 75.24, to: 75.46 },
      products: [],
      flatBand: 5,
    });
    const { router } = renderApp('/portfolio');
    expect(
      await screen.findByText('+0.2 points in a week, same customers in both weeks'),
    ).toBeVisible();
    await act(() => router.navigate('/portfolio?tab=comparison'));
    expect(
      await screen.findByRole('heading', { name: /^Average score \+0\.2 points/ }),
    ).toBeVisible();
    expect(screen.getByRole('row', { name: 'Nov 7, 2026 75.24%' })).toBeVisible();
    expect(screen.getByRole('row', { name: 'Nov 14, 2026 75.46%' })).toBeVisible();
  });

  it('counts new customers unless limited to the same customers, and opens them', async () => {
    server.answer(getPortfolioComparison, {
      ...explainAverageDifference(customers, false),
      products: [],
      flatBand: 5,
    });
    const { router } = renderApp('/portfolio?tab=comparison');
    await userEvent.click(await screen.findByRole('switch', { name: 'Same customers only' }));
    const causes = await screen.findByRole('table', {
      name: /1 customer with a score in the earlier week and 2/,
    });
    expect(within(causes).getByRole('row', { name: /New customers .* \+25.0/ })).toBeVisible();
    await userEvent.click(within(causes).getByRole('link', { name: /^1\s?new customers$/ }));
    expect(router.state.location.search).toBe('?tab=comparison&same=no&f.presence=New');
    expect(await screen.findByText('1 of 2 customers')).toBeVisible();
  });

  it.each([
    { flatBand: 3.9, color: 'var(--tier-healthy)' },
    { flatBand: 4, color: 'var(--mantine-color-dimmed)' },
  ])('colors a change of 4 % beside a flat band of $flatBand %', async ({ flatBand, color }) => {
    const customersOfBoth = { from: 9, to: 9 };
    server.answer(getPortfolioComparison, {
      ...explainAverageDifference(customers, true),
      products: [
        {
          product: 'forms',
          customers: customersOfBoth,
          medianScore: { from: 90, to: 90 },
          usage: { from: 100, to: 104 },
          benchmark: { from: 5, to: 5 },
        },
      ],
      flatBand,
    });
    renderApp('/portfolio?tab=comparison');
    expect((await screen.findByText('+4.0%')).style.color).toBe(color);
  });

  it('keeps the picker for an unknown week in the URL', async () => {
    server.refuse(
      getPortfolioComparison,
      404,
      'There is no official week that starts on 1999-01-03.',
    );
    server.refuse(
      getComparedCustomers,
      404,
      'There is no official week that starts on 1999-01-03.',
    );
    const { router } = renderApp('/portfolio?tab=comparison&from=1999-01-03');
    expect(await screen.findByText('Couldn’t compare these weeks')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'From week' })).toHaveDisplayValue(
      '1999-01-03: no official week',
    );
    await userEvent.click(screen.getByRole('button', { name: 'A week' }));
    expect(router.state.location.search).toBe('?tab=comparison&from=2026-11-01&to=2026-11-08');
  });

  it('waits for a second week', async () => {
    server.answer(getOfficialWeeks, { rows: [week('2026-11-08', '2026-11-14', null)] });
    renderApp('/portfolio?tab=comparison');
    expect(await screen.findByText(/There are fewer than two official weeks/)).toBeVisible();
  });

  it('of one institution shows in which week it was not a customer', async () => {
    server.answer(getInstitutionComparison, {
      weeks: {
        from: null,
        to: { adoptionScore: 80, healthTier: 'Healthy', locationCount: 1, measuredLocations: 1 },
      },
      parts: null,
      products: [],
      flatBand: 5,
    });
    renderApp('/', [{ path: '/', element: <InstitutionWeekComparison institutionId={7} /> }]);
    expect(await screen.findByText('Not a customer in the week ending Nov 7, 2026.')).toBeVisible();
  });
});

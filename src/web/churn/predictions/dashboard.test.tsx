import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  getPredictions,
  getSimilarFlaggedCustomers,
  type ListedPrediction,
  postVerdicts,
} from '#shared/churn/predictions/list.ts';
import { getFlags } from '#shared/churn/quality/flags.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { getRiskCases } from '#shared/work/cases.ts';
import { getPeople } from '#shared/work/people.ts';
import { getInstitutionWorkSummaries } from '#shared/work/tasks.ts';
import { createListedFlag, createListedPrediction } from '#test/churn-records.ts';
import { findUnlinkedFigures } from '#test/web/bare-figures.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
let restore: () => void;
let rows: ListedPrediction[];

const me = { id: morgan.id, name: morgan.name };
const snooze = {
  until: '2099-12-01',
  reason: 'Seasonal dip',
  by: me,
  at: '2026-11-17T18:00:00.000Z',
};
const rejected = {
  verdict: 'rejected' as const,
  reason: 'Customer renewed',
  by: me,
  at: '2026-11-17T18:00:00.000Z',
};
const customers = [
  createListedPrediction({
    institutionId: 1,
    institutionName: 'Alder Dental',
    tier: 'MEDIUM',
    daysLeft: 50,
    daysLow: 44,
    daysHigh: null,
  }),
  createListedPrediction({
    institutionId: 2,
    institutionName: 'Birch Dental',
    tier: 'IMMEDIATE',
    isNew: true,
    annualRevenue: 30_000,
  }),
  createListedPrediction({
    institutionId: 3,
    institutionName: 'Cedar Dental',
    annualRevenue: null,
  }),
  createListedPrediction({
    institutionId: 4,
    institutionName: 'Dogwood Dental',
    tier: 'IMMEDIATE',
  }),
  createListedPrediction({ institutionId: 5, institutionName: 'Elder Dental', verdict: rejected }),
];

function answer(facts: object = {}) {
  server.answer(getPredictions, () => ({
    day: '2026-11-18',
    madeAt: new Date().toISOString(),
    hidden: null,
    level: 0.11,
    past: { flagged: 60, left: 22, until: '2026-09-13', share: { low: 0.256, high: 0.493 } },
    lackPatterns: 5,
    gone: [
      { institutionId: 21, institutionName: 'Gone Dental' },
      { institutionId: 22, institutionName: 'Well Dental' },
    ],
    rows,
    ...facts,
  }));
}

beforeAll(() => {
  restore = mockElementSizes();
});
afterAll(() => restore());
beforeEach(() => {
  notifications.clean();
  rows = customers;
  server = startSignedInServer();
  server.answer(getSavedViews, { rows: [], defaultViewId: null });
  server.answer(getRiskCases, {
    rows: [{ institutionId: 4, assignee: null, snooze, lastOutcome: null, version: 1 }],
  });
  server.answer(getInstitutionWorkSummaries, { rows: [] });
  server.answer(getPeople, { rows: [me] });
  server.answer(getTimeline, { rows: [], next: null });
  server.answer(getSimilarFlaggedCustomers, {
    lost: [
      {
        institutionId: 9,
        institutionName: 'Lost Dental',
        flaggedOn: '2026-06-07',
        noticedOn: '2026-07-01',
        reason: 'Competitor',
        score: 31.7,
        patterns: ['declining'],
        done: ['a task'],
        healthTier: 'Critical',
      },
    ],
    stayed: [],
  });
  answer();
});

const open = (search = '') => renderApp(`/churn-dashboard${search}`);
async function names(): Promise<string[]> {
  const grid = await screen.findByRole('grid', { name: 'Churn predictions' });
  await waitFor(() => expect(grid).toHaveAttribute('aria-busy', 'false'));
  return within(grid)
    .queryAllByRole('link')
    .map((link) => link.textContent);
}
const tab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Churn predictions' })).getByRole('link', { name });

describe('earlier flags', () => {
  it('are listed with their outcomes', async () => {
    server.answer(getFlags, {
      rows: [
        createListedFlag({
          institutionId: 1,
          institutionName: 'Left Dental',
          outcome: 'Left',
          noticedOn: '2026-09-20',
          daysToNotice: 21,
          reason: 'Price or terms',
        }),
        createListedFlag({ institutionId: 2, institutionName: 'Stayed Dental' }),
      ],
    });
    open('?tab=flags');
    const grid = await screen.findByRole('grid', { name: 'Earlier flags' });
    const left = await within(grid).findByRole('row', { name: /Left Dental/ });
    expect(left).toHaveTextContent(
      /Aug 30, 2026.*HIGH.*28%.*Left.*Sep 20, 2026.*21.*Price or terms/,
    );
    expect(within(grid).getByRole('row', { name: /Stayed Dental/ })).toHaveTextContent(/Stayed/);
    expect(tab('Earlier flags')).toHaveAttribute('aria-current', 'page');
  });
});

describe('the page', () => {
  it('shows how often flags came true above the list', async () => {
    open();
    const left = await screen.findByRole('link', { name: /^22 left/ });
    const { pathname, searchParams } = new URL(left.getAttribute('href') ?? '', 'http://localhost');
    expect([pathname, searchParams.get('tab')]).toEqual(['/churn-dashboard', 'flags']);
    expect([...searchParams].join(' ')).toMatch(/isInHeadline.*outcome.*Left/);
    expect(screen.getByRole('link', { name: /^60/ })).toBeVisible();
    expect(screen.getByText(/^Of the last/)).toHaveTextContent(/within 60 days: 37% \(26–49%\)\.$/);
  });

  it('lists the soonest first, with range, band and patterns, and the revenue of each tier', async () => {
    open();
    await waitFor(async () =>
      expect(await names()).toEqual(['Birch Dental', 'Cedar Dental', 'Alder Dental']),
    );
    expect(tab('Open 3')).toHaveAttribute('aria-current', 'page');
    for (const name of ['Accepted 0', 'Snoozed 1', 'Rejected 1']) expect(tab(name)).toBeVisible();
    expect(screen.getByText(/^\$30,000 per year/)).toHaveTextContent(
      /^\$30,000 per year, 1 new.* since the previous day$/,
    );
    expect(screen.getByRole('link', { name: /^1 new\s*in IMMEDIATE$/ })).toBeVisible();
    expect(screen.getByText('revenue unknown')).toBeVisible();
    expect(findUnlinkedFigures(screen.getByRole('main'))).toEqual([]);
    expect(screen.getByText('44 to over 60 days')).toBeVisible();
    expect(screen.getAllByText('28% (20–37%)')).toHaveLength(3);
    expect(
      screen.getByText(/^2 customers from the day before are no longer in a tier:/),
    ).toHaveTextContent(/: Gone Dental, Well Dental\.$/);
    expect(screen.getByRole('button', { name: 'Gone Dental' })).toBeVisible();
  });

  it('shows frequent patterns with links to their customers', async () => {
    rows = customers.map((row) =>
      row.institutionId === 3 ? { ...row, evidence: row.evidence.slice(0, 1) } : row,
    );
    open();
    const patterns = await screen.findByRole('region', { name: 'Patterns' });
    expect(patterns).toHaveTextContent(/Critical score 3.*Score declining 2.*Products not used 2/);
    await userEvent.click(
      within(patterns).getByRole('link', { name: /^2\s*customers: Score declining$/ }),
    );
    await waitFor(async () => expect(await names()).toEqual(['Birch Dental', 'Alder Dental']));
  });

  it('filters the list by a tier when its number is clicked', async () => {
    open();
    await userEvent.click(await screen.findByRole('link', { name: /^1\s*customer in MEDIUM$/ }));
    await waitFor(async () => expect(await names()).toEqual(['Alder Dental']));
  });

  it.each([
    ['stale', 'Predictions are out of date'],
    ['not_better', 'The model does not beat the baseline rule'],
    ['chance', 'The model is not better than chance'],
    ['no_predictions', 'No predictions yet'],
    ['no_model', 'No model yet'],
  ])('shows no tiers when they are hidden: %s', async (hidden, title) => {
    rows = [];
    answer({ hidden });
    open();
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.queryByRole('grid')).toBeNull();
    expect(screen.getByRole('link', { name: 'Open churn monitoring' })).toHaveAttribute(
      'href',
      '/churn-monitoring',
    );
  });

  it('explains an empty list', async () => {
    rows = [];
    open();
    expect(
      await screen.findByText(
        'No customer has both a high enough chance of notice and 3 warning patterns. 5 customers have a high enough chance but fewer patterns.',
      ),
    ).toBeVisible();
  });

  it('offers Retry after a loading error', async () => {
    server.refuse(getPredictions, 500, 'broken');
    open();
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

describe('a prediction', () => {
  it('shows evidence and similar cases, and disappears when rejected with a reason', async () => {
    server.answer(postVerdicts, ({ institutionIds }) => {
      rows = rows.map((row) =>
        institutionIds.includes(row.institutionId) ? { ...row, verdict: rejected } : row,
      );
      return { institutionIds, institutionName: 'Birch Dental' };
    });
    open();
    await userEvent.click(
      await screen.findByRole('button', { name: /Evidence for Birch Dental$/ }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Evidence for Birch Dental' });
    const patterns = await within(dialog).findByRole('table', { name: 'Patterns' });
    expect(
      within(patterns).getByRole('row', {
        name: /Critical score score 38 50 or more Oct 25, 2026/,
      }),
    ).toBeVisible();
    expect(
      within(patterns).getByRole('row', { name: /Products not used 2 products under 2 unknown/ }),
    ).toBeVisible();
    expect(await within(dialog).findByRole('link', { name: 'Lost Dental' })).toHaveAttribute(
      'href',
      '/institution/9/overview',
    );
    expect(within(dialog).getByText('Notice Jul 1, 2026: Competitor. Done: a task.')).toBeVisible();
    expect(within(dialog).getByText('No similar flagged customer stayed.')).toBeVisible();

    await userEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
    const reject = await screen.findByRole('dialog', {
      name: 'Reject the prediction of Birch Dental',
    });
    await userEvent.click(within(reject).getByRole('button', { name: 'Customer renewed' }));
    await waitFor(async () => expect(await names()).toEqual(['Cedar Dental', 'Alder Dental']));
    expect(server.callsTo(postVerdicts)[0]?.body).toMatchObject({
      institutionIds: [2],
      verdict: 'rejected',
      reason: 'Customer renewed',
    });
    expect(tab('Rejected 2')).toBeVisible();
  });

  it('that was rejected can be reopened by withdrawing the verdict', async () => {
    open('?tab=rejected');
    await waitFor(async () => expect(await names()).toEqual(['Elder Dental']));
    expect(screen.getByText('Customer renewed')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /Evidence for Elder Dental$/ }));
    expect(
      await screen.findByRole('button', { name: 'Withdraw: rejected by Morgan Member' }),
    ).toBeVisible();
  });

  it('shows why a verdict was refused', async () => {
    server.refuse(
      postVerdicts,
      422,
      'institutionIds: contains a customer without a prediction today',
    );
    open();
    await userEvent.click(
      await screen.findByRole('button', { name: /Evidence for Birch Dental$/ }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Customer confirmed it' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'contains a customer without a prediction today',
    );
  });
});

import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays } from '#shared/core/dates.ts';
import {
  getInsights,
  type Insights,
  type InsightsProductUsage,
} from '#shared/insights/insights.ts';
import {
  getInsightLinks,
  type InsightLink,
  postInsightLink,
  postRevokeInsightLink,
} from '#shared/insights/links.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { App } from '#web/App.tsx';
import { createQueryClient } from '#web/core/api.ts';
import { ShareInsightsButton } from './links/ShareInsightsButton.tsx';

const weeksOf = (usage: number): InsightsProductUsage['weeks'] =>
  Array.from({ length: 13 }, (_, at) => ({
    weekStartDate: addDays('2026-08-16', 7 * at),
    usage,
    low: 20,
    median: 40,
    high: 60,
  }));
const bookings: InsightsProductUsage = {
  ...{ product: 'onlineBooking', usage: 212, previousUsage: 181, weeks: weeksOf(212), gaps: [] },
  peers: {
    level: 'tier',
    isPerLocation: true,
    usage: 53,
    low: 20,
    median: 40,
    high: 60,
    institutions: 80,
    ahead: 51,
  },
};
const reviews: InsightsProductUsage = {
  product: 'reviews',
  usage: 0,
  previousUsage: 2,
  weeks: weeksOf(0),
  gaps: [],
  peers: null,
};
const insights = (facts: Partial<Insights> = {}): Insights => ({
  ...{
    practiceName: 'Elm Dental',
    company: { name: 'Chairside, Inc.', address: '1 Main St' },
    weekEndDate: '2026-11-14',
    isNew: false,
  },
  ...{ figures: [bookings, reviews], bookingLink: 'https://book.example/elm', isPreview: false },
  step: { product: 'reviews', extraPer28Days: 14, extraPerOpenDay: 0.7, isFirstUse: true },
  locations: [
    { locationName: 'North', city: 'Reno', state: 'NV', usage: { onlineBooking: 200 } },
    { locationName: 'South', city: null, state: null, usage: null },
  ],
  ...facts,
});

let server: TestServer;
beforeEach(() => {
  server = startSignedInServer();
  server.answer(getInsights, insights());
});

describe('a practice’s page', () => {
  it('shows the summary, the recap, the comparison and one thing to try', async () => {
    renderApp('/public/insights/7?token=abc');
    expect(
      await screen.findByRole('heading', {
        level: 1,
        name: 'Your locations took 212 online bookings in the four weeks to Nov 14, 2026, 31 more than in the four weeks before.',
      }),
    ).toBeVisible();
    const recap = within(screen.getByRole('region', { name: 'Your activity' }));
    expect(recap.getByText('0 reviews')).toBeVisible();
    expect(recap.getByText('2 fewer than in the four weeks before')).toBeVisible();
    expect(screen.getByText('Ahead of 51 of 80 practices of your size.')).toBeVisible();
    expect(
      screen.getByText(/You have Reviews but didn’t use it in these four weeks/),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open your booking page' })).toHaveAttribute(
      'href',
      'https://book.example/elm',
    );
    expect(screen.getByRole('row', { name: 'North Reno, NV 200 0' })).toBeVisible();
    expect(screen.getByRole('row', { name: 'South No data No data' })).toBeVisible();
    expect(screen.getByText('Chairside, Inc. · 1 Main St')).toBeVisible();
    expect(server.calls.map(({ path }) => path)).toEqual(['/api/insights/public/7']);
    expect(screen.queryByText(/Critical|at risk|score/i)).toBeNull();
  });

  it('says which weeks of a chart have no data and why', async () => {
    const weeks = reviews.weeks.map((week, at) =>
      at === 1 || at === 2 || at === 5 ? { ...week, usage: null } : week,
    );
    const gaps = [1, 2, 5].map((at) => ({
      weekStartDate: weeks[at]?.weekStartDate ?? '',
      reason: at === 5 ? ('not_entitled' as const) : ('silent' as const),
    }));
    server.answer(getInsights, insights({ figures: [bookings, { ...reviews, weeks, gaps }] }));
    renderApp('/public/insights/7');
    const charts = within(
      await screen.findByRole('region', { name: 'Four-week totals over time' }),
    );
    expect(charts.getAllByText(/^No data for/).map(({ textContent }) => textContent)).toEqual([
      'No data for the weeks ending Aug 29, 2026 to Sep 5, 2026: no data arrived from your EHR.',
      'No data for the week ending Sep 26, 2026: Reviews was not one of your products.',
    ]);
  });

  it('has a bar of in-page links on a phone', async () => {
    renderApp('/customer-insights-ios/7');
    const bar = within(await screen.findByRole('navigation', { name: 'On this page' }));
    expect(
      bar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Summary', '#summary'],
      ['Step', '#step'],
      ['Peers', '#peers'],
      ['Weeks', '#weeks'],
      ['Contact', '#contact'],
    ]);
    for (const link of bar.getAllByRole('link'))
      expect(document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('picks the layout by screen width: narrow %s', async (matches, bars) => {
    const before = window.matchMedia;
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...before(query),
      matches: matches && query === '(max-width: 48em)',
    }));
    renderApp('/customer-insights/7');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryAllByRole('navigation', { name: 'On this page' })).toHaveLength(bars);
    vi.stubGlobal('matchMedia', before);
  });

  it('explains to a new practice why it has no comparison or no figures yet', async () => {
    const figures = [{ ...bookings, peers: null }];
    server.answer(
      getInsights,
      insights({ isNew: true, figures, step: null, locations: [], bookingLink: null }),
    );
    const { unmount } = renderApp('/public/insights/7');
    expect(await screen.findByText(/You are new: comparisons/)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Compared with similar practices' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Your locations' })).toBeNull();
    unmount();
    server.answer(
      getInsights,
      insights({ isNew: true, weekEndDate: null, figures: [], step: null, locations: [] }),
    );
    renderApp('/public/insights/7');
    expect(
      await screen.findByRole('heading', {
        name: 'Your first figures appear here after your first full week.',
      }),
    ).toBeVisible();
  });

  it('tells a signed-in colleague that the address has no working link', async () => {
    server.answer(getInsights, insights({ isPreview: true }));
    renderApp('/public/insights/7');
    expect(
      await screen.findByText(/Only signed-in colleagues can open this address/),
    ).toBeVisible();
  });

  it.each([
    ['/public/insights/7?token=wrong', 404],
    ['/public/insights/x', 200],
    ['/public/insights/7', 422],
  ])('is not available at %s (%d)', async (path, status) => {
    if (status !== 200) server.refuse(getInsights, status, 'This page was not found.');
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    renderApp(path);
    expect(
      await screen.findByRole('heading', { name: 'This page is not available' }),
    ).toBeVisible();
    warn.mockRestore();
  });

  it('can be retried after an error', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.refuse(getInsights, 503, 'The database is busy.');
    renderApp('/public/insights/7');
    expect(await screen.findByText('Couldn’t load insights')).toBeVisible();
    server.answer(getInsights, insights());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: /took 212 online bookings/ }),
    ).toBeVisible();
    warn.mockRestore();
  });
});

describe('insight links', () => {
  const link = (facts: Partial<InsightLink> = {}): InsightLink => ({
    ...{
      linkId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e01',
      label: 'Dr. Lee',
      madeBy: 'Morgan Member',
      madeAt: '2026-11-20T18:00:00Z',
    },
    ...{
      expiresAt: '2199-01-01T18:00:00Z',
      revokedAt: null,
      views: 3,
      lastViewedAt: '2026-11-21T18:00:00Z',
    },
    ...facts,
  });
  const open = async () => {
    render(
      <App
        router={createMemoryRouter([
          {
            path: '/',
            element: <ShareInsightsButton institutionId={7} institutionName="Elm Dental" />,
          },
        ])}
        queryClient={createQueryClient()}
        environment="test"
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Share insights' }));
    return within(await screen.findByRole('dialog', { name: 'Share insights with Elm Dental' }));
  };

  it('are created for a recipient, shown once with both addresses, and listed with their views', async () => {
    server.answer(getInsightLinks, { access: 'signed', rows: [] });
    server.answer(postInsightLink, { token: 'A'.repeat(43) });
    const dialog = await open();
    expect(await dialog.findByRole('button', { name: 'Create link' })).toBeDisabled();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Recipient' }), 'Dr. Lee');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Valid for' }), '365 days');
    server.answer(getInsightLinks, {
      access: 'signed',
      rows: [
        link(),
        link({
          linkId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e02',
          label: 'Front desk',
          views: 0,
          lastViewedAt: null,
          expiresAt: '2026-01-01T18:00:00Z',
        }),
      ],
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Create link' }));
    expect(
      await dialog.findByText(
        `${window.location.origin}/customer-insights/7?token=${'A'.repeat(43)}`,
      ),
    ).toBeVisible();
    expect(
      dialog.getByText(`${window.location.origin}/insights/7?token=${'A'.repeat(43)}`),
    ).toBeVisible();
    expect(server.callsTo(postInsightLink)[0]?.body).toMatchObject({ label: 'Dr. Lee', days: 365 });
    const table = within(await dialog.findByRole('table', { name: 'Links' }));
    expect(
      table.getByRole('row', { name: /Dr\. Lee.*Opened 3 times.*Valid until Jan 1, 2199/ }),
    ).toBeVisible();
    expect(
      table.getByRole('row', { name: /Front desk.*Never opened.*Expired Jan 1, 2026/ }),
    ).toBeVisible();
  });

  it('are revoked after a confirmation', async () => {
    server.answer(getInsightLinks, { access: 'signed', rows: [link()] });
    server.answer(postRevokeInsightLink, link({ revokedAt: '2026-11-22T18:00:00Z' }));
    const dialog = await open();
    await userEvent.click(
      await dialog.findByRole('button', { name: 'Revoke the link for Dr. Lee' }),
    );
    const question = within(
      await screen.findByRole('dialog', { name: 'Revoke the link for Dr. Lee?' }),
    );
    expect(server.callsTo(postRevokeInsightLink)).toEqual([]);
    server.answer(getInsightLinks, {
      access: 'signed',
      rows: [link({ revokedAt: '2026-11-22T18:00:00Z' })],
    });
    await userEvent.click(question.getByRole('button', { name: 'Revoke link' }));
    expect(await dialog.findByText('Revoked Nov 22, 2026')).toBeVisible();
  });

  it('are not needed when insights pages are open without a link', async () => {
    server.answer(getInsightLinks, { access: 'open', rows: [] });
    const dialog = await open();
    expect(await dialog.findByText(`${window.location.origin}/customer-insights/7`)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Create link' })).toBeNull();
  });
});

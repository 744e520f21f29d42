import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getBenchmarks } from '#shared/health/benchmarks.ts';
import {
  getFeatureTargets,
  getHealthTrend,
  type InstitutionHealth,
} from '#shared/health/health.ts';
import {
  getInstitutionBenchmarks,
  getInstitutionUsage,
  type LocationUsage,
  type ProductUsageWeek,
} from '#shared/health/usage.ts';
import { getWeeklyComparison } from '#shared/health/weekly-comparison.ts';
import {
  getBio,
  getInstitutionLocations,
  postDealOwnerLookup,
} from '#shared/institutions/institutions.ts';
import { getNotices, postSaveAttempt } from '#shared/notices/notices.ts';
import { getPrepSheet } from '#shared/prep-sheet/prep-sheet.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { getInstitutionTickets, type Ticket } from '#shared/tickets/tickets.ts';
import {
  getHealthHistory,
  type HealthHistoryEvent,
  type HealthHistoryWeek,
} from '#shared/timeline/history.ts';
import { getRiskCases } from '#shared/work/cases.ts';
import { getPeople } from '#shared/work/people.ts';
import {
  createElmDentalPractice,
  createFreshnessResponse,
  createInstitutionHealth,
} from '#test/records.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.setSystemTime(new Date('2026-11-18T18:00:00Z'));
  server = startSignedInServer();
  server.answer(getBenchmarks, {
    benchmarks: [],
    overall: {},
  });
  server.answer(getFreshness, createFreshnessResponse({ officialWeekEnd: null }));
  server.refuse(getWeeklyComparison, 503, 'busy');
  server.answer(getFeatureTargets, {
    targetMultiplier: 0.75,
    locationCount: 1,
    measuredLocations: 1,
    featureTargets: {},
  });
  server.answer(getBio(), {
    bio: null,
    website: null,
    phone: null,
    rating: null,
    totalRatings: null,
    openingHours: null,
    attribution: null,
  });
  server.answer(postDealOwnerLookup(), {
    dealOwners: { 1001: { ownerName: 'Ana Pérez', pipeline: 'Renewals' } },
    asOf: null,
    stale: false,
  });
  server.answer(getPeople, { rows: [] });
  server.answer(getRiskCases, { rows: [] });
  server.answer(getHealthHistory, { weeks: [], provisional: null, events: [] });
  answerHealth();
  const {
    institutionName,
    institutionExternalId,
    healthTier,
    healthScore,
    inGrace,
    numLocations,
    numProducts,
    ...location
  } = createElmDentalPractice();
  server.answer(getInstitutionLocations, {
    institutionId: 1001,
    institutionName,
    numLocations,
    numProducts,
    healthScore,
    healthTier,
    locations: Array.from({ length: 11 }, (_, index) => ({
      ...location,
      locationId: index + 1,
      locationName: `Elm ${index + 1}`,
      onlineBookingLink: index === 0 ? 'javascript:alert(1)' : 'book.example.com',
    })),
  });
});

const answerHealth = (facts: Partial<InstitutionHealth> = {}) =>
  server.answer(getHealthTrend, { data: [createInstitutionHealth(facts)] });
const open = (search = '') => renderApp(`/institution/1001/overview${search}`);
const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the head', () => {
  it('has name, score, owner and actions on every tab', async () => {
    answerHealth({ adoptionScore: 41.4, healthTier: 'Critical', scoreChange: -7.41 });
    server.answer(getInstitutionTickets, { rows: [], open: 0, closed: 0 });
    open('?tab=tickets');
    expect(await screen.findByRole('heading', { level: 1, name: 'Elm Dental' })).toBeVisible();
    for (const text of ['Critical', '41%']) expect(screen.getByText(text)).toBeVisible();
    expect(await screen.findByText('Owner: Ana Pérez · Pipeline: Renewals')).toBeVisible();
    for (const name of ['Add task', 'Add note', 'Assign', 'Snooze'])
      expect(screen.getByRole('button', { name })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Prep sheet' })).toHaveAttribute(
      'href',
      '/institution/1001/overview?print=prep-sheet',
    );
  });

  it('says when and why the customer leaves, and records an attempt to keep it', async () => {
    const ana = { id: '11111111-1111-4111-8111-111111111111', name: 'Ana Pérez' };
    const notice = {
      institutionId: 1001,
      institutionName: 'Elm Dental',
      lossId: '22222222-2222-4222-8222-222222222222',
      noticedOn: '2026-10-18',
      leavesOn: '2099-12-16',
      reason: 'Champion or owner left',
      reasonDetail: 'Office manager left',
      saveAttempt: null,
    };
    server.answer(getNotices, { rows: [notice] });
    server.answer(getPeople, { rows: [ana] });
    server.answer(postSaveAttempt, ({ dueOn, plan }) => {
      const saveAttempt = {
        owner: ana,
        dueOn,
        plan,
        recordedBy: ana,
        hasFailed: false,
        version: 1,
      };
      server.answer(getNotices, { rows: [{ ...notice, saveAttempt }] });
      return { version: 1 };
    });
    const user = userEvent.setup();
    open();
    expect(await screen.findAllByText('Leaving Dec 16, 2099')).toHaveLength(2);
    expect(
      screen.getByText('Gave notice on Oct 18, 2026. Champion or owner left: Office manager left.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Record save attempt' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Save attempt for Elm Dental' }),
    );
    const save = dialog.getByRole('button', { name: 'Save' });
    await user.click(dialog.getByRole('combobox', { name: 'Owner' }));
    await user.click(await screen.findByRole('option', { name: 'Ana Pérez' }));
    expect(save).toBeDisabled();
    await user.type(dialog.getByRole('textbox', { name: /^Plan/ }), 'Train the new team');
    await user.click(save);
    expect(await screen.findByText(/^Ana Pérez tries to keep the customer until/)).toBeVisible();
    expect(server.callsTo(postSaveAttempt)).toMatchObject([
      { body: { lossId: notice.lossId, version: 0, ownerId: ana.id, plan: 'Train the new team' } },
    ]);
    expect(screen.getByRole('button', { name: 'Change save attempt' })).toBeVisible();
    cleanup();
    const past = {
      owner: ana,
      dueOn: '2026-11-01',
      plan: 'Train',
      recordedBy: ana,
      hasFailed: false,
      version: 1,
    };
    server.answer(getNotices, { rows: [{ ...notice, saveAttempt: past }] });
    open();
    expect(await screen.findByText(/^Ana Pérez tried to keep the customer until/)).toBeVisible();
  });

  it.each([
    ['2026-10-15', true, 'In grace, day 34'],
    ['2026-07-01', false, 'Onboarding, day 140 of 180'],
    ['2026-11-30', true, 'In grace, not live yet'],
  ])('for a customer live since %s shows: %s', async (goLiveDate, inGrace, words) => {
    answerHealth({ goLiveDate, inGrace });
    open();
    expect(await screen.findByText(words)).toBeVisible();
  });

  it.each(['2026-05-21', null])(
    'shows no onboarding badge after it is over: live since %s',
    async (goLiveDate) => {
      answerHealth({ goLiveDate });
      open();
      await screen.findByRole('heading', { level: 1, name: 'Elm Dental' });
      expect(screen.queryByText(/Onboarding/)).toBeNull();
    },
  );
});

describe('the tabs', () => {
  it('are in the URL and keep other parameters', async () => {
    server.answer(getInstitutionTickets, { rows: [], open: 0, closed: 0 });
    const { router } = open('?weeks=52');
    await userEvent.click(await screen.findByRole('tab', { name: 'Tickets' }));
    expect(router.state.location.search).toBe('?weeks=52&tab=tickets');
    expect(await screen.findByText(/^No open tickets/)).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Summary' }));
    expect(router.state.location.search).toBe('?weeks=52');
  });

  it('start with the summary for an unknown tab', async () => {
    open('?tab=nonsense');
    expect(await screen.findByRole('tab', { name: 'Summary', selected: true })).toBeVisible();
  });
});

it.each(['0', 'abc', '1.5', '%3Cb%3E', '9007199254740993'])(
  'an address with the id %s has no customer, and asks the server nothing',
  async (id) => {
    renderApp(`/institution/${id}/overview`);
    expect(await screen.findByRole('heading', { name: 'Customer not found' })).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(server.calls.some(({ path }) => path.startsWith('/api/health-trends'))).toBe(false);
  },
);

describe('the history', () => {
  const week = (
    weekStartDate: string,
    weekEndDate: string,
    adoptionScore: number | null,
    facts: Partial<HealthHistoryWeek> = {},
  ): HealthHistoryWeek => ({
    weekStartDate,
    weekEndDate,
    adoptionScore,
    healthTier: 'Healthy',
    scoreChange: null,
    inGrace: false,
    healthyFrom: 75,
    mediumFrom: 50,
    ...facts,
  });
  const event = (id: string, weekStartDate: string, text: string): HealthHistoryEvent => ({
    id,
    at: `${weekStartDate}T20:00:00Z`,
    weekStartDate,
    kind: 'note',
    tone: 'plain',
    text,
  });

  beforeEach(() => {
    server.answer(getHealthHistory, {
      weeks: [
        week('2026-10-25', '2026-10-31', 80),
        week('2026-11-01', '2026-11-07', null, { healthTier: 'Unknown' }),
        week('2026-11-08', '2026-11-14', 62.4, { healthTier: 'Medium', scoreChange: -17.6 }),
      ],
      provisional: { asOfDay: '2026-11-17', adoptionScore: 60, healthTier: 'Medium' },
      events: [
        event('a', '2026-10-25', 'Spoke with Anna'),
        event('b', '2026-11-15', '<b>Called</b>'),
      ],
    });
  });

  it('is described in text and as a table', async () => {
    open();
    const picture = await screen.findByRole('img', { name: /Adoption score of 3 official weeks/ });
    expect(picture).toHaveAccessibleName(
      /From 80% to 62% in 3 weeks, between 62% and 80%; 60% so far this week/,
    );
    await userEvent.click(screen.getByText('Show as table'));
    const rows = within(
      await screen.findByRole('region', { name: 'Score history, as a table' }),
    ).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Week endingScoreChangeTierEvents',
      'Nov 14, 202662.4%−17.6■ Medium',
      'Nov 7, 2026––? Unknown',
      'Oct 31, 202680.0%–▲ HealthySpoke with Anna',
    ]);
  });

  it('has pins for events that link to the timeline', async () => {
    open();
    const pins = within(await screen.findByRole('list', { name: 'Events' }));
    expect(pins.getAllByRole('button').map((pin) => pin.getAttribute('aria-label'))).toEqual([
      'Spoke with Anna, week of Oct 25, 2026',
      '<b>Called</b>, week of Nov 15, 2026',
    ]);
    await userEvent.click(pins.getByRole('button', { name: /Called/ }));
    expect(await screen.findByRole('link', { name: 'Open timeline' })).toHaveAttribute(
      'href',
      '/institution/1001/overview?tab=timeline',
    );
  });

  it('covers the selected period, which the URL keeps', async () => {
    const { router } = open();
    await userEvent.click(await screen.findByRole('radio', { name: '52 weeks' }));
    expect(router.state.location.search).toBe('?weeks=52');
    await waitFor(() => expect(server.callsTo(getHealthHistory)).toHaveLength(2));
  });

  it('can be retried after a failure', async () => {
    server.refuse(getHealthHistory, 503, 'The database is busy.');
    open();
    expect(await screen.findByText('The database is busy.')).toBeVisible();
    server.answer(getHealthHistory, {
      weeks: [week('2026-11-08', '2026-11-14', 62)],
      provisional: null,
      events: [],
    });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(
      await screen.findByRole('img', { name: /Adoption score of 1 official weeks?/ }),
    ).toBeVisible();
  });
});

describe('the usage', () => {
  const usageWeek = (weekStartDate: string, usage: number | null): ProductUsageWeek => ({
    weekStartDate,
    usage,
    low: 20,
    median: 40,
    high: 70,
  });
  const location = (
    locationId: number,
    activity: LocationUsage['activity'],
    facts: Partial<LocationUsage> = {},
  ): LocationUsage => ({
    locationId,
    locationName: `Elm ${locationId}`,
    city: 'Greenwich',
    state: 'CT',
    activity,
    lastReportOn: '2026-11-14',
    lastUsedWeekEnd: '2026-11-14',
    usage: { forms: 30 },
    previousUsage: { forms: 40 },
    ...facts,
  });

  it('shows each product with its peers, and each location, quiet ones first', async () => {
    server.answer(getInstitutionUsage, {
      weekEndDate: '2026-11-14',
      products: [
        {
          product: 'forms',
          entitled: true,
          weeks: [usageWeek('2026-11-01', null), usageWeek('2026-11-08', 35)],
        },
      ],
      locations: [
        location(1, 'active'),
        location(2, 'silent', { lastReportOn: '2026-10-30', usage: { forms: 3 } }),
        location(3, 'quiet', { lastUsedWeekEnd: '2026-10-10', usage: { forms: 0 } }),
        location(4, 'active', { previousUsage: { forms: 4 } }),
      ],
    });
    open('?tab=usage');
    expect(
      await screen.findByRole('img', {
        name: 'Forms over 2 weeks; 35 in the last 28 days, peers’ median 40',
      }),
    ).toBeVisible();
    expect(screen.getByText(/^2 locations of 4 went quiet/)).toBeVisible();
    expect(screen.getByText(/last used in the week ending Oct 10, 2026/)).toBeVisible();
    expect(screen.getByText(/its connection last reported on Oct 30, 2026/)).toBeVisible();
    const rows = (await region('Usage by location')).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'Elm 3▼ Gone quiet0−100%',
      'Elm 2? No data3',
      'Elm 1▲ In use30−25%',
      // No percentage is shown when the previous usage was below five.
      'Elm 4▲ In use30',
    ]);
  });

  it('explains missing usage', async () => {
    server.answer(getInstitutionUsage, { weekEndDate: null, products: [], locations: [] });
    open('?tab=usage');
    expect(
      await screen.findByText(/because this customer has no official score yet/),
    ).toBeVisible();
  });
});

it('finds a location and does not link to invalid addresses', async () => {
  server.refuse(getInstitutionUsage, 503, 'busy');
  open('?tab=locations');
  const table = await region('Locations');
  expect(table.getAllByRole('row')).toHaveLength(12);
  expect(
    within(
      table.getByRole('rowheader', { name: 'Elm 1' }).closest('tr') ?? document.body,
    ).queryByRole('link', { name: 'Booking page' }),
  ).toBeNull();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a location' }), 'ELM 11');
  expect(table.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['Elm 11']);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a location' }), 'x');
  expect(await screen.findByText('No matching locations.')).toBeVisible();
});

describe('the benchmarks', () => {
  it('give usage, peers and rank', async () => {
    const peers = {
      level: 'tier',
      sizeTier: 'Small',
      practiceType: null,
      institutions: 24,
      locations: 24,
      below: 5,
      equal: 2,
    } as const;
    server.answer(getInstitutionBenchmarks, {
      weekEndDate: '2026-11-14',
      inGrace: true,
      standings: [
        {
          product: 'payments',
          isPerLocation: true,
          usage: 240,
          median: 500,
          low: 270,
          high: 730,
          tier: 'Medium',
          peers,
        },
      ],
      unmeasured: ['forms'],
    });
    open('?tab=benchmarks');
    const rows = (await region('Benchmarks')).getAllByRole('row');
    expect(rows[1]).toHaveTextContent(
      'Paymentsper location$240$500$270 to $73018 of 24 (2 tied)Small, all practice types24 customers, 24 locations',
    );
    expect(rows[1]?.querySelector('circle')).toHaveAttribute('fill', 'var(--tier-medium)');
    expect(screen.getByText(/^This customer is in its grace period/)).toBeVisible();
    expect(screen.getByText(/^Not measured.*Forms\.$/)).toBeVisible();
  });
});

describe('the tickets', () => {
  const ticket = (ticketId: number, facts: Partial<Ticket> = {}): Ticket => ({
    ticketId,
    subject: `Ticket ${ticketId}`,
    body: '<script>alert(1)</script>',
    pipeline: 'Support',
    stage: 'Waiting on us',
    priority: 'URGENT',
    product: 'forms',
    ownerName: null,
    createdAt: '2026-11-16T18:00:00Z',
    updatedAt: '2026-11-16T18:00:00Z',
    closedAt: null,
    ...facts,
  });

  it('show open ones with their age, and closed ones on demand', async () => {
    const closed = ticket(2, {
      stage: 'Closed',
      createdAt: '2026-11-01T18:00:00Z',
      closedAt: '2026-11-04T18:00:00Z',
    });
    server.answer(getInstitutionTickets, { rows: [ticket(1), closed], open: 1, closed: 3 });
    open('?tab=tickets');
    const list = await screen.findByRole('list', { name: 'Open tickets' });
    expect(list).toHaveTextContent('Open for 2 days, since Nov 16, 2026');
    expect(within(list).getByText('<script>alert(1)</script>')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'Closed (3)' }));
    expect(await screen.findByRole('list', { name: 'Closed tickets' })).toHaveTextContent(
      'Opened Nov 1, 2026, closed after 3 days',
    );
    expect(screen.getByText('2 older tickets in the CRM')).toBeVisible();
  });
});

describe('the prep sheet', () => {
  it('is one article with talking points, open work and contacts', async () => {
    answerHealth({ whyItMoved: '80, unchanged.' });
    server.answer(getPrepSheet, {
      ...{ purpose: 'call', notice: null },
      contacts: [
        { name: 'Anna Elm', role: 'Office manager', email: 'anna@elm.example', phone: null },
      ],
      deal: {
        pipeline: 'Renewals',
        stage: 'Contract sent',
        closesOn: '2026-12-20',
        amountCents: 1_200_000,
      },
      tasks: [],
      openTasks: 0,
      notes: [
        { author: 'Morgan Member', at: '2026-11-17T18:00:00Z', text: 'Spoke <b>briefly</b>' },
      ],
      tickets: [],
      openTickets: 0,
      talkingPoints: [1, 2, 3].map((n) => ({ title: `Point ${n}`, text: 'Ask.' })),
    });
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    open('?print=prep-sheet');
    const sheet = within(await screen.findByRole('article', { name: 'Prep sheet for Elm Dental' }));
    expect(
      sheet.getByText(/Renewals: Contract sent, closes Dec 20, 2026 \(\$12,000\)/),
    ).toBeVisible();
    expect(sheet.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Point 1. Ask.',
      'Point 2. Ask.',
      'Point 3. Ask.',
      'Spoke <b>briefly</b> Morgan Member · Nov 17, 2026',
      'Anna Elm, Office manager anna@elm.example',
    ]);
    expect(sheet.getByText(/^80, unchanged\. Elm Dental is a long-term customer/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    expect(screen.getByRole('link', { name: 'Back to customer' })).toHaveAttribute(
      'href',
      '/institution/1001/overview',
    );
  });

  it('says what went wrong', async () => {
    server.refuse(getPrepSheet, 503, 'The database is busy.');
    open('?print=prep-sheet');
    expect(await screen.findByText('The database is busy.')).toBeVisible();
  });
});

import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getSavedViews } from '#shared/list/saved-views.ts';
import {
  getOnboardingCase,
  getOnboardingHistories,
  getOnboardingList,
  getWeekEndOnboardingStatuses,
  type ListedOnboarding,
  type OnboardingHistory,
  postOnboardingChange,
} from '#shared/onboarding/onboarding.ts';
import { findUnlinkedFigures } from '#test/web/bare-figures.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
let restore: () => void;

const listed = (facts: Partial<ListedOnboarding> = {}): ListedOnboarding => ({
  institutionId: 1,
  institutionName: 'Elm Dental',
  goLiveDate: '2026-09-01',
  sizeTier: 'Small',
  ehr: 'Dentrix',
  ownerName: 'Ana Pérez',
  state: 'on_track',
  day: 78,
  lastDay: 180,
  weekBefore: { state: 'behind', day: 71 },
  score: 70,
  scoreDay: 74,
  expected: 64,
  pace: 6,
  checkpoints: [
    { day: 30, percent: 25, score: 40, passedOn: '2026-10-01' },
    { day: 60, percent: 50, score: 45, passedOn: '2026-10-31' },
  ],
  nextCheckpoint: 90,
  entitled: ['onlineBooking', 'forms'],
  firstUses: { onlineBooking: 4 },
  blocker: null,
  blockedSince: null,
  pausedSince: null,
  pauseReason: null,
  extensionDays: 0,
  milestonesDone: 7,
  milestonesTotal: 13,
  milestonesLate: 1,
  contractOn: '2026-08-01',
  kickoffOn: '2026-08-10',
  handedOverOn: null,
  graduatedOn: null,
  leftOn: null,
  lastTouchOn: null,
  version: 3,
  ...facts,
});
const history = (facts: Partial<OnboardingHistory> = {}): OnboardingHistory => ({
  institutionId: 1,
  weeks: [
    [27, 40],
    [55, 45],
    [74, 70],
  ],
  connected: 2,
  firstUse: 4,
  graduated: null,
  left: null,
  watched: 78,
  lost: {},
  pausedDays: 0,
  ...facts,
});

const stuck = listed({
  institutionId: 2,
  institutionName: 'Fir Dental',
  state: 'stuck',
  score: 20,
  pace: -44,
  blocker: 'training',
  blockedSince: '2026-11-08',
  version: 5,
});
const ended = listed({
  institutionId: 3,
  institutionName: 'Oak Dental',
  state: 'graduated',
  weekBefore: { state: 'graduated', day: 71 },
  graduatedOn: '2026-11-01',
  day: 150,
  nextCheckpoint: null,
});
let rows: ListedOnboarding[];

beforeAll(() => {
  restore = mockElementSizes();
});
afterAll(() => restore());
beforeEach(() => {
  notifications.clean();
  rows = [listed(), stuck, ended];
  server = startSignedInServer();
  server.answer(getSavedViews, { rows: [], defaultViewId: null });
  server.answer(getOnboardingList, () => ({
    rows,
    today: '2026-11-18',
    weekEndDate: '2026-11-14',
  }));
  server.answer(getOnboardingHistories, () => ({
    rows: rows.map(({ institutionId }) => history({ institutionId })),
  }));
  server.answer(postOnboardingChange, ({ cases }) => ({
    changed: cases.map(({ institutionId }) => institutionId),
    conflicts: [],
    unfit: [],
    institutionName: cases.length === 1 ? 'Fir Dental' : null,
  }));
});

const grid = () => screen.findByRole('grid', { name: 'Onboarding' });
const user = userEvent.setup();
async function act(name: string, action: string) {
  const row = await within(await grid()).findByRole('row', { name: new RegExp(name) });
  await user.click(within(row).getByRole('button', { name: /Actions|Menu|More/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

describe('the page of customers in onboarding', () => {
  it('shows figures, marks on the curve and checkpoints, slowest first', async () => {
    renderApp('/onboarding');
    const list = await grid();
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('link')
          .map((link) => link.textContent),
      ).toEqual(['Fir Dental', 'Elm Dental']),
    );
    expect(screen.getByRole('link', { name: /^2\s*In onboarding$/ })).toBeVisible();
    // Compared with seven days ago, one more case is stuck and all cases are one week older.
    expect(screen.getByText('+1 in a week')).toBeVisible();
    expect(screen.getByText('+7 days in a week')).toBeVisible();
    // Two cases are too few for a share.
    expect(screen.getByRole('link', { name: /^1\s*On track$/ })).toBeVisible();
    expect(screen.getByText('of 2 customers, too few for a percentage')).toBeVisible();
    expect(
      screen.getByRole('img', {
        name: '2 customers by day of onboarding and score, 1 of them on track',
      }),
    ).toBeVisible();
    expect(
      within(screen.getByRole('region', { name: 'Day 60' })).getByText('0 of 3'),
    ).toBeVisible();
    expect(
      within(screen.getByRole('region', { name: 'Day 30' })).getByText('3 of 3'),
    ).toBeVisible();
    expect(findUnlinkedFigures(screen.getByRole('main'))).toEqual([]);
    expect(within(list).getByText('Training, 10 days')).toBeVisible();
    expect(within(list).getAllByText('Day 90, 12 days')).toHaveLength(2);
  });

  it('opens the rows of a figure', async () => {
    renderApp('/onboarding');
    await user.click(await screen.findByRole('link', { name: /^1\s*Stuck$/ }));
    const list = await grid();
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('link')
          .map((link) => link.textContent),
      ).toEqual(['Fir Dental']),
    );
  });

  it('shows past days as recorded', async () => {
    server.answer(getWeekEndOnboardingStatuses, {
      rows: [
        {
          institutionId: 9,
          institutionName: 'Ash Dental',
          day: 20,
          score: 10,
          expected: 16,
          state: 'behind',
        },
      ],
    });
    const { router } = renderApp('/onboarding');
    const on = await screen.findByLabelText('As of');
    expect(on).toHaveValue('2026-11-18');
    // On Friday, Nov 13, the last complete week is the week from Nov 1 to Nov 7. On Saturday,
    // Nov 14, the week from Nov 8 to Nov 14 is complete.
    fireEvent.change(on, { target: { value: '2026-11-13' } });
    expect(
      await screen.findByText(
        'Scores and states as recorded at the end of the week ending Nov 7, 2026.',
      ),
    ).toBeVisible();
    expect(
      screen.getByRole('img', {
        name: '1 customer by day of onboarding and score, 0 of them on track',
      }),
    ).toBeVisible();
    expect(router.state.location.search).toBe('?on=2026-11-13');
    server.answer(getWeekEndOnboardingStatuses, { rows: [] });
    fireEvent.change(on, { target: { value: '2026-11-14' } });
    expect(
      await screen.findByText('No states were recorded for the week ending Nov 14, 2026.'),
    ).toBeVisible();
    expect(server.callsTo(getWeekEndOnboardingStatuses).map(({ path }) => path)).toEqual([
      '/api/onboarding/week/2026-11-01',
      '/api/onboarding/week/2026-11-08',
    ]);
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(
      await screen.findByRole('img', {
        name: '2 customers by day of onboarding and score, 1 of them on track',
      }),
    ).toBeVisible();
  });

  it('sends a blocker once, with the loaded version, and shows it', async () => {
    rows = [listed(), { ...stuck, blocker: null, blockedSince: null }, ended];
    server.answer(postOnboardingChange, () => {
      rows = [
        listed(),
        { ...stuck, blocker: 'staff', blockedSince: '2026-11-18', version: 6 },
        ended,
      ];
      return { changed: [2], conflicts: [], unfit: [], institutionName: 'Fir Dental' };
    });
    renderApp('/onboarding');
    await user.click(await screen.findByRole('button', { name: 'Record blocker of Fir Dental' }));
    const dialog = await screen.findByRole('dialog', { name: 'Set blocker for Fir Dental' });
    await user.click(within(dialog).getByRole('button', { name: 'Staff' }));
    expect(await screen.findByText('Fir Dental blocked: Staff')).toBeVisible();
    expect(await within(await grid()).findByText('Staff, 0 days')).toBeVisible();
    expect(server.callsTo(postOnboardingChange).map(({ body }) => body)).toEqual([
      {
        changeId: expect.any(String),
        cases: [{ institutionId: 2, version: 5 }],
        change: { action: 'block', blocker: 'staff' },
      },
    ]);
  });

  it('shows why a change was refused', async () => {
    server.refuse(postOnboardingChange, 409, 'Another user changed this after you opened it.');
    renderApp('/onboarding');
    await act('Fir Dental', 'Graduate');
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Graduate Fir Dental' })).getByRole(
        'button',
        { name: 'Graduate' },
      ),
    );
    expect(await screen.findByText('Another user changed this after you opened it.')).toBeVisible();
  });

  it('completes manual milestones, not those proven by data', async () => {
    server.answer(getOnboardingCase, {
      row: stuck,
      milestones: [
        {
          key: 'kickoff',
          product: null,
          side: 'us',
          dueDay: -14,
          doneOn: '2026-08-10',
          evidence: null,
          doneBy: 'Morgan Member',
        },
        {
          key: 'data_verified',
          product: null,
          side: 'us',
          dueDay: 14,
          doneOn: null,
          evidence: null,
          doneBy: null,
        },
        {
          key: 'first_use',
          product: 'forms',
          side: 'customer',
          dueDay: 30,
          doneOn: null,
          evidence: null,
          doneBy: null,
        },
      ],
      blockers: [{ from: '2026-11-08', until: null, blocker: 'training' }],
      pauses: [],
      weeks: [],
    });
    renderApp('/onboarding');
    await act('Fir Dental', 'Milestones');
    const table = await screen.findByRole('table', { name: 'Milestones' });
    expect(
      within(table).getByRole('row', {
        name: /First patient event in Forms.*Late, waiting for data/,
      }),
    ).toBeVisible();
    expect(
      within(table).queryByRole('button', { name: 'Done: First patient event in Forms' }),
    ).toBeNull();
    await user.click(within(table).getByRole('button', { name: 'Done: Data verified' }));
    expect(await screen.findByText('Data verified: Fir Dental')).toBeVisible();
    expect(screen.getByText('Blocked: Training, since Nov 8, 2026')).toBeVisible();
  });

  it('lists open items before a handover', async () => {
    rows = [
      {
        ...ended,
        handedOverOn: null,
        milestonesDone: 8,
        milestonesTotal: 9,
        blocker: null,
        ownerName: null,
        entitled: ['forms'],
        firstUses: {},
      },
    ];
    renderApp('/onboarding?tab=ended');
    await act('Oak Dental', 'Hand over');
    const dialog = await screen.findByRole('dialog', { name: 'Hand over Oak Dental' });
    const checks = within(
      within(dialog).getByRole('list', { name: 'Before handing over' }),
    ).getAllByRole('listitem');
    expect(checks.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([
        '■ 8 of 9 milestones done (open)',
        '■ Not used yet: Forms (open)',
        '✓ No blocker',
        '■ No owner in the CRM (open)',
      ]),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Hand over' }));
    expect(server.callsTo(postOnboardingChange)[0]?.body).toMatchObject({
      change: { action: 'hand_over' },
    });
  });

  it('names the latest graduates when no customer is in onboarding', async () => {
    rows = [ended];
    renderApp('/onboarding');
    expect(
      await screen.findByText(
        /No customers went live in the last 180 days. Last graduates: Oak Dental \(Nov 1\)/,
      ),
    ).toBeVisible();
  });
});

describe('the analytics', () => {
  it('count each step among customers that reached the previous one, and hide small counts', async () => {
    renderApp('/onboarding-analytics');
    const table = await screen.findByRole('table', { name: 'From kick-off to graduation' });
    expect(within(table).getByRole('row', { name: /^Score 50% 3/ })).toBeVisible();
    expect(within(table).getByRole('row', { name: /^Score 80%/ })).toBeVisible();
    expect(screen.getByText('No blockers yet.')).toBeVisible();
    expect(findUnlinkedFigures(screen.getByRole('main'))).toEqual([]);
    expect(
      within(screen.getByRole('table', { name: 'Owners: load and pace' })).getByText('Few'),
    ).toBeVisible();
  });

  it('offer Retry', async () => {
    server.refuse(getOnboardingHistories, 503, 'The database does not answer.');
    renderApp('/onboarding-analytics');
    expect(await screen.findByText('The database does not answer.')).toBeVisible();
    server.answer(getOnboardingHistories, { rows: [] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/No customers have gone live/)).toBeVisible();
  });
});

describe('the comparison', () => {
  const many = (sizeTier: 'Small' | 'Medium', from: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      listed({ institutionId: from + at, institutionName: `No ${from + at}`, sizeTier }),
    );

  it('hides small groups with a reason, and shows differences of the others', async () => {
    rows = [
      ...many('Small', 1, 6),
      ...many('Medium', 101, 5),
      listed({ institutionId: 200, sizeTier: 'Large' }),
    ];
    renderApp('/onboarding-comparison');
    expect(await screen.findByText(/Not shown: Large \(1\)/)).toBeVisible();
    const table = screen.getByRole('table', { name: 'Differences' });
    expect(
      within(table).getByRole('row', {
        name: /^Medium 5\s*Medium 40% n = 5 ±0.0 pts \(±0.0 to ±0.0\)/,
      }),
    ).toBeVisible();
    expect(
      findUnlinkedFigures(screen.getByRole('main'), /^Not shown: |^. ?Few customers: /),
    ).toEqual([]);
    await user.click(screen.getByRole('switch', { name: 'Adjust for mix' }));
    expect(await screen.findByText(/^The groups have 1 kind of EHR in common/)).toBeVisible();
  });

  it('keeps its choices in the URL', async () => {
    rows = [...many('Small', 1, 6), ...many('Medium', 101, 5)];
    const { router } = renderApp('/onboarding-comparison?by=ehr');
    expect(await screen.findByRole('rowheader', { name: 'Dentrix' })).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Compare by' }));
    await user.click(await screen.findByRole('option', { name: 'Product sold' }));
    await waitFor(() => expect(router.state.location.search).toBe('?by=product'));
    expect(await screen.findByRole('rowheader', { name: 'Forms' })).toBeVisible();
  });
});

import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getHealthTrend } from '#shared/health/health.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { getRiskList, type ListedRiskCustomer } from '#shared/risk/list.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import {
  getRiskCases,
  postRiskAssignee,
  postRiskOutcomes,
  postRiskSnooze,
  type RiskCase,
} from '#shared/work/cases.ts';
import { postNotes } from '#shared/work/notes.ts';
import { getPeople } from '#shared/work/people.ts';
import { getInstitutionWorkSummaries } from '#shared/work/tasks.ts';
import { postUndo } from '#shared/work/undo.ts';
import { createInstitutionHealth, createListedRisk } from '#test/records.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const week = '2026-11-08';
const me = { id: morgan.id, name: morgan.name };
const judged = {
  judgedWeek: week,
  judgedScore: 30,
  judgedTier: 'Critical' as const,
  judgedReasons: ['critical' as const],
};

let server: TestServer;
let restore: () => void;
let cases: RiskCase[];

const customers: ListedRiskCustomer[] = [
  createListedRisk({
    institutionId: 1,
    institutionName: 'Alder Dental',
    adoptionScore: 37.5,
    annualRevenue: 10_000,
  }),
  createListedRisk({
    institutionId: 2,
    institutionName: 'Birch Dental',
    adoptionScore: 37.5,
    annualRevenue: 40_000,
    renewalOn: '2020-01-01',
    reasons: ['critical', 'declining'],
    consecutiveWeeksDeclining: 4,
    trend: [60, 50, 38],
  }),
  createListedRisk({
    institutionId: 3,
    institutionName: 'Cedar Dental',
    annualRevenue: null,
    reasons: ['declining'],
    healthTier: 'Medium',
  }),
  createListedRisk({ institutionId: 4, institutionName: 'Dogwood Dental' }),
  createListedRisk({
    institutionId: 5,
    institutionName: 'Elder Dental',
    standing: 'cannot_judge',
    healthTier: 'Unknown',
    adoptionScore: null,
    reasons: [],
    coverage: 0.2,
  }),
  createListedRisk({
    institutionId: 6,
    institutionName: 'Fir Dental',
    standing: 'recovered',
    healthTier: 'Healthy',
    adoptionScore: 80,
    reasons: [],
    lastAtRiskOn: '2026-10-31',
    weeksAtRiskBefore: 3,
  }),
];
const riskCase = (institutionId: number, facts: Partial<RiskCase> = {}): RiskCase => ({
  institutionId,
  assignee: null,
  snooze: null,
  lastOutcome: null,
  version: 1,
  ...facts,
});
const snooze = {
  until: '2099-12-01',
  reason: 'Seasonal dip',
  by: me,
  at: '2026-11-17T18:00:00.000Z',
};

const answerList = (listed: ListedRiskCustomer[] = customers) =>
  server.answer(getRiskList, {
    weekStartDate: week,
    weekEndDate: '2026-11-14',
    healthyFrom: 75,
    inGrace: 12,
    rows: listed,
  });

beforeAll(() => {
  restore = mockElementSizes();
});
afterAll(() => restore());
beforeEach(() => {
  notifications.clean();
  cases = [riskCase(4, { snooze })];
  server = startSignedInServer();
  server.answer(getSavedViews, { rows: [], defaultViewId: null });
  server.answer(getRiskCases, () => ({ rows: cases }));
  server.answer(getInstitutionWorkSummaries, { rows: [] });
  server.answer(getPeople, { rows: [me] });
  server.answer(getTimeline, { rows: [], next: null });
  server.answer(getHealthTrend, {
    data: [createInstitutionHealth({ whyItMoved: '38, down 4.0 points: own usage −4.0.' })],
  });
  answerList();
});

const open = (search = '') => renderApp(`/at-risk-customers${search}`);
async function names(): Promise<string[]> {
  const grid = await screen.findByRole('grid', { name: 'At-risk customers' });
  await waitFor(() => expect(grid).toHaveAttribute('aria-busy', 'false'));
  return within(grid)
    .queryAllByRole('link')
    .map((link) =>
      link.textContent.replace(/^[▲■▼?](.*) (Healthy|Medium|Critical|Unknown)$/, '$1'),
    );
}
const settled = (...wanted: string[]) => waitFor(async () => expect(await names()).toEqual(wanted));
const tab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'At-risk customers' })).getByRole('link', { name });
const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));

it('lists customers that have given notice on a tab of their own, earliest departure first', async () => {
  const saveAttempt = {
    owner: me,
    dueOn: '2099-11-01',
    plan: 'Train',
    hasFailed: false,
    recordedBy: me,
    version: 1,
  };
  const leaving = (institutionId: number, institutionName: string, leavesOn: string) =>
    createListedRisk({
      ...{ institutionId, institutionName, leavesOn },
      notice: {
        lossId: '22222222-2222-4222-8222-222222222222',
        noticedOn: '2026-10-18',
        ...{ leavesOn, reason: 'Competitor', reasonDetail: null },
        saveAttempt: institutionId === 8 ? saveAttempt : null,
      },
    });
  answerList([
    leaving(7, 'Gum Dental', '2099-12-16'),
    { ...leaving(8, 'Holly Dental', '2099-12-01'), standing: 'leaving', reasons: [] },
    createListedRisk({ institutionId: 1, institutionName: 'Alder Dental' }),
  ]);
  open();
  await settled('Alder Dental');
  await userEvent.click(tab('Leaving 2'));
  await settled('Holly Dental', 'Gum Dental');
  expect(rowOf('Holly Dental').getByText('Competitor')).toBeVisible();
  expect(rowOf('Holly Dental').getByText(me.name)).toBeVisible();
  await userEvent.click(tab('All 2'));
  await waitFor(async () => expect((await names()).sort()).toEqual(['Alder Dental', 'Gum Dental']));
});

describe('the tabs', () => {
  it('have counts, and the queue lists the most urgent first with priority factors', async () => {
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    for (const name of ['Queue 3', 'All 4', 'Snoozed 1', 'Not enough data 1', 'Recovered 1'])
      expect(tab(name)).toBeVisible();
    expect(tab('Queue 3')).toHaveAttribute('aria-current', 'page');
    const stake = rowOf('Birch').getByText('$30,000');
    expect(stake.title).toMatch(
      /^\$30,000 =\n50% chance of loss\n× \$40,000 yearly revenue\n× 1\.5, renewal [\d,]+ days overdue$/,
    );
    expect(rowOf('Birch').getByText('Critical score, declining 4 weeks')).toBeVisible();
    expect(
      rowOf('Birch').getByRole('img', {
        name: 'Score from 60% to 38% in 3 weeks, between 38% and 60%',
      }),
    ).toBeVisible();
    expect(rowOf('Alder').getByText('$5,000').title).toBe(
      '$5,000 =\n50% chance of loss\n× $10,000 yearly revenue',
    );
  });

  it('open the factors of the priority by touch and keyboard, and nothing else', async () => {
    const user = userEvent.setup();
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    const stake = rowOf('Birch').getByRole('button', { name: '$30,000' });
    stake.focus();
    await user.keyboard('{Enter}');
    const factors = within(await screen.findByRole('dialog', { name: 'At stake: Birch Dental' }));
    expect(factors.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '50%',
      '$40,000',
      '× 1.5',
      '$30,000',
    ]);
    await user.click(factors.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(stake).toHaveFocus();
    await user.click(stake);
    expect(await screen.findByRole('dialog', { name: 'At stake: Birch Dental' })).toBeVisible();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it.each([
    ['all', ['Birch Dental', 'Alder Dental', 'Cedar Dental', 'Dogwood Dental']],
    ['snoozed', ['Dogwood Dental']],
    ['cannot-judge', ['Elder Dental']],
    ['recovered', ['Fir Dental']],
    ['nonsense', ['Birch Dental', 'Alder Dental', 'Cedar Dental']],
  ])('are in the URL: %s', async (name, wanted) => {
    open(`?tab=${name}`);
    await settled(...wanted);
  });

  it('keep each other’s filters but not their order', async () => {
    const { router } = open('?f.institutionName=d&q=dental&sort=-institutionName,priority');
    await settled('Cedar Dental', 'Birch Dental', 'Alder Dental');
    await userEvent.click(tab('Snoozed 1'));
    await settled('Dogwood Dental');
    expect(router.state.location.search).toBe('?tab=snoozed&f.institutionName=d&q=dental');
    await userEvent.click(tab('Queue 3'));
    expect(router.state.location.search).toBe('?f.institutionName=d&q=dental');
  });

  it('keep customers decided this week out of the queue', async () => {
    const lastOutcome = {
      outcomeId: crypto.randomUUID(),
      outcome: 'contacted' as const,
      note: '',
      by: me,
      at: '2026-11-17T18:00:00.000Z',
    };
    cases = [
      riskCase(1, { lastOutcome: { ...lastOutcome, ...judged } }),
      riskCase(2, { lastOutcome: { ...lastOutcome, ...judged, judgedWeek: '2026-11-01' } }),
    ];
    open();
    await settled('Birch Dental', 'Dogwood Dental', 'Cedar Dental');
  });
});

describe('the list', () => {
  it('is filtered by a reason, whose figure counts the matching rows', async () => {
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    const chip = within(screen.getByRole('group', { name: 'Reasons' })).getByRole('button', {
      name: 'Declining 2',
      pressed: false,
    });
    await userEvent.click(chip);
    await settled('Birch Dental', 'Cedar Dental');
    expect(screen.getByRole('button', { name: 'Declining 2', pressed: true })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Declining 2' }));
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
  });

  it('exports the current tab', async () => {
    open('?tab=snoozed&f.sizeTier=Small&cols=institutionName,snoozedUntil');
    await settled('Dogwood Dental');
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/risk/list/export?tab=snoozed&f.sizeTier=Small&sort=snoozedUntil&cols=institutionName,snoozedUntil',
    );
  });

  it('keeps its columns and order with a URL that only filters', async () => {
    open('?q=dental');
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    const headings = screen
      .getAllByRole('columnheader')
      .map((heading) => heading.textContent.replace('▼', ''));
    expect(headings).toEqual([
      '',
      'Customer',
      'Reasons',
      'At stake',
      '13 weeks',
      'Owner',
      'Next step',
      'Last outcome',
      'Actions',
    ]);
  });

  it('counts reasons with the search and other filters, and filters to the same number of rows', async () => {
    open('?q=birch');
    await settled('Birch Dental');
    const chips = within(screen.getByRole('group', { name: 'Reasons' }));
    for (const name of ['Critical 1', 'Declining 1', 'Not active 0'])
      expect(chips.getByRole('button', { name })).toBeVisible();
    await userEvent.click(chips.getByRole('button', { name: 'Declining 1' }));
    await settled('Birch Dental');
    expect(chips.getByRole('button', { name: 'Critical 1', pressed: false })).toBeVisible();
    await userEvent.click(chips.getByRole('button', { name: 'Not active 0' }));
    await settled();
    expect(chips.getByRole('button', { name: 'Not active 0', pressed: true })).toBeVisible();
  });

  it('applies actions to one or many selected customers', async () => {
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Birch Dental' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Alder Dental' }));
    for (const name of [
      'Assign',
      'Snooze',
      'Record outcome',
      'Add note',
      'Add task',
      'Triage selected',
    ])
      expect(await screen.findByRole('button', { name })).toBeVisible();
    server.answer(postNotes, { institutionIds: [2, 1], institutionName: null });
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Note on 2 customers' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Note' }), 'Outage');
    await userEvent.click(dialog.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText('Added a note on 2 customers')).toBeVisible();
    expect(server.callsTo(postNotes)[0]?.body).toEqual({
      noteId: expect.any(String),
      institutionIds: [2, 1],
      body: 'Outage',
    });
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
  });
});

describe('a row', () => {
  const grid = () => screen.getByRole('grid', { name: 'At-risk customers' });
  const rowFocused = (name: string) => waitFor(() => expect(rowElement(name)).toHaveFocus());
  const rowElement = (name: string) => within(grid()).getByRole('row', { name: new RegExp(name) });
  const answerSnooze = () =>
    server.answer(postRiskSnooze, ({ cases: sent }) => {
      const done = sent.map(({ institutionId }) => riskCase(institutionId, { snooze }));
      cases = [...cases, ...done];
      return {
        changed: done,
        conflicts: [],
        institutionName: sent.length === 1 ? 'Birch Dental' : null,
      };
    });

  it('is snoozed by two keys, passes the focus to the next row, and can be undone', async () => {
    answerSnooze();
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    await userEvent.keyboard('js');
    await screen.findByRole('dialog', { name: 'Snooze Birch Dental' });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Seasonal dip' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await settled('Alder Dental', 'Cedar Dental');
    expect(tab('Snoozed 2')).toBeVisible();
    await rowFocused('Alder');
    expect(screen.getByText(/^Snoozed Birch Dental until/)).toBeVisible();
    server.answer(postUndo, () => {
      cases = cases.filter(({ institutionId }) => institutionId !== 2);
      return { undone: [2], kept: [] };
    });
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(document.activeElement?.closest('[role="grid"]')).not.toBeNull();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
  });

  it('disappears when snoozed before all cases are reloaded, so that the next key acts on the next row', async () => {
    answerSnooze();
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    server.answer(getRiskCases, () => new Promise(() => undefined));
    await userEvent.keyboard('js');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Seasonal dip' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(/^Snoozed Birch Dental until/)).toBeVisible();
    await settled('Alder Dental', 'Cedar Dental');
    await rowFocused('Alder');
    await userEvent.keyboard('a');
    expect(await screen.findByRole('dialog', { name: 'Assign Alder Dental' })).toBeVisible();
  });

  it('is assigned by typing a few letters', async () => {
    server.answer(postRiskAssignee, {
      changed: [riskCase(2)],
      conflicts: [],
      institutionName: 'Birch Dental',
    });
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    await userEvent.keyboard('ja');
    const dialog = await screen.findByRole('dialog', { name: 'Assign Birch Dental' });
    await waitFor(() =>
      expect(within(dialog).getByRole('textbox', { name: 'Find a colleague' })).toHaveFocus(),
    );
    await within(dialog).findByRole('button', { name: 'Morgan Member (you)' });
    await userEvent.keyboard('mor{Enter}');
    expect(await screen.findByText('Assigned Birch Dental to Morgan Member')).toBeVisible();
    expect(server.callsTo(postRiskAssignee)[0]?.body).toMatchObject({
      cases: [{ institutionId: 2, version: 0 }],
      assigneeId: me.id,
    });
    await rowFocused('Birch');
  });

  it.each([
    ['e', 'Outcome for Birch Dental'],
    ['n', 'Note on Birch Dental'],
    ['t', 'New task for Birch Dental'],
    ['s', 'Snooze Birch Dental'],
  ])('opens a dialog by %s that Escape closes, and gets the focus back', async (key, name) => {
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    await userEvent.keyboard(`j${key}`);
    await screen.findByRole('dialog', { name });
    await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await rowFocused('Birch');
  });

  it('applies keys to the selection, and ignores them when no row is focused', async () => {
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    await userEvent.keyboard('s');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.keyboard('jxjxje');
    expect(await screen.findByRole('dialog', { name: 'Outcome for 2 customers' })).toBeVisible();
    server.answer(postRiskOutcomes, { institutionIds: [2, 1], institutionName: null });
    await userEvent.keyboard('4');
    expect(await screen.findByText('2 customers: No action needed')).toBeVisible();
    expect(server.callsTo(postRiskOutcomes)[0]?.body).toMatchObject({
      institutionIds: [2, 1],
      outcome: 'no_action',
    });
  });

  it('has a menu, by button and keyboard, that returns the focus', async () => {
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    const button = screen.getByRole('button', { name: 'Actions for Alder Dental' });
    await userEvent.click(button);
    await screen.findByRole('menu', { name: 'Actions for Alder Dental' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(button).toHaveFocus();
    await userEvent.click(button);
    const menu = within(await screen.findByRole('menu', { name: 'Actions for Alder Dental' }));
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Assigna',
      'Snoozes',
      'Record outcomee',
      'Add noten',
      'Add taskt',
      'Open overview',
    ]);
    expect(menu.getByRole('menuitem', { name: 'Open overview' })).toHaveAttribute(
      'href',
      '/institution/1/overview',
    );
    await userEvent.click(menu.getByRole('menuitem', { name: /Add task/ }));
    await screen.findByRole('dialog', { name: 'New task for Alder Dental' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
    rowElement('Alder')?.focus();
    await userEvent.keyboard('{Shift>}{F10}{/Shift}');
    await screen.findByRole('menu', { name: 'Actions for Alder Dental' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await rowFocused('Alder');
  });

  it('lists its keys', async () => {
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    await userEvent.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    for (const what of [
      'Previous row',
      'Show shortcuts',
      'Assign',
      'Snooze',
      'Record outcome',
      'Add note',
      'Add task',
      'Open the row’s menu',
    ])
      expect(dialog.getByRole('cell', { name: what })).toBeVisible();
  });

  it('shows the due task, the snooze or the last outcome', async () => {
    const lastOutcome = {
      outcomeId: crypto.randomUUID(),
      outcome: 'contacted' as const,
      note: '',
      by: me,
      at: '2020-11-17T18:00:00.000Z',
    };
    cases = [
      riskCase(1, { lastOutcome: { ...lastOutcome, ...judged, judgedWeek: '2020-11-01' } }),
      riskCase(4, { snooze }),
    ];
    const nextTask = { title: 'Call Dr. Birch', dueOn: '2020-11-20' };
    server.answer(getInstitutionWorkSummaries, {
      rows: [{ institutionId: 2, openTasks: 1, nextTask, lastTouchAt: null }],
    });
    open('?tab=all');
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental', 'Dogwood Dental');
    expect(rowOf('Birch').getByText('Overdue Nov 20, 2020: Call Dr. Birch')).toBeVisible();
    expect(rowOf('Alder').getByText('Contacted, Nov 17, 2020')).toBeVisible();
    expect(rowOf('Dogwood').getByText('Snoozed until Dec 1, 2099')).toBeVisible();
  });
});

describe('without', () => {
  it('customers at risk it links to the other tabs', async () => {
    answerList(customers.filter(({ standing }) => standing !== 'at_risk'));
    open();
    expect(
      await screen.findByText('The queue is empty. 0 snoozed, 1 without enough data, 12 in grace.'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Triage 0' })).toBeDisabled();
  });

  it('the list it shows an error and retries', async () => {
    server.refuse(getRiskList, 503, 'The database is busy.');
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Couldn’t load customersThe database is busy.',
    );
    answerList();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
  });

  it('the cases the queue is unavailable', async () => {
    server.refuse(getRiskCases, 503, 'The database is busy.');
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load customers');
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('the tasks the list stays, marked as not up to date', async () => {
    server.refuse(getInstitutionWorkSummaries, 503, 'The database is busy.');
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    expect(await screen.findByRole('alert')).toHaveTextContent('out of date');
  });
});

describe('triage', () => {
  async function start() {
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    await userEvent.click(screen.getByRole('button', { name: 'Triage 3' }));
    const dialog = await screen.findByRole('dialog', { name: 'Triage' });
    await within(dialog).findByRole('heading', { name: 'Birch Dental' });
    return within(dialog);
  }
  const record = () =>
    server.answer(postRiskOutcomes, ({ institutionIds }) => ({
      institutionIds,
      institutionName: null,
    }));

  it('shows reasons, revenue and the last note', async () => {
    const dialog = await start();
    expect(await dialog.findByText('Own usage −4.0.')).toBeVisible();
    expect(dialog.getByText('$40,000')).toBeVisible();
    expect(dialog.getByText(/days overdue/)).toBeVisible();
    expect(await dialog.findByText('No notes or outcomes yet.')).toBeVisible();
    expect(dialog.getByText(/1 of 3/)).toHaveTextContent(
      '1 of 3 · 0 with an outcome, 0 snoozed, 0 skipped',
    );
  });

  it('handles all customers by keys, with outcomes and notes, and counts them', async () => {
    record();
    const dialog = await start();
    await userEvent.keyboard('n');
    await userEvent.keyboard('Left word 2{Escape}');
    await userEvent.keyboard('1');
    expect(await dialog.findByRole('heading', { name: 'Alder Dental' })).toBeVisible();
    await userEvent.keyboard('s');
    expect(await dialog.findByRole('heading', { name: 'Cedar Dental' })).toBeVisible();
    await userEvent.keyboard('5');
    expect(await dialog.findByRole('heading', { name: 'All customers reviewed' })).toBeVisible();
    expect(server.callsTo(postRiskOutcomes).map(({ body }) => body)).toEqual([
      {
        outcomeId: expect.any(String),
        institutionIds: [2],
        outcome: 'contacted',
        note: 'Left word 2',
      },
      { outcomeId: expect.any(String), institutionIds: [3], outcome: 'wrong_alarm', note: '' },
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Review the 1 skipped' }));
    expect(await dialog.findByRole('heading', { name: 'Alder Dental' })).toBeVisible();
  });

  it('undoes the last outcome and continues from there', async () => {
    record();
    server.answer(postUndo, { undone: [2], kept: [] });
    const dialog = await start();
    for (const name of ['Back', 'Undo']) expect(dialog.queryByRole('button', { name })).toBeNull();
    await userEvent.keyboard('1');
    await dialog.findByRole('heading', { name: 'Alder Dental' });
    await userEvent.keyboard('u');
    await dialog.findByRole('heading', { name: 'Birch Dental' });
    const [first] = server
      .callsTo(postRiskOutcomes)
      .map(({ body }) => body as { outcomeId: string });
    expect(server.callsTo(postUndo).map(({ path, body }) => [path, body])).toEqual([
      [`/api/work/${first?.outcomeId}/undo`, { institutionIds: [2] }],
    ]);
    expect(dialog.getByText(/1 of 3/)).toHaveTextContent('0 with an outcome');
    await userEvent.keyboard('2');
    await dialog.findByRole('heading', { name: 'Alder Dental' });
    await userEvent.keyboard('s');
    await userEvent.click(await dialog.findByRole('button', { name: 'Back' }));
    await dialog.findByRole('heading', { name: 'Alder Dental' });
    await userEvent.click(dialog.getByRole('button', { name: 'Undo' }));
    await dialog.findByRole('heading', { name: 'Birch Dental' });
    const ids = server
      .callsTo(postRiskOutcomes)
      .map(({ body }) => (body as { outcomeId: string }).outcomeId);
    expect(new Set(ids).size).toBe(2);
  });

  it('stays in place when the last outcome cannot be undone, and shows why', async () => {
    record();
    server.refuse(postUndo, 409, 'This was more than 24 hours ago.');
    const dialog = await start();
    await userEvent.keyboard('1');
    await dialog.findByRole('heading', { name: 'Alder Dental' });
    await userEvent.keyboard('u');
    expect(await screen.findByText('This was more than 24 hours ago.')).toBeVisible();
    expect(dialog.getByRole('heading', { name: 'Alder Dental' })).toBeVisible();
  });

  it('stays in place when an outcome could not be saved', async () => {
    server.refuse(postRiskOutcomes, 503, 'The database is busy.');
    const dialog = await start();
    await userEvent.click(dialog.getByRole('button', { name: /Contacted/ }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The database is busy.');
    expect(dialog.getByRole('heading', { name: 'Birch Dental' })).toBeVisible();
  });

  it('closes with Escape, and the queue no longer has the decided customers', async () => {
    server.answer(postRiskOutcomes, (body) => {
      const { institutionIds, ...outcome } = body;
      cases = [
        ...cases,
        riskCase(2, { lastOutcome: { ...outcome, by: me, at: '2026-11-18T18:00:00Z', ...judged } }),
      ];
      return { institutionIds, institutionName: 'Birch Dental' };
    });
    const dialog = await start();
    await userEvent.keyboard('1');
    await dialog.findByRole('heading', { name: 'Alder Dental' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await settled('Alder Dental', 'Cedar Dental');
    expect(screen.getByRole('button', { name: 'Triage 2' })).toHaveFocus();
  });
});

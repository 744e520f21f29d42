import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getHealthTrend } from '#shared/health/health.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { getRiskList, type ListedRisk } from '#shared/risk/list.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { getRiskCases, postRiskAssignee, postRiskOutcome, postRiskSnooze, type RiskCase } from '#shared/work/cases.ts';
import { getPeople } from '#shared/work/people.ts';
import { getWorkSummaries } from '#shared/work/tasks.ts';
import { institutionHealth, listedRisk } from '#test/records.ts';
import { withLayout } from '#test/web/layout.ts';
import { morgan, renderApp, signedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const week = '2026-11-08';
const me = { id: morgan.id, name: morgan.name };
const judged = { judgedWeek: week, judgedScore: 30, judgedTier: 'Critical' as const, judgedReasons: ['critical' as const] };

let server: TestServer;
let restore: () => void;
let cases: RiskCase[];

const customers: ListedRisk[] = [
  listedRisk({ institutionId: 1, institutionName: 'Alder Dental', adoptionScore: 37.5, annualRevenue: 10_000 }),
  listedRisk({
    institutionId: 2,
    institutionName: 'Birch Dental',
    adoptionScore: 37.5,
    annualRevenue: 40_000,
    renewalOn: '2020-01-01',
    reasons: ['critical', 'declining'],
    consecutiveWeeksDeclining: 4,
  }),
  listedRisk({ institutionId: 3, institutionName: 'Cedar Dental', annualRevenue: null, reasons: ['declining'], healthTier: 'Medium' }),
  listedRisk({ institutionId: 4, institutionName: 'Dogwood Dental' }),
  listedRisk({
    institutionId: 5,
    institutionName: 'Elder Dental',
    standing: 'cannot_judge',
    healthTier: 'Unknown',
    adoptionScore: null,
    reasons: [],
    coverage: 0.2,
  }),
  listedRisk({
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
const snooze = { until: '2099-12-01', reason: 'Known season', by: me, at: '2026-11-17T18:00:00.000Z' };

const answerList = (listed: ListedRisk[] = customers) =>
  server.answer(getRiskList, { weekStartDate: week, weekEndDate: '2026-11-14', healthyFrom: 75, inGrace: 12, rows: listed });

beforeAll(() => {
  restore = withLayout();
});
afterAll(() => restore());
beforeEach(() => {
  notifications.clean();
  cases = [riskCase(4, { snooze })];
  server = signedInServer();
  server.answer(getSavedViews, { rows: [], defaultViewId: null });
  server.answer(getRiskCases, () => ({ rows: cases }));
  server.answer(getWorkSummaries, { rows: [] });
  server.answer(getPeople, { rows: [me] });
  server.answer(getTimeline, { rows: [], next: null });
  server.answer(getHealthTrend, { data: [institutionHealth({ whyItMoved: '38, down 4.0 points: own usage −4.0.' })] });
  answerList();
});

const open = (search = '') => renderApp(`/at-risk-customers${search}`);
async function names(): Promise<string[]> {
  const grid = await screen.findByRole('grid', { name: 'At-risk customers' });
  await waitFor(() => expect(grid).toHaveAttribute('aria-busy', 'false'));
  return within(grid)
    .queryAllByRole('link')
    .map((link) => link.textContent);
}
const settled = (...wanted: string[]) => waitFor(async () => expect(await names()).toEqual(wanted));
const tab = (name: string) => within(screen.getByRole('navigation', { name: 'At-risk customers' })).getByRole('link', { name });
const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));

describe('the tabs', () => {
  it('have their counts, and the queue has the most urgent first with what its priority is made of', async () => {
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    for (const name of ['Queue 3', 'All 4', 'Snoozed 1', 'Cannot judge 1', 'Recovered 1']) expect(tab(name)).toBeVisible();
    expect(tab('Queue 3')).toHaveAttribute('aria-current', 'page');
    expect(rowOf('Birch').getByText('50% × $40,000 × 1.5')).toBeVisible();
    expect(rowOf('Birch').getByText('$30,000')).toBeVisible();
    expect(rowOf('Birch').getByText('Declining 4 wk')).toBeVisible();
    expect(rowOf('Alder').getByText('50% × $10,000')).toBeVisible();
  });

  it.each([
    ['all', ['Birch Dental', 'Alder Dental', 'Cedar Dental', 'Dogwood Dental']],
    ['snoozed', ['Dogwood Dental']],
    ['cannot-judge', ['Elder Dental']],
    ['recovered', ['Fir Dental']],
    ['nonsense', ['Birch Dental', 'Alder Dental', 'Cedar Dental']],
  ])('stand in the address: %s', async (name, wanted) => {
    open(`?tab=${name}`);
    await settled(...wanted);
  });

  it('keep the filters of one another, but not their order', async () => {
    const { router } = open('?f.institutionName=d&q=dental&sort=-institutionName,priority');
    await settled('Cedar Dental', 'Birch Dental', 'Alder Dental');
    await userEvent.click(tab('Snoozed 1'));
    await settled('Dogwood Dental');
    expect(router.state.location.search).toBe('?tab=snoozed&f.institutionName=d&q=dental');
    await userEvent.click(tab('Queue 3'));
    expect(router.state.location.search).toBe('?f.institutionName=d&q=dental');
  });

  it('let nobody who was judged this week back into the queue', async () => {
    const lastOutcome = { outcomeId: crypto.randomUUID(), outcome: 'contacted' as const, note: '', by: me, at: '2026-11-17T18:00:00.000Z' };
    cases = [
      riskCase(1, { lastOutcome: { ...lastOutcome, ...judged } }),
      riskCase(2, { lastOutcome: { ...lastOutcome, ...judged, judgedWeek: '2026-11-01' } }),
    ];
    open();
    await settled('Birch Dental', 'Dogwood Dental', 'Cedar Dental');
  });
});

describe('the list', () => {
  it('is narrowed by a reason, whose figure counts the rows it opens', async () => {
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    const chip = within(screen.getByRole('group', { name: 'Reasons' })).getByRole('button', { name: 'Declining 2', pressed: false });
    await userEvent.click(chip);
    await settled('Birch Dental', 'Cedar Dental');
    expect(screen.getByRole('button', { name: 'Declining 2', pressed: true })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Declining 2' }));
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
  });

  it('exports its tab as it is shown', async () => {
    open('?tab=snoozed&f.sizeTier=Small&cols=institutionName,snoozedUntil');
    await settled('Dogwood Dental');
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/risk-list/export?tab=snoozed&f.sizeTier=Small&cols=institutionName,snoozedUntil',
    );
  });

  it('gives one selected customer everything, and many what makes sense for many', async () => {
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Birch Dental' }));
    for (const name of ['Assign', 'Snooze', 'Outcome', 'Add note', 'Add task'])
      expect(await screen.findByRole('button', { name })).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Alder Dental' }));
    expect(screen.queryByRole('button', { name: 'Add note' })).toBeNull();
    server.answer(postRiskAssignee, { changed: [riskCase(1), riskCase(2)], conflicts: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Assign' }));
    await userEvent.click(await screen.findByRole('button', { name: 'To me' }));
    await waitFor(() =>
      expect(server.callsTo(postRiskAssignee)[0]?.body).toEqual({
        cases: [2, 1].map((institutionId) => ({ institutionId, version: 0 })),
        assigneeId: me.id,
      }),
    );
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
  });

  it('loses a customer that is snoozed', async () => {
    server.answer(postRiskSnooze, ({ cases: [sent] }) => {
      cases = [...cases, riskCase(sent?.institutionId ?? 0, { snooze })];
      return { changed: cases.slice(-1), conflicts: [] };
    });
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Birch Dental' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Snooze' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze' }));
    await userEvent.type(dialog.getByRole('combobox', { name: 'Reason' }), 'Known season');
    await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }));
    await settled('Alder Dental', 'Cedar Dental');
    expect(tab('Snoozed 2')).toBeVisible();
  });
});

describe('without', () => {
  it('anybody at risk it says where the others are', async () => {
    answerList(customers.filter(({ standing }) => standing !== 'at_risk'));
    open();
    expect(await screen.findByText('Nobody is waiting. 0 are snoozed, 1 cannot be judged, 12 are in grace.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Triage 0' })).toBeDisabled();
  });

  it('the list it says so and tries again', async () => {
    server.refuse(getRiskList, 503, 'The database is busy.');
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The customers could not be loadedThe database is busy.');
    answerList();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
  });

  it('the cases nobody can say who is in the queue', async () => {
    server.refuse(getRiskCases, 503, 'The database is busy.');
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('The customers could not be loaded');
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('the tasks the list stands, and says that it is not up to date', async () => {
    server.refuse(getWorkSummaries, 503, 'The database is busy.');
    open();
    await settled('Birch Dental', 'Alder Dental', 'Cedar Dental');
    expect(screen.getByRole('alert')).toHaveTextContent('Not up to date');
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
  const record = () => server.answer(postRiskOutcome, (body) => ({ ...body, by: me, at: '2026-11-18T18:00:00Z', ...judged }));

  it('shows why, what it is worth and what was said last', async () => {
    const dialog = await start();
    expect(await dialog.findByText('38, down 4.0 points: own usage −4.0.')).toBeVisible();
    expect(dialog.getByText('$40,000')).toBeVisible();
    expect(dialog.getByText(/days overdue/)).toBeVisible();
    expect(await dialog.findByText('Nobody has written or decided anything yet.')).toBeVisible();
    expect(dialog.getByText(/1 of 3/)).toHaveTextContent('1 of 3 · 0 judged, 0 snoozed, 0 skipped');
  });

  it('goes through all by keys, each with its outcome and note, and counts them', async () => {
    record();
    const dialog = await start();
    await userEvent.keyboard('n');
    await userEvent.keyboard('Left word 2{Escape}');
    await userEvent.keyboard('1');
    expect(await dialog.findByRole('heading', { name: 'Alder Dental' })).toBeVisible();
    await userEvent.keyboard('s');
    expect(await dialog.findByRole('heading', { name: 'Cedar Dental' })).toBeVisible();
    await userEvent.keyboard('5');
    expect(await dialog.findByRole('heading', { name: 'That was everybody' })).toBeVisible();
    expect(server.callsTo(postRiskOutcome).map(({ path, body }) => [path, body])).toEqual([
      ['/api/institution/2/risk-case/outcomes', { outcomeId: expect.any(String), outcome: 'contacted', note: 'Left word 2' }],
      ['/api/institution/3/risk-case/outcomes', { outcomeId: expect.any(String), outcome: 'wrong_alarm', note: '' }],
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Go through the 1 skipped' }));
    expect(await dialog.findByRole('heading', { name: 'Alder Dental' })).toBeVisible();
  });

  it('goes back to correct, and the corrected outcome is a new one', async () => {
    record();
    const dialog = await start();
    expect(dialog.queryByRole('button', { name: 'Back' })).toBeNull();
    await userEvent.keyboard('1');
    await dialog.findByRole('heading', { name: 'Alder Dental' });
    await userEvent.keyboard('u');
    await dialog.findByRole('heading', { name: 'Birch Dental' });
    await userEvent.keyboard('2');
    await dialog.findByRole('heading', { name: 'Alder Dental' });
    const sent = server.callsTo(postRiskOutcome).map(({ body }) => body as { outcomeId: string; outcome: string });
    expect(sent.map(({ outcome }) => outcome)).toEqual(['contacted', 'escalated']);
    expect(new Set(sent.map(({ outcomeId }) => outcomeId)).size).toBe(2);
  });

  it('stays where an outcome could not be kept', async () => {
    server.refuse(postRiskOutcome, 503, 'The database is busy.');
    const dialog = await start();
    await userEvent.click(dialog.getByRole('button', { name: /Contacted/ }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('The database is busy.');
    expect(dialog.getByRole('heading', { name: 'Birch Dental' })).toBeVisible();
  });

  it('is left by Escape, and the queue is without those that were judged', async () => {
    server.answer(postRiskOutcome, (body) => {
      const outcome = { ...body, by: me, at: '2026-11-18T18:00:00Z', ...judged };
      cases = [...cases, riskCase(2, { lastOutcome: outcome })];
      return outcome;
    });
    const dialog = await start();
    await userEvent.keyboard('1');
    await dialog.findByRole('heading', { name: 'Alder Dental' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await settled('Alder Dental', 'Cedar Dental');
  });
});

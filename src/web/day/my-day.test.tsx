import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { postActionItemChange, postActionItemUndo } from '#shared/action-items/action-items.ts';
import { addDays, dayIn } from '#shared/core/dates.ts';
import {
  type DayRow,
  getDayPlan,
  type PlannedItem,
  postDayMove,
  postDayOrder,
} from '#shared/day/day.ts';
import { groupByCustomer } from '#shared/day/rules.ts';
import { postSaveAttemptFailure } from '#shared/notices/notices.ts';
import { postSlaPause } from '#shared/slas/clocks.ts';
import { getRiskCase, postRiskOutcomes, postRiskSnooze } from '#shared/work/cases.ts';
import { getPeople } from '#shared/work/people.ts';
import { patchProspectTask } from '#shared/work/prospect-tasks.ts';
import { patchTask } from '#shared/work/tasks.ts';
import { postUndo } from '#shared/work/undo.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const today = dayIn('America/Los_Angeles', new Date());
const me = { id: morgan.id, name: morgan.name };
const avery = { id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e60', name: 'Avery Admin' };
const taskId = '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e61';

const item = (facts: Partial<PlannedItem> = {}): PlannedItem => ({
  ...{ key: 'renewal:1', kind: 'renewal', institutionId: 1, institutionName: 'Alder Dental' },
  ...{ healthTier: 'Critical', prospect: null, urgency: 'soon', due: today, minutes: 45 },
  ...{ value: 4340, task: null, call: null, sla: null, save: null, coveringFor: null },
  why: 'Renewal in 88 days, $12,400, score 47: three-month checkpoint is due',
  ...{ movedTo: null, planVersion: 0, ...facts },
});
const rowOf = (...items: PlannedItem[]): DayRow[] => groupByCustomer(items);
const task = item({
  ...{ key: 'task:2', kind: 'task', institutionId: 2, institutionName: 'Birch Dental' },
  ...{ minutes: 20, urgency: 'overdue', why: 'Call them', coveringFor: avery },
  task: { taskId, version: 3 },
});
const rest = item({
  ...{ key: 'risk:3', kind: 'risk', institutionId: 3, institutionName: 'Cedar Dental' },
  ...{ minutes: 30, why: 'At risk for 3 weeks' },
});
const alert = item({
  ...{ key: 'call:1:a', kind: 'call', due: null, why: 'Healthy and still growing: Critical' },
  call: {
    ...{ callId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e62', title: 'Healthy and still growing' },
    ...{ version: 1, isFromRule: true, isOutdated: true },
  },
});

let server: TestServer;
const day = {
  person: me,
  today,
  freeMinutes: 90,
  doneMinutes: 20,
  isAway: false,
  customers: 3,
  rows: [...rowOf(task), ...rowOf(item())],
  rest: rowOf(rest),
  moved: [],
  lateFirstTouches: [],
};
beforeEach(() => {
  notifications.clean();
  server = startSignedInServer();
  server.answer(getPeople, { rows: [avery, me] });
  server.answer(getDayPlan, day);
  server.answer(postDayMove, ({ items }) => ({
    items: items.map(({ key, version }) => ({ key, version: version + 1 })),
  }));
  server.answer(postDayOrder, ({ keys }) => ({ keys }));
  const at = '2026-11-18T18:00:00.000Z';
  server.answer(patchTask, () => ({
    institutionId: 2,
    institutionName: 'Birch Dental',
    taskId,
    title: 'Call them',
    details: '',
    dueOn: today,
    assignee: me,
    status: 'open' as const,
    snoozedUntil: null,
    version: 4,
    createdBy: me,
    createdAt: at,
    updatedBy: me,
    updatedAt: at,
    closedAt: null,
  }));
});

/** Keeps the next answers of the server away, so that only changes shown at once are visible. */
const holdDay = () => server.answer(getDayPlan, () => new Promise(() => undefined));

const open = async () => {
  const view = renderApp('/customer-success-ops');
  await screen.findByRole('list', { name: 'Today' });
  return view;
};
const rowsOf = (name: string) =>
  within(screen.getByRole('list', { name })).getAllByRole('listitem');

it('shows what fits, why each row is listed, and what did not fit', async () => {
  await open();
  expect(screen.getByText(/1 h 5 min planned of 1 h 10 min free/)).toBeVisible();
  expect(rowsOf('Today')[1]).toHaveTextContent(
    'Renewal in 88 days, $12,400, score 47: three-month checkpoint is due',
  );
  expect(rowsOf('Today')[0]).toHaveTextContent('Covering for Avery Admin');
  expect(rowsOf('Not today')).toHaveLength(1);
  expect(screen.getByText('1 row, 30 min')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Alder Dental' }));
  expect(await screen.findByRole('menuitem', { name: 'Prep sheet' })).toHaveAttribute(
    'href',
    '/institution/1/overview?print=prep-sheet',
  );
});

it('one key moves a row to tomorrow, and it can be undone', async () => {
  await open();
  holdDay();
  await userEvent.keyboard('jjt');
  await waitFor(() => expect(server.callsTo(postDayMove)).toHaveLength(1));
  expect(server.callsTo(postDayMove)[0]?.body).toEqual({
    userId: me.id,
    items: [{ key: 'renewal:1', version: 0 }],
    to: addDays(today, 1),
  });
  expect(screen.queryByRole('button', { name: 'Finish Alder Dental' })).toBeNull();
  await screen.findByRole('button', { name: 'Undo' });
  await userEvent.keyboard('z');
  await waitFor(() => expect(server.callsTo(postDayMove)).toHaveLength(2));
  expect(server.callsTo(postDayMove)[1]?.body).toEqual({
    userId: me.id,
    items: [{ key: 'renewal:1', version: 1 }],
    to: null,
  });
});

it('the m key opens a dialog that moves a task by changing its due date', async () => {
  await open();
  await userEvent.keyboard('jm');
  await screen.findByRole('dialog', { name: 'Move Birch Dental' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(rowsOf('Today')[0]).toHaveFocus());
  await userEvent.keyboard('m');
  const dialog = await screen.findByRole('dialog', { name: 'Move Birch Dental' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(server.callsTo(patchTask)).toHaveLength(1));
  expect(server.callsTo(patchTask)[0]?.body).toEqual({ version: 3, dueOn: addDays(today, 2) });
});

it('the e key completes a task, and nothing else', async () => {
  await open();
  await userEvent.keyboard('je');
  await waitFor(() =>
    expect(server.callsTo(patchTask)[0]?.body).toEqual({ version: 3, status: 'done' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(server.callsTo(patchTask)[1]?.body).toEqual({ version: 4, status: 'open' }),
  );
});

it('the p key pauses an SLA clock with a reason, and the row links to its ticket', async () => {
  const sla = {
    ...{ key: 'ticket_reply:21:1', kind: 'ticket_reply' as const, ticketId: 21, canPause: true },
  };
  const rows = rowOf(item({ kind: 'sla', key: `sla:${sla.key}`, sla }));
  server.answer(getDayPlan, { ...day, rows });
  server.answer(postSlaPause, { changed: 1, kept: 0 });
  const { router } = await open();
  expect(screen.getByRole('link', { name: 'Reply to ticket of Alder Dental' })).toHaveAttribute(
    'href',
    '/hubspot-tickets?ticket=21',
  );
  await userEvent.keyboard('jp');
  const dialog = await screen.findByRole('dialog', { name: 'Pause: Alder Dental' });
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Waiting for a supplier' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Pause' }));
  await waitFor(() =>
    expect(server.callsTo(postSlaPause)[0]?.body).toMatchObject({
      clocks: [{ institutionId: 1, key: sla.key }],
      reason: 'supplier',
    }),
  );
  await waitFor(() => expect(server.callsTo(getDayPlan)).toHaveLength(2));
  await waitFor(() => expect(rowsOf('Today')[0]).toHaveFocus());
  await userEvent.keyboard('e');
  await waitFor(() => expect(router.state.location.search).toBe('?ticket=21'));
});

it('keys and buttons change the order of today', async () => {
  await open();
  holdDay();
  await userEvent.keyboard('j{Shift>}J{/Shift}');
  await waitFor(() =>
    expect(server.callsTo(postDayOrder)[0]?.body).toEqual({
      userId: me.id,
      keys: ['renewal:1', 'task:2'],
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Birch Dental' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move up' }));
  await waitFor(() => expect(server.callsTo(postDayOrder)).toHaveLength(2));
});

it('reports that another user changed the row first, and refetches the day', async () => {
  server.refuse(postDayMove, 409, 'This row has changed in the meantime.');
  await open();
  await userEvent.keyboard('jjt');
  expect(await screen.findByText(/This row has changed in the meantime/)).toBeVisible();
  await waitFor(() => expect(server.callsTo(getDayPlan)).toHaveLength(2));
});

it('explains an empty day to a user without customers, and a day without hours', async () => {
  server.answer(getDayPlan, { ...day, customers: 0, rows: [], rest: [] });
  let { unmount } = await open();
  expect(screen.getByText(/You own no customers in the CRM/)).toBeVisible();
  unmount();
  server.answer(getDayPlan, { ...day, freeMinutes: 25, rows: [] });
  ({ unmount } = await open());
  expect(screen.getByText(/No work fits into your free time today/)).toBeVisible();
  unmount();
  server.answer(getDayPlan, { ...day, freeMinutes: 0, doneMinutes: 0, isAway: true, rows: [] });
  await open();
  expect(screen.getByText(/No free hours today/)).toBeVisible();
});

it('another person’s day is selected in the URL', async () => {
  const { router } = await open();
  await userEvent.click(screen.getByRole('combobox', { name: 'Person' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Avery Admin' }));
  expect(router.state.location.search).toBe(`?person=${avery.id}`);
});

it('a task of a prospect links to its page, and can be completed', async () => {
  const prospect = { prospectId: 7, name: 'Oak Dental', key: 'place/7' };
  const customer = { institutionId: null, institutionName: null, healthTier: null };
  server.answer(getDayPlan, { ...day, rows: rowOf({ ...task, ...customer, prospect }) });
  server.answer(patchProspectTask, ({ version }) => ({
    ...{ prospectId: 7, prospectName: 'Oak Dental', taskId, title: 'Call them', details: '' },
    ...{
      dueOn: null,
      assignee: me,
      status: 'done' as const,
      snoozedUntil: null,
      version: version + 1,
    },
    ...{ createdBy: me, createdAt: '2026-11-01T12:00:00.000Z', updatedBy: me },
    ...{ updatedAt: '2026-11-01T12:00:00.000Z', closedAt: '2026-11-01T12:00:00.000Z' },
  }));
  renderApp('/customer-success-ops?part=day');
  expect(await screen.findByRole('link', { name: 'Oak Dental' })).toHaveAttribute(
    'href',
    '/prospect/place%2F7',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Finish Oak Dental' }));
  await waitFor(() =>
    expect(server.callsTo(patchProspectTask).map(({ body }) => body)).toEqual([
      { version: 3, status: 'done' },
    ]),
  );
});

it('finishes all work of a customer with one outcome, and closes the task that is not excluded', async () => {
  const own = { ...task, institutionId: 1, institutionName: 'Alder Dental', coveringFor: null };
  server.answer(getDayPlan, { ...day, rows: rowOf(item(), own, alert) });
  server.answer(postRiskOutcomes, { institutionIds: [1], institutionName: 'Alder Dental' });
  await open();
  holdDay();
  await userEvent.keyboard('je');
  const dialog = within(await screen.findByRole('dialog', { name: 'Finish Alder Dental' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Healthy and still growing' }));
  await userEvent.click(dialog.getByRole('button', { name: /^Contacted/ }));
  expect(screen.queryByText(/three-month checkpoint/)).toBeNull();
  await waitFor(() => expect(server.callsTo(patchTask)).toHaveLength(1));
  expect(server.callsTo(postRiskOutcomes)).toMatchObject([
    { body: { institutionIds: [1], outcome: 'contacted', note: '' } },
  ]);
  expect(server.callsTo(postActionItemChange)).toEqual([]);
});

it('undoes a saved outcome when a later step of the row fails', async () => {
  const own = { ...task, institutionId: 1, institutionName: 'Alder Dental', coveringFor: null };
  server.answer(getDayPlan, { ...day, rows: rowOf(item(), own) });
  server.answer(postRiskOutcomes, { institutionIds: [1], institutionName: 'Alder Dental' });
  server.answer(postUndo, { undone: [1], kept: [] });
  server.refuse(patchTask, 409, 'This task has changed.');
  await open();
  const finish = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Finish Alder Dental' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Finish Alder Dental' }));
    await userEvent.click(dialog.getByRole('button', { name: /^Contacted/ }));
  };
  await finish();
  expect(await screen.findByText('Couldn’t change this row')).toBeVisible();
  const [sent] = server.callsTo(postRiskOutcomes).map(({ body }) => body as { outcomeId: string });
  expect(server.callsTo(postUndo)).toMatchObject([
    { path: `/api/work/${sent?.outcomeId}/undo`, body: { institutionIds: [1] } },
  ]);
  server.refuse(postUndo, 503, 'The database is busy.');
  await finish();
  expect(await screen.findByText('Only part of this row was changed')).toBeVisible();
  expect(screen.getAllByText('This task has changed.')).toHaveLength(2);
});

it('keeps finished rows away while another action is pending', async () => {
  await open();
  const saved: (() => void)[] = [];
  server.answer(
    postDayMove,
    ({ items }) =>
      new Promise((resolve) =>
        saved.push(() => resolve({ items: items.map(({ key }) => ({ key, version: 1 })) })),
      ),
  );
  await userEvent.keyboard('jjt');
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Cedar Dental' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move to tomorrow' }));
  await waitFor(() => expect(saved).toHaveLength(2));
  saved[0]?.();
  await screen.findByText(/^Moved Alder Dental/);
  expect(server.callsTo(getDayPlan)).toHaveLength(1);
  saved[1]?.();
  await waitFor(() => expect(server.callsTo(getDayPlan)).toHaveLength(2));
});

it('shows a row again when the server refuses its snooze', async () => {
  server.answer(getDayPlan, { ...day, rows: rowOf(item()) });
  server.answer(getRiskCase, {
    ...{ institutionId: 1, assignee: null, snooze: null, lastOutcome: null, version: 0 },
    outcomes: [],
  });
  let refuse = (_: unknown) => {};
  server.answer(postRiskSnooze, () => new Promise((_, reject) => (refuse = reject)));
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Snooze Alder Dental' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Seasonal dip' })).toHaveFocus());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(server.callsTo(postRiskSnooze)).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Snooze Alder Dental' })).toBeNull();
  refuse(new Error('The server is away'));
  expect(await screen.findByRole('button', { name: 'Snooze Alder Dental' })).toBeVisible();
  expect(screen.getByText('Couldn’t change this row')).toBeVisible();
});

it('says that an alert is no longer true, and closes it', async () => {
  server.answer(getDayPlan, { ...day, rows: rowOf(alert) });
  server.answer(postActionItemChange, { changed: 1, conflicts: 0 });
  await open();
  holdDay();
  expect(screen.getByText('No longer true for this customer.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Close alert/ }));
  await waitFor(() =>
    expect(server.callsTo(postActionItemChange)).toMatchObject([
      { body: { change: { action: 'close', outcome: 'lapsed' } } },
    ]),
  );
  expect(screen.queryByText('No longer true for this customer.')).toBeNull();
  server.answer(getDayPlan, day);
  server.answer(postActionItemUndo, { undone: 0, kept: 1 });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 action item changed since and was skipped.')).toBeVisible();
});

it('collapses late first touches, records one outcome for all, and lists the keys', async () => {
  const late = item({ kind: 'risk', key: 'risk:1' });
  const other = item({ ...rest, institutionId: 4, institutionName: 'Dogwood Dental' });
  server.answer(getDayPlan, { ...day, lateFirstTouches: rowOf(late, other) });
  server.answer(postRiskOutcomes, { institutionIds: [1, 4], institutionName: null });
  await open();
  const title = 'First touches more than 30 days overdue';
  expect(screen.queryByRole('list', { name: title })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: `Show ${title}` }));
  expect(rowsOf(title)).toHaveLength(2);
  rowsOf(title)[1]?.focus();
  await userEvent.keyboard('e');
  await screen.findByRole('dialog', { name: 'Finish Dogwood Dental' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Record outcome for all' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Escalated/ }));
  await waitFor(() =>
    expect(server.callsTo(postRiskOutcomes)).toMatchObject([
      { body: { institutionIds: [1, 4], outcome: 'escalated' } },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent(
    'My day: finish the row',
  );
});

it('shows the error of an action on all late first touches in its dialog', async () => {
  server.answer(getDayPlan, { ...day, lateFirstTouches: rowOf(item({ kind: 'risk' })) });
  let refuse = (_: unknown) => {};
  server.answer(postRiskOutcomes, () => new Promise((_, reject) => (refuse = reject)));
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Record outcome for all' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Escalated/ }));
  await waitFor(() => expect(server.callsTo(postRiskOutcomes)).toHaveLength(1));
  expect(screen.queryByText(/^First touches more than/)).toBeNull();
  refuse(new Error('The server is away'));
  const dialog = within(screen.getByRole('dialog', { name: 'Outcome for Alder Dental' }));
  expect(await dialog.findByText('The server is away')).toBeVisible();
});

it('records that a save attempt failed', async () => {
  const save = {
    ...{ lossId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e63', lossVersion: 1, version: 2 },
    ...{ ownerId: me.id, dueOn: today, plan: 'Offer training' },
  };
  server.answer(getDayPlan, { ...day, rows: rowOf(item({ kind: 'save', key: 'save:1', save })) });
  server.answer(postSaveAttemptFailure, { version: 3 });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Finish Alder Dental' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Outcome for Alder Dental' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Customer leaves' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save outcome' }));
  expect(await screen.findByText('Alder Dental leaves: save attempt failed')).toBeVisible();
  expect(server.callsTo(postSaveAttemptFailure)).toMatchObject([
    { body: { lossId: save.lossId, version: 2, note: '' } },
  ]);
});

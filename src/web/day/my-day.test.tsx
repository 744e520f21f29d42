import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { addDays, dayIn } from '#shared/core/dates.ts';
import { getDayPlan, type PlannedItem, postDayMove, postDayOrder } from '#shared/day/day.ts';
import { postSlaPause } from '#shared/slas/clocks.ts';
import { getPeople } from '#shared/work/people.ts';
import { patchProspectTask } from '#shared/work/prospect-tasks.ts';
import { patchTask } from '#shared/work/tasks.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const today = dayIn('America/Los_Angeles', new Date());
const me = { id: morgan.id, name: morgan.name };
const avery = { id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e60', name: 'Avery Admin' };
const taskId = '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e61';

const item = (facts: Partial<PlannedItem> = {}): PlannedItem => ({
  key: 'renewal:1',
  kind: 'renewal',
  institutionId: 1,
  institutionName: 'Alder Dental',
  healthTier: 'Critical',
  prospect: null,
  urgency: 'soon',
  due: today,
  minutes: 45,
  value: 4340,
  why: 'Renewal in 88 days, $12,400, score 47: three-month checkpoint is due',
  task: null,
  call: null,
  sla: null,
  coveringFor: null,
  movedTo: null,
  planVersion: 0,
  ...facts,
});
const task = item({
  key: 'task:2',
  kind: 'task',
  institutionId: 2,
  institutionName: 'Birch Dental',
  minutes: 20,
  urgency: 'overdue',
  why: 'Call them',
  task: { taskId, version: 3 },
  coveringFor: avery,
});
const rest = item({
  key: 'risk:3',
  kind: 'risk',
  institutionId: 3,
  institutionName: 'Cedar Dental',
  minutes: 30,
  why: 'At risk for 3 weeks',
});

let server: TestServer;
const day = {
  person: me,
  today,
  freeMinutes: 90,
  doneMinutes: 20,
  isAway: false,
  customers: 3,
  rows: [task, item()],
  rest: [rest],
  moved: [],
};
beforeEach(() => {
  notifications.clean();
  server = startSignedInServer();
  server.answer(getPeople, { rows: [avery, me] });
  server.answer(getDayPlan, day);
  server.answer(postDayMove, ({ key, to, version }) => ({
    key,
    movedTo: to,
    version: version + 1,
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
  expect(screen.getByText('1 item, 30 min')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Prep sheet of Alder Dental' })).toHaveAttribute(
    'href',
    '/institution/1/overview?print=prep-sheet',
  );
});

it('one key moves a row to tomorrow, and it can be undone', async () => {
  await open();
  await userEvent.keyboard('jjt');
  await waitFor(() => expect(server.callsTo(postDayMove)).toHaveLength(1));
  expect(server.callsTo(postDayMove)[0]?.body).toEqual({
    userId: me.id,
    key: 'renewal:1',
    to: addDays(today, 1),
    version: 0,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.callsTo(postDayMove)).toHaveLength(2));
  expect(server.callsTo(postDayMove)[1]?.body).toEqual({
    userId: me.id,
    key: 'renewal:1',
    to: null,
    version: 1,
  });
});

it('the m key opens a dialog that moves a task by changing its due date', async () => {
  await open();
  await userEvent.keyboard('jm');
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
  const sla = { key: 'ticket_reply:21:1', ticketId: 21, canPause: true };
  server.answer(getDayPlan, { ...day, rows: [item({ kind: 'sla', key: `sla:${sla.key}`, sla })] });
  server.answer(postSlaPause, { changed: 1, kept: 0 });
  await open();
  expect(screen.getByRole('link', { name: 'Open ticket of Alder Dental' })).toHaveAttribute(
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
});

it('keys and buttons change the order of today', async () => {
  await open();
  await userEvent.keyboard('j{Shift>}J{/Shift}');
  await waitFor(() =>
    expect(server.callsTo(postDayOrder)[0]?.body).toEqual({
      userId: me.id,
      keys: ['renewal:1', 'task:2'],
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Move Alder Dental up' }));
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
  const { unmount } = await open();
  expect(screen.getByText(/This person owns no customers in the CRM/)).toBeVisible();
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
  server.answer(getDayPlan, { ...day, rows: [{ ...task, ...customer, prospect }] });
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
  expect(screen.queryByRole('link', { name: 'Prep sheet of Oak Dental' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Complete task of Oak Dental' }));
  await waitFor(() =>
    expect(server.callsTo(patchProspectTask).map(({ body }) => body)).toEqual([
      { version: 3, status: 'done' },
    ]),
  );
});

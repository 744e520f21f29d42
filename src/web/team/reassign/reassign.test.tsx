import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import {
  getReassignable,
  type MovableItem,
  postReassignment,
  postReassignmentUndo,
  type Reassignable,
} from '#shared/team/reassign/reassign.ts';
import { getTeam } from '#shared/team/team.ts';
import { getPeople } from '#shared/work/people.ts';
import { getAbsences } from '#shared/work/working-time.ts';
import { beforeEachListPage } from '#test/web/list-page.ts';
import { morgan, renderApp } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const idOf = (at: number) => `0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e6${at}`;
const [olive, ben, kim] = [
  { id: idOf(0), name: 'Olive Owner' },
  { id: idOf(1), name: 'Ben Ode' },
  { id: idOf(2), name: 'Kim New' },
];
const load = (
  person: typeof olive,
  customers: number,
  availableHours: number,
): Reassignable['loads'][number] => ({
  person,
  hours: { customers, tasks: 0, riskCases: 0, calls: 0 },
  availableHours,
  isAway: false,
  isUncovered: false,
  cover: null,
});
const item = (
  kind: MovableItem['kind'],
  subjectId: number,
  hours: number,
  id: string | null = null,
): MovableItem => ({
  ...{
    kind,
    subjectId,
    subjectName: `Customer ${subjectId}`,
    id,
    hours,
    ownerId: null,
  },
  title: 'Call them',
  version: kind === 'customer' ? 0 : 3,
});
const work: Reassignable = {
  person: olive,
  isActive: true,
  items: [item('customer', 1, 10), item('customer', 2, 10), item('task', 1, 1, idOf(8))],
  left: 0,
  fixedCustomers: 1,
  ownersAreElsewhere: false,
  loads: [load(olive, 21, 20), load(ben, 5, 25.5), load(kim, 4, 25.5)],
};

let server: TestServer;
const user = userEvent.setup();
beforeEachListPage((fresh) => {
  server = fresh;
  server.answer(getUser, { ...morgan, role: 'admin' });
  server.answer(getPeople, { rows: [olive, ben, kim] });
  server.answer(getAbsences, { rows: [] });
  server.answer(getTeam, {
    rows: [],
    withoutOwner: 0,
    unknownOwners: [],
    leavers: [],
    taskAges: [],
  });
  server.answer(getReassignable, work);
  server.answer(postReassignment, ({ moves }) => ({ moved: moves.length, kept: 0 }));
  server.answer(postReassignmentUndo, { undone: 3, kept: 0 });
});

async function open() {
  renderApp(`/customer-success-ops?part=team&reassign=${olive.id}`);
  return screen.findByRole('dialog', { name: 'Reassign work: Olive Owner' }, { timeout: 10_000 });
}
async function giveTo(dialog: HTMLElement, ...names: string[]) {
  for (const name of names) {
    await user.click(within(dialog).getByRole('combobox', { name: 'New assignees' }));
    await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
  }
}

it('compares loads before and after, reassigns the selected work as shown, and undoes it', async () => {
  const dialog = await open();
  expect(within(dialog).getByText(/1 customer without a deal can’t be reassigned/)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Reassign' })).toBeDisabled();
  await giveTo(dialog, 'Ben Ode', 'Kim New');
  const loads = within(dialog).getByRole('table', { name: 'Workload before and after' });
  expect(within(loads).getByRole('row', { name: /Olive Owner/ })).toHaveTextContent('21 h of 20 h');
  expect(within(loads).getByRole('row', { name: /Olive Owner/ })).toHaveTextContent('0 h of 20 h');
  expect(within(loads).getByRole('row', { name: /Kim New/ })).toHaveTextContent('15 h of 25.5 h');
  expect(within(loads).getByRole('row', { name: /Ben Ode/ })).toHaveTextContent('15 h of 25.5 h');

  await user.selectOptions(
    within(dialog).getByRole('combobox', { name: 'New assignee of Customer 2' }),
    'Kim New',
  );
  expect(within(loads).getByRole('row', { name: /Kim New/ })).toHaveTextContent('OK 98%');
  expect(within(loads).getByRole('row', { name: /Ben Ode/ })).toHaveTextContent('Free 20%');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Customer 2' }));
  await user.click(within(dialog).getByRole('button', { name: 'Reassign 2 items' }));
  await waitFor(() => expect(server.callsTo(postReassignment)).toHaveLength(1));
  expect(server.callsTo(postReassignment)[0]?.body).toMatchObject({
    from: { kind: 'person', userId: olive.id },
    moves: [
      { kind: 'customer', institutionId: 1, toId: kim.id },
      { kind: 'task', institutionId: 1, id: idOf(8), version: 3, toId: kim.id },
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/^Undone: Reassigned \d+ items?$/)).toBeVisible();
});

it('deselects work that exceeds the assignees’ capacity, and reassigns the rest', async () => {
  server.answer(getReassignable, {
    ...work,
    loads: [load(olive, 21, 20), load(ben, 13, 16), load(kim, 4, 25.5)],
  });
  const dialog = await open();
  await giveTo(dialog, 'Ben Ode');
  expect(within(dialog).getByRole('status')).toHaveTextContent('Over capacity: Ben Ode');
  await user.click(within(dialog).getByRole('button', { name: 'Deselect work over capacity' }));
  expect(within(dialog).queryByText(/Over capacity:/)).not.toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: /^Reassign$/ })).toHaveTextContent('Reassign');
});

it('preselects the cover, offers no users without hours, and reassigns only the selected kinds of work', async () => {
  server.answer(getReassignable, {
    ...work,
    loads: [
      { ...load(olive, 21, 20), isAway: true, cover: ben },
      load(ben, 5, 25.5),
      load(kim, 4, 0),
    ],
  });
  const dialog = await open();
  expect(
    within(dialog).getByRole('table', { name: 'Workload before and after' }),
  ).toHaveTextContent('Ben Ode');
  await user.click(within(dialog).getByRole('combobox', { name: 'New assignees' }));
  const away = await screen.findByRole('option', { name: /Kim New: no free hours/ });
  expect(away).toHaveAttribute('data-combobox-disabled', 'true');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Customers (2)' }));
  expect(within(dialog).getByRole('button', { name: 'Reassign 1 item' })).toBeEnabled();
});

it('shows the server’s error, and keeps the selection', async () => {
  server.refuse(postReassignment, 409, 'This work has changed in the meantime.');
  const dialog = await open();
  await giveTo(dialog, 'Ben Ode');
  await user.click(within(dialog).getByRole('button', { name: 'Reassign 3 items' }));
  expect(await within(dialog).findByText(/This work has changed/)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Reassign 3 items' })).toBeEnabled();
});

it('is not available to members', async () => {
  server.answer(getUser, morgan);
  renderApp(`/customer-success-ops?part=team&reassign=${olive.id}`);
  expect(
    await screen.findByText('Every customer has an active owner.', {}, { timeout: 10_000 }),
  ).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Reassign/ })).not.toBeInTheDocument();
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import {
  getActionItems,
  postActionItem,
  postActionItemChange,
  postActionItemUndo,
} from '#shared/action-items/action-items.ts';
import { dueDateInColumn } from '#shared/action-items/rules.ts';
import { getAlertRules } from '#shared/alerts/alerts.ts';
import { addDays, dayIn } from '#shared/core/dates.ts';
import { getPeople } from '#shared/work/people.ts';
import { createListedActionItem, createTestActionItemId } from '#test/action-items.ts';
import { beforeEachListPage } from '#test/web/list-page.ts';
import { renderApp } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const today = dayIn('America/Los_Angeles', new Date());
let server: TestServer;
const user = userEvent.setup();
beforeEachListPage((fresh) => {
  server = fresh;
  server.answer(getPeople, { rows: [] });
  server.answer(getAlertRules, {
    rows: [],
    customers: 3,
    digest: { day: today, opened: 2, again: 1, heldBack: 3, silent: [] },
  });
  server.answer(getActionItems, {
    today,
    rows: [
      createListedActionItem(1),
      createListedActionItem(2, { dueOn: addDays(today, -1) }),
      createListedActionItem(3, { outcome: 'acted', closedOn: today, closedBy: 'Avery Admin' }),
      createListedActionItem(4, { snooze: { until: addDays(today, 9), reason: 'Seasonal dip' } }),
    ],
  });
  server.answer(postActionItemChange, ({ calls }) => ({ changed: calls.length, conflicts: 0 }));
  server.answer(postActionItemUndo, () => ({ undone: 1, kept: 0 }));
});
const open = (layout = '') =>
  renderApp(`/customer-success-ops?part=queue${layout && `&layout=${layout}`}`);
const sent = () => server.callsTo(postActionItemChange).map(({ body }) => body);

it('lists open action items with the number opened by rules, and closes several with Undo', async () => {
  open();
  const list = await screen.findByRole('grid', { name: 'Action items' });
  expect(await within(list).findAllByRole('link', { name: 'Low score' })).toHaveLength(2);
  expect(screen.getByText('2 of 4 action items')).toBeVisible();
  expect(
    screen.getByText(/3 more are held back, because the limit is 5 new action items per day/),
  ).toBeVisible();
  await user.click(within(list).getByRole('checkbox', { name: /all/i }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  const dialog = await screen.findByRole('dialog', { name: 'Close: 2 action items' });
  await user.click(within(dialog).getByRole('radio', { name: /False alarm/ }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Note' }), 'A holiday');
  await user.click(within(dialog).getByRole('button', { name: 'Mark as closed' }));
  await waitFor(() =>
    expect(sent()).toMatchObject([
      {
        calls: [
          { institutionId: 2, version: 3 },
          { institutionId: 1, version: 3 },
        ],
        change: { action: 'close', outcome: 'false_alarm', note: 'A holiday' },
      },
    ]),
  );
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.callsTo(postActionItemUndo)).toHaveLength(1));
});

it('groups open action items by person or another attribute, with the time that each group takes', async () => {
  server.answer(getActionItems, {
    today,
    rows: [
      ...Array.from({ length: 9 }, (_, at) =>
        createListedActionItem(at + 1, { personName: 'Ana Pérez' }),
      ),
      createListedActionItem(20, { dueOn: addDays(today, -1), rule: null }),
      createListedActionItem(21, { personName: null }),
      createListedActionItem(22, { outcome: 'acted', closedOn: today, closedBy: 'Avery Admin' }),
    ],
  });
  open('groups');
  const anas = within(await screen.findByRole('region', { name: 'Ana Pérez' }));
  expect(anas.getByText('9 action items, 3 h')).toBeVisible();
  expect(anas.getAllByRole('listitem')).toHaveLength(8);
  await user.click(anas.getByRole('button', { name: 'Show all action items of Ana Pérez' }));
  expect(anas.getAllByRole('listitem')).toHaveLength(9);
  expect(screen.getByRole('region', { name: 'Morgan Member' })).toHaveTextContent(
    '1 action item, 1 overdue, 20 min',
  );
  expect(screen.getByRole('region', { name: 'Unassigned' })).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Group by' }), 'Source');
  expect(await screen.findByRole('region', { name: 'Added manually' })).toHaveTextContent(
    'Customer 20',
  );
  expect(
    screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
  ).toEqual(['Low score', 'Added manually']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Group by' }), 'Due');
  expect(await screen.findByRole('region', { name: 'Overdue' })).toBeVisible();
  expect(
    screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
  ).toEqual(['Overdue', 'Today']);
});

it('moves a card by its select and by dragging, to a due date of the column', async () => {
  open('board');
  const later = dueDateInColumn('Later', today);
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Column of Low score, Customer 1' }),
    'Later',
  );
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { calls: [{ institutionId: 1 }], change: { action: 'due', dueOn: later } },
    ]),
  );
  fireEvent.drop(screen.getByRole('region', { name: 'Today' }), {
    dataTransfer: { getData: () => `2 ${createTestActionItemId(2)}` },
  });
  await waitFor(() =>
    expect(sent().at(-1)).toMatchObject({
      calls: [{ institutionId: 2 }],
      change: { action: 'due', dueOn: today },
    }),
  );
  // Closed cards can't be moved, and no card can be moved to Overdue.
  fireEvent.drop(screen.getByRole('region', { name: 'Today' }), {
    dataTransfer: { getData: () => `3 ${createTestActionItemId(3)}` },
  });
  fireEvent.drop(screen.getByRole('region', { name: 'Overdue' }), {
    dataTransfer: { getData: () => `1 ${createTestActionItemId(1)}` },
  });
  fireEvent.drop(screen.getByRole('region', { name: 'Today' }), {
    dataTransfer: { getData: () => 'something else' },
  });
  expect(sent()).toHaveLength(2);
});

it('asks for date and reason when a card is moved to Snoozed', async () => {
  open('board');
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Column of Low score, Customer 1' }),
    'Snoozed',
  );
  const dialog = await screen.findByRole('dialog', { name: 'Snooze: Low score, Customer 1' });
  await user.click(within(dialog).getByRole('button', { name: 'One week' }));
  await user.click(within(dialog).getByRole('button', { name: 'Seasonal dip' }));
  await user.click(within(dialog).getByRole('button', { name: 'Snooze' }));
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { change: { action: 'snooze', until: addDays(today, 7), reason: 'Seasonal dip' } },
    ]),
  );
});

it('reports that another user moved the card first, and refetches it', async () => {
  server.refuse(postActionItemChange, 409, 'This action item has changed in the meantime.');
  open('board');
  const before = await screen.findByRole('combobox', { name: 'Column of Low score, Customer 1' });
  const read = server.callsTo(getActionItems).length;
  await user.selectOptions(before, 'Later');
  expect(await screen.findByText('Couldn’t change Low score, Customer 1')).toBeVisible();
  await waitFor(() => expect(server.callsTo(getActionItems).length).toBeGreaterThan(read));
});

it('shows open action items on their due dates, and one in detail with the rule that fired', async () => {
  open('calendar');
  await user.click(
    (await screen.findAllByRole('button', { name: /Low score, Customer 1/ }))[0] as HTMLElement,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Low score' });
  expect(dialog).toHaveTextContent('The rule “Low score” fired 4×');
  expect(dialog).toHaveTextContent('for Morgan Member, the customer’s owner');
  await user.click(within(dialog).getByRole('button', { name: 'Reschedule' }));
  expect(
    await screen.findByRole('dialog', { name: 'Reschedule: Low score, Customer 1' }),
  ).toBeVisible();
  expect(screen.queryByText(/Customer 3/)).toBeNull();
});

it('adds an action item manually', async () => {
  server.answer(postActionItem, () => ({ added: [1], alreadyOpen: [] }));
  open();
  await user.click(await screen.findByRole('button', { name: 'New action item' }));
  const dialog = await screen.findByRole('dialog', { name: 'New action item' });
  expect(within(dialog).getByRole('button', { name: 'Add action item' })).toBeDisabled();
  await user.type(within(dialog).getByRole('textbox', { name: /What to do/ }), 'Call them');
  expect(within(dialog).getByRole('button', { name: 'Add action item' })).toBeDisabled();
});

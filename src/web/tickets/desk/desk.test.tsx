import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getNotices } from '#shared/notices/notices.ts';
import {
  getTicket,
  getTicketChoices,
  getTicketList,
  type ListedTicket,
  patchTicket,
  postTicketConflictDecision,
  postTicketNote,
  type TicketDetail,
} from '#shared/tickets/desk.ts';
import { beforeEachListPage } from '#test/web/list-page.ts';
import { renderApp } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
const user = userEvent.setup();

const ticket: ListedTicket = {
  ticketId: 21,
  institutionId: 1,
  institutionName: 'Elm Dental',
  healthTier: 'Critical',
  adoptionScore: 41.2,
  scoreChange: -3,
  isAtRisk: true,
  subject: '<b>Reminders</b> stopped',
  product: 'reminders',
  theme: 'Outage',
  priority: 'HIGH',
  pipelineId: 's',
  pipeline: 'Support',
  stageId: 'new',
  stage: 'New',
  isOpen: true,
  channel: 'email',
  ownerId: 1,
  ownerName: 'Ana Pérez',
  createdAt: '2026-11-10T10:00:00.000Z',
  updatedAt: '2026-11-11T10:00:00.000Z',
  closedAt: null,
  ageDays: 8,
  isOutreach: false,
  firstReplyHours: 3,
  waitingHours: 5,
  turn: 'us',
  resolutionHours: null,
  isReopened: false,
  recentTickets: 1,
  isSilent: false,
  useChange: null,
  sync: null,
};
const customer: NonNullable<TicketDetail['customer']> = {
  productsUsed: ['reminders'],
  productsBought: ['reminders', 'forms'],
  use: [],
  ownerName: 'Ana Pérez',
  touches: [],
};

const detail: TicketDetail = {
  ticket,
  body: 'No reminders since Monday.',
  messages: [
    {
      messageId: '0192f5d2-7f6c-4d3a-9d38-0a1b2c3d4e5f',
      at: '2026-11-11T10:00:00.000Z',
      direction: 'out',
      author: 'Ana',
      body: 'We look.',
    },
  ],
  changes: [],
  customer,
  similar: [
    {
      ticketId: 22,
      institutionName: 'Oak Vision',
      subject: 'Reminder missing',
      stage: 'Closed',
      isOpen: false,
      createdAt: ticket.createdAt,
    },
  ],
  articles: [{ articleId: 1, title: 'Reminders that stop', body: 'Look at the number.' }],
};

beforeEachListPage((fresh) => {
  server = fresh;
  server.answer(getTicketList, {
    rows: [
      ticket,
      { ...ticket, ticketId: 22, subject: 'Reminder missing', isAtRisk: false },
      { ...ticket, ticketId: 23, isOpen: false },
      {
        ...ticket,
        ticketId: 24,
        subject: 'Moving to the new version',
        isOutreach: true,
        turn: 'customer',
      },
    ],
  });
  server.answer(getTicketChoices, {
    stages: [
      { pipelineId: 's', pipeline: 'Support', stageId: 'new', stage: 'New', isOpen: true },
      { pipelineId: 's', pipeline: 'Support', stageId: 'shut', stage: 'Closed', isOpen: false },
    ],
    owners: [
      { ownerId: 1, ownerName: 'Ana Pérez' },
      { ownerId: 2, ownerName: 'Bo Lee' },
    ],
    asOf: null,
    stale: false,
    trouble: null,
    ticketAddress: null,
  });
  server.answer(getTicket, detail);
  server.answer(patchTicket, { state: 'made' });
});

const changes = () =>
  server.callsTo(patchTicket).map(({ body }) => patchTicket.body.parse(body).wanted);
const openTicket = () => renderApp('/hubspot-tickets?ticket=21');

it('counts turns and stages as the list does, with campaign tickets apart', async () => {
  renderApp('/hubspot-tickets?scope=all');
  const grid = within(await screen.findByRole('grid', { name: 'Tickets' }));
  await grid.findByText('Reminder missing');
  expect(grid.queryByText('Moving to the new version')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Our turn 2' })).toBeVisible();
  for (const name of [/^2\s?Open$/, /^2\s?Our turn$/, /^0\s?Customer’s turn$/])
    expect(screen.getByRole('link', { name })).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: /^1\s?From campaigns$/ }));
  expect(await grid.findByText('Moving to the new version')).toBeVisible();
});

it('lists open tickets and filters them with one click', async () => {
  renderApp('/hubspot-tickets');
  expect(await screen.findByText('2 of 4 tickets')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'From at-risk customers 1' }));
  expect(await screen.findByText('1 of 4 tickets')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'From at-risk customers 1' }));
  expect(await screen.findByText('2 of 4 tickets')).toBeVisible();
});

it('opens a ticket from the list, with its text unchanged', async () => {
  renderApp('/hubspot-tickets');
  await user.click(await screen.findByText('<b>Reminders</b> stopped'));
  const talk = within(await screen.findByRole('region', { name: 'Conversation' }));
  expect(talk.getByText('No reminders since Monday.')).toBeVisible();
  expect(talk.getByText(/^to the customer, /)).toBeVisible();
  expect(screen.getByText(/Bought but unused: Forms/)).toBeVisible();
  expect(screen.getByText('Reminders that stop')).toBeVisible();
});

it('changes stage, owner and priority in the CRM', async () => {
  openTicket();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Stage' }), 'Closed');
  await waitFor(() =>
    expect(changes()).toEqual([{ what: 'stage', stage: { pipelineId: 's', stageId: 'shut' } }]),
  );
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Owner' })).toBeEnabled());
  await user.selectOptions(screen.getByRole('combobox', { name: 'Owner' }), 'Unassigned');
  await waitFor(() => expect(changes().at(-1)).toEqual({ what: 'owner', ownerId: null }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Priority' })).toBeEnabled());
  await user.selectOptions(screen.getByRole('combobox', { name: 'Priority' }), 'Low');
  await waitFor(() => expect(changes().at(-1)).toEqual({ what: 'priority', priority: 'LOW' }));
});

it('confirms a change and undoes it', async () => {
  openTicket();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Priority' }), 'Low');
  expect(await screen.findByText(/^Changed the priority of/)).toBeVisible();
  server.answer(getTicket, { ...detail, ticket: { ...detail.ticket, priority: 'LOW' } });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(changes().at(-1)).toEqual({ what: 'priority', priority: detail.ticket.priority }),
  );
  expect(await screen.findByText(/^Undone: Changed the priority of/)).toBeVisible();
});

it('shows both versions of a conflict and lets the user choose', async () => {
  server.refuse(patchTicket, 409, 'This ticket has changed in the meantime.');
  openTicket();
  const priority = await screen.findByRole('combobox', { name: 'Priority' });
  const changeId = '0192f5d2-7f6c-4d3a-9d38-0a1b2c3d4e60';
  const { pipelineId, stageId, ownerId, updatedAt } = ticket;
  const seen = { pipelineId, stageId, ownerId, priority: 'HIGH', updatedAt };
  const change = {
    changeId,
    state: 'conflict' as const,
    wanted: { what: 'priority' as const, priority: 'URGENT' as const },
    seen,
  };
  server.answer(getTicket, {
    ...detail,
    ticket: { ...ticket, priority: 'LOW' },
    changes: [{ ...change, madeBy: 'Morgan', madeAt: ticket.updatedAt }],
  });
  server.answer(postTicketConflictDecision, { state: 'made' });
  await user.selectOptions(priority, 'Urgent');
  const alert = within(
    await screen.findByRole('alert', { name: 'Someone else changed this ticket first' }),
  );
  expect(alert.getByText('Low')).toBeVisible();
  expect(alert.getByText('Urgent')).toBeVisible();
  await user.click(alert.getByRole('button', { name: 'Apply change' }));
  await waitFor(() =>
    expect(server.callsTo(postTicketConflictDecision)[0]?.body).toEqual({ keep: 'mine' }),
  );
});

it('says that a change waits for the CRM', async () => {
  server.answer(patchTicket, { state: 'waiting' });
  openTicket();
  const stage = await screen.findByRole('combobox', { name: 'Stage' });
  server.answer(getTicket, { ...detail, ticket: { ...ticket, sync: 'waiting' } });
  await user.selectOptions(stage, 'Closed');
  expect(await screen.findByText(/Your change will be sent later/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Stage' })).toBeDisabled();
});

it('marks a ticket as urgent with a reason', async () => {
  server.answer(postTicketNote, {});
  openTicket();
  await user.click(await screen.findByRole('button', { name: 'Escalate' }));
  const send = await screen.findByRole('button', { name: 'Mark as urgent' });
  expect(send).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'They are calling every hour');
  await user.click(send);
  await waitFor(() => expect(changes()).toEqual([{ what: 'priority', priority: 'URGENT' }]));
  expect(
    server.callsTo(postTicketNote).map(({ body }) => postTicketNote.body.parse(body).body),
  ).toEqual(['Escalated: They are calling every hour']);
});

it('draws usage of the product with the tickets about it', async () => {
  const use = [
    { weekStart: '2026-10-25', use: 120, tickets: 0 },
    { weekStart: '2026-11-01', use: null, tickets: 0 },
    { weekStart: '2026-11-08', use: 40, tickets: 2 },
  ];
  server.answer(getTicket, { ...detail, customer: { ...customer, use } });
  openTicket();
  const picture = await screen.findByRole('img', {
    name: /usage over 3 weeks, with 2 tickets about it/,
  });
  expect(within(picture).getByText('▲2')).toBeInTheDocument();
});

it('says why the CRM is not called, and until when', async () => {
  const trouble = {
    says: 'Its daily API limit is used up.',
    resumesAt: '2026-11-19T08:00:00.000Z',
  };
  server.answer(getTicketChoices, {
    stages: [],
    owners: [],
    asOf: '2026-11-18T18:00:00.000Z',
    stale: false,
    trouble,
    ticketAddress: null,
  });
  openTicket();
  expect(
    await screen.findByText(
      /Its daily API limit is used up\. Next try at Nov 19, 2026.*Your changes will be sent to the CRM later/,
    ),
  ).toBeInTheDocument();
});

it('links to the ticket in the CRM', async () => {
  const ticketAddress = 'https://app.hubspot.com/contacts/7/record/0-5/{ticketId}';
  server.answer(getTicketChoices, {
    stages: [],
    owners: [],
    asOf: null,
    stale: false,
    trouble: null,
    ticketAddress,
  });
  openTicket();
  expect(await screen.findByRole('link', { name: 'Open in CRM' })).toHaveAttribute(
    'href',
    'https://app.hubspot.com/contacts/7/record/0-5/21',
  );
});

it('shows the badge of a leaving customer beside its name', async () => {
  server.answer(getNotices, {
    rows: [
      {
        ...{ institutionId: ticket.institutionId, institutionName: 'Elm Dental' },
        ...{ lossId: '22222222-2222-4222-8222-222222222222', noticedOn: '2026-10-18' },
        ...{ leavesOn: '2099-12-16', reason: 'Competitor', reasonDetail: null, saveAttempt: null },
      },
    ],
  });
  renderApp('/hubspot-tickets');
  const grid = await screen.findByRole('grid', { name: 'Tickets' });
  expect(await within(grid).findAllByText('Leaving Dec 16, 2099')).toHaveLength(2);
});

it('keeps a stage that the CRM has deleted', async () => {
  server.answer(getTicket, { ...detail, ticket: { ...ticket, stageId: 'gone', stage: 'gone' } });
  openTicket();
  expect(
    await screen.findByRole('option', { name: 'gone (no longer in the CRM)' }),
  ).toBeInTheDocument();
});

it('saves an internal note once', async () => {
  server.answer(postTicketNote, {});
  openTicket();
  await user.type(await screen.findByRole('textbox', { name: 'Internal note' }), 'Called them');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() =>
    expect(
      server.callsTo(postTicketNote).map(({ body }) => postTicketNote.body.parse(body).body),
    ).toEqual(['Called them']),
  );
  expect(screen.getByRole('textbox', { name: 'Internal note' })).toHaveValue('');
});

it('shows an error for an unknown ticket', async () => {
  server.refuse(getTicket, 404, 'This ticket was not found.');
  openTicket();
  expect(await screen.findByText('Couldn’t load this ticket')).toBeVisible();
});

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CrmProvider } from '#server/core/providers/crm.ts';
import { CrmRefused, CrmUnavailable } from '#server/core/providers/crm.ts';
import { createLocalCrm } from '#server/crm/local-crm.ts';
import type { ProductKey } from '#shared/core/products.ts';
import { filterAndSortRows } from '#shared/list/apply.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { TicketEdit, TicketValuesBeforeEdit } from '#shared/tickets/changes.ts';
import { ticketColumns } from '#shared/tickets/columns.ts';
import { getTicket, getTicketChoices, getTicketList } from '#shared/tickets/desk.ts';
import { timelineApiPath } from '#shared/work/timeline-path.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { sendPendingTicketChanges } from './changes.ts';

let test: TestApp;
let crm: CrmProvider;
const now = new Date('2026-11-18T18:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

const ticket = {
  institution_id: 1,
  subject: 'Reminders stopped',
  body: 'No reminders since Monday.',
  pipeline_id: 's',
  stage_id: 'new',
  priority: 'HIGH',
  owner_id: 1,
  product: 'reminders',
  created_at: daysAgo(2),
  updated_at: daysAgo(2),
  closed_at: null,
  channel: 'email',
  reopened_at: null,
} as const;

beforeEach(async () => {
  test = await buildTestApp({ now });
  crm = createLocalCrm(test.database.foreground, () => now);
  test.dependencies.crm.updateTicket = (...given) => crm.updateTicket(...given);
  const { background } = test.database;
  await insertInstitution(test.database, { institution_id: 1, name: 'Elm Dental' });
  await background
    .insertInto('crm_owner')
    .values([
      { owner_id: 1, name: 'Ana Pérez', email: 'ana@example.com', archived: false },
      { owner_id: 2, name: 'Bo Lee', email: 'bo@example.com', archived: false },
      { owner_id: 3, name: 'Gone Person', email: 'gone@example.com', archived: true },
    ])
    .execute();
  await background
    .insertInto('crm_ticket_pipeline')
    .values({ pipeline_id: 's', label: 'Support', position: 0 })
    .execute();
  // The name of each stage suggests the opposite of `ticket_state`, which alone determines whether
  // a ticket is open.
  await background
    .insertInto('crm_ticket_stage')
    .values([
      {
        pipeline_id: 's',
        stage_id: 'new',
        label: 'Closed for lunch',
        position: 0,
        ticket_state: 'OPEN',
      },
      {
        pipeline_id: 's',
        stage_id: 'shut',
        label: 'Open and shut',
        position: 1,
        ticket_state: 'CLOSED',
      },
    ])
    .execute();
  await background
    .insertInto('crm_ticket')
    .values({ ...ticket, ticket_id: 21 })
    .execute();
});
afterEach(() => test.close());

const listed = async () =>
  getTicketList.response.parse(
    (await test.inject({ method: 'GET', url: getTicketList.path })).json(),
  ).rows;
const detail = async (id = 21) =>
  getTicket.response.parse(
    (await test.inject({ method: 'GET', url: `/api/tickets/${id}` })).json(),
  );
async function seen(id = 21): Promise<TicketValuesBeforeEdit> {
  const { pipelineId, stageId, ownerId, priority, updatedAt } = (await detail(id)).ticket;
  return { pipelineId, stageId, ownerId, priority, updatedAt };
}
const patch = async (
  wanted: TicketEdit,
  given: { seen?: TicketValuesBeforeEdit; changeId?: string; id?: number; cookie?: string } = {},
) =>
  test.inject({
    method: 'PATCH',
    url: `/api/tickets/${given.id ?? 21}`,
    payload: {
      changeId: given.changeId ?? randomUUID(),
      seen: given.seen ?? (await seen()),
      wanted,
    },
    ...(given.cookie === undefined ? {} : { headers: { cookie: given.cookie } }),
  });
const quiet = (signal = new AbortController().signal) => ({
  signal,
  progress: async () => undefined,
});
const shut: TicketEdit = { what: 'stage', stage: { pipelineId: 's', stageId: 'shut' } };

describe('the list', () => {
  it('decides what is open by the stage’s state, not its name', async () => {
    const { background } = test.database;
    await background
      .insertInto('crm_ticket')
      .values([
        { ...ticket, ticket_id: 22, stage_id: 'shut', closed_at: daysAgo(1) },
        { ...ticket, ticket_id: 23, stage_id: 'deleted in the CRM' },
        { ...ticket, ticket_id: 24, stage_id: 'shut', closed_at: daysAgo(91) },
      ])
      .execute();
    expect(
      (await listed()).map(({ ticketId, stage, isOpen }) => [ticketId, stage, isOpen]),
    ).toEqual([
      [21, 'Closed for lunch', true],
      [23, 'deleted in the CRM', true],
      [22, 'Open and shut', false],
    ]);
  });

  it('reports frequent tickets, silence and replies', async () => {
    const { background } = test.database;
    await background
      .insertInto('crm_ticket')
      .values([
        { ...ticket, ticket_id: 22, created_at: daysAgo(20) },
        { ...ticket, ticket_id: 23, created_at: daysAgo(13) },
      ])
      .execute();
    const message = { institution_id: 1, ticket_id: 22, author: 'Ana', body: 'x' };
    await background
      .insertInto('crm_ticket_message')
      .values([
        { ...message, message_id: randomUUID(), direction: 'note', at: daysAgo(19.9) },
        { ...message, message_id: randomUUID(), direction: 'out', at: daysAgo(19.5) },
        { ...message, message_id: randomUUID(), direction: 'out', at: daysAgo(15) },
      ])
      .execute();
    expect(
      (await listed()).map(({ ticketId, recentTickets, isSilent, firstReplyHours }) => [
        ticketId,
        recentTickets,
        isSilent,
        firstReplyHours,
      ]),
    ).toEqual([
      [21, 2, false, null],
      [23, 2, false, null],
      [22, 2, true, 12],
    ]);
  });

  it('reports how long customers wait for our reply, once messages are known, and how long closed tickets took', async () => {
    const { background } = test.database;
    await background
      .insertInto('crm_ticket')
      .values([
        { ...ticket, ticket_id: 22, created_at: daysAgo(20) },
        { ...ticket, ticket_id: 23, created_at: daysAgo(20), reopened_at: daysAgo(3) },
        { ...ticket, ticket_id: 24, created_at: daysAgo(20), external_key: 'campaign:1' },
        {
          ...ticket,
          ticket_id: 25,
          created_at: daysAgo(20),
          stage_id: 'shut',
          closed_at: daysAgo(18),
        },
      ])
      .execute();
    const clocks = async () =>
      Object.fromEntries(
        (await listed()).map((row) => [row.ticketId, [row.waitingHours, row.resolutionHours]]),
      );
    expect(Object.values(await clocks()).map(([waits]) => waits)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    const message = { institution_id: 1, author: 'Ana', body: 'x' };
    await background
      .insertInto('crm_ticket_message')
      .values([
        { ...message, ticket_id: 22, message_id: randomUUID(), direction: 'in', at: daysAgo(19.9) },
        {
          ...message,
          ticket_id: 22,
          message_id: randomUUID(),
          direction: 'out',
          at: daysAgo(19.5),
        },
        { ...message, ticket_id: 22, message_id: randomUUID(), direction: 'in', at: daysAgo(2) },
        { ...message, ticket_id: 22, message_id: randomUUID(), direction: 'in', at: daysAgo(1) },
        { ...message, ticket_id: 23, message_id: randomUUID(), direction: 'out', at: daysAgo(15) },
      ])
      .execute();
    expect(await clocks()).toEqual({
      21: [(now.getTime() - ticket.created_at.getTime()) / 3_600_000, null],
      22: [48, null],
      23: [72, null],
      24: [null, null],
      25: [null, 48],
    });
  });

  it('does not count tickets opened for a campaign as the customer’s own', async () => {
    const { background } = test.database;
    await background
      .insertInto('location')
      .values({ institution_id: 1, location_id: 5, name: 'Elm', updated_at: now })
      .execute();
    const week = { institution_id: 1, location_id: 5, product: 'reminders' } as const;
    await background
      .insertInto('usage_week')
      .values([
        { ...week, week_start: '2026-09-13', value: 60 },
        { ...week, week_start: '2026-10-04', value: 15 },
      ])
      .execute();
    const before = new Date('2026-09-30T12:00:00Z');
    await background
      .insertInto('crm_ticket')
      .values([
        { ...ticket, ticket_id: 22, created_at: before },
        { ...ticket, ticket_id: 23, created_at: before, external_key: 'campaign:1' },
        { ...ticket, ticket_id: 24, created_at: daysAgo(1), external_key: 'another:1' },
      ])
      .execute();
    const message = {
      institution_id: 1,
      author: 'Ana',
      body: 'x',
      direction: 'out',
      at: daysAgo(20),
    } as const;
    await background
      .insertInto('crm_ticket_message')
      .values([22, 23].map((ticket_id) => ({ ...message, ticket_id, message_id: randomUUID() })))
      .execute();
    const rows = await listed();
    expect(
      rows.map((row) => [
        row.ticketId,
        row.isOutreach,
        row.isSilent,
        row.firstReplyHours === null,
        row.useChange,
        row.recentTickets,
      ]),
    ).toEqual([
      [24, true, false, true, null, 1],
      [21, false, false, true, null, 1],
      [22, false, true, false, -75, 1],
      [23, true, false, true, null, 1],
    ]);
    const shown = rows.map((row) => ({ ...row, isAtRisk: true, recentTickets: 3 }));
    const leaves = (filter: ListFilter) =>
      filterAndSortRows(shown, ticketColumns('America/Los_Angeles'), {
        filters: [filter],
        search: '',
        sort: [],
      }).map(({ ticketId }) => ticketId);
    expect(leaves({ column: 'isAtRisk', kind: 'is', value: true })).toEqual([21, 22]);
    expect(leaves({ column: 'recentTickets', kind: 'range', from: 3, to: null })).toEqual([21, 22]);
  });

  it('shows a ticket’s dates in the business time zone', async () => {
    const evening = new Date('2026-11-12T04:30:00Z');
    await test.database.background
      .updateTable('crm_ticket')
      .set({ created_at: evening, updated_at: evening })
      .execute();
    const [row] = await listed();
    const columns = ticketColumns('America/Los_Angeles');
    const dayOf = (key: string) => row && columns.find((column) => column.key === key)?.value(row);
    expect([dayOf('createdOn'), dayOf('updatedOn'), dayOf('closedOn')]).toEqual([
      '2026-11-11',
      '2026-11-11',
      null,
    ]);
    expect(ticketColumns('America/Los_Angeles')).toBe(columns);
  });

  it('reports how usage of the product changed after a ticket that stayed open', async () => {
    const { background } = test.database;
    await background
      .insertInto('location')
      .values({ institution_id: 1, location_id: 5, name: 'Elm', updated_at: now })
      .execute();
    const week = (week_start: string, value: number, product: ProductKey = 'reminders') => ({
      institution_id: 1,
      location_id: 5,
      product,
      week_start,
      value,
    });
    await background
      .insertInto('usage_week')
      .values([
        week('2026-09-06', 999),
        week('2026-09-13', 30),
        week('2026-09-20', 30),
        week('2026-09-27', 500),
        week('2026-10-04', 15),
        week('2026-10-11', 15),
        week('2026-10-18', 999),
        week('2026-10-04', 999, 'forms'),
      ])
      .execute();
    await background
      .insertInto('crm_ticket')
      .values([
        { ...ticket, ticket_id: 22, created_at: new Date('2026-09-30T12:00:00Z') },
        {
          ...ticket,
          ticket_id: 23,
          created_at: new Date('2026-09-30T12:00:00Z'),
          stage_id: 'shut',
          closed_at: new Date('2026-10-05T12:00:00Z'),
        },
        { ...ticket, ticket_id: 24, created_at: new Date('2026-09-30T12:00:00Z'), product: null },
      ])
      .execute();
    expect(
      Object.fromEntries((await listed()).map((row) => [row.ticketId, row.useChange])),
    ).toEqual({
      21: null,
      22: -50,
      23: null,
      24: null,
    });
    const { use = [] } = (await detail(22)).customer ?? {};
    expect(use).toHaveLength(27);
    expect(use.find(({ weekStart }) => weekStart === '2026-09-27')).toEqual({
      weekStart: '2026-09-27',
      use: 500,
      tickets: 2,
    });
    expect(use.find(({ weekStart }) => weekStart === '2026-10-25')).toMatchObject({
      use: null,
      tickets: 0,
    });
    expect(use.at(-1)).toMatchObject({ weekStart: '2026-11-15', use: null });
  });

  it('exports CSV with formula injection in subjects neutralized', async () => {
    await test.database.background.updateTable('crm_ticket').set({ subject: '=cmd|x' }).execute();
    const { body } = await test.inject({ method: 'GET', url: '/api/tickets/export' });
    expect(body).toContain("'=cmd|x");
  });
});

describe('one ticket', () => {
  it('shows conversation, customer, similar tickets and related articles', async () => {
    const { background } = test.database;
    await background
      .insertInto('crm_ticket')
      .values([
        {
          ...ticket,
          ticket_id: 22,
          subject: 'Reminder did not arrive',
          stage_id: 'shut',
          closed_at: daysAgo(1),
        },
        { ...ticket, ticket_id: 23, subject: 'Invoice', body: 'The amount', product: null },
      ])
      .execute();
    const article = { category: 'x', updated_at: now };
    await background
      .insertInto('article')
      .values([
        {
          ...article,
          article_id: 1,
          title: 'Reminders that stop',
          body: 'Look at the phone number.',
        },
        { ...article, article_id: 2, title: 'Payments', body: 'Reminders are no payments.' },
      ])
      .execute();
    const messageId = randomUUID();
    for (let twice = 0; twice < 2; twice += 1)
      await test.inject({
        method: 'POST',
        url: '/api/tickets/21/notes',
        payload: { messageId, body: ' Called them. ' },
      });
    const found = await detail();
    expect(found.messages).toEqual([
      expect.objectContaining({
        messageId,
        direction: 'note',
        author: 'Morgan Member',
        body: 'Called them.',
      }),
    ]);
    expect(found.similar.map(({ ticketId, isOpen }) => [ticketId, isOpen])).toEqual([[22, false]]);
    expect(found.articles.map(({ title }) => title)).toEqual(['Reminders that stop']);
    expect(found).toMatchObject({
      body: 'No reminders since Monday.',
      customer: { productsUsed: [], touches: [] },
    });
  });

  it('accepts any text from a customer', async () => {
    await test.database.background
      .updateTable('crm_ticket')
      .set({ subject: `'); drop table crm_ticket; -- & | ! <->`, body: '\\ : *' })
      .execute();
    expect((await detail()).similar).toEqual([]);
  });

  it.each(['/api/tickets/404', '/api/tickets/9007199254740991'])(
    'answers 404 to %s',
    async (url) => {
      expect((await test.inject({ method: 'GET', url })).statusCode).toBe(404);
    },
  );
});

describe('a change', () => {
  it('is made in the CRM once, and recorded on the timeline', async () => {
    const changeId = randomUUID();
    const before = await seen();
    for (let twice = 0; twice < 2; twice += 1)
      expect((await patch(shut, { changeId, seen: before })).json()).toEqual({ state: 'made' });
    const { ticket: after, changes } = await detail();
    expect(after).toMatchObject({
      stage: 'Open and shut',
      isOpen: false,
      closedAt: now.toISOString(),
      sync: null,
    });
    expect(changes).toEqual([]);
    const timeline = await test.inject({ method: 'GET', url: timelineApiPath.replace(':id', '1') });
    expect(
      timeline.body.match(/Ticket “Reminders stopped”: stage changed to Open and shut/g),
    ).toHaveLength(1);
    expect(
      (await patch({ what: 'stage', stage: { pipelineId: 's', stageId: 'new' } })).statusCode,
    ).toBe(200);
    expect((await detail()).ticket).toMatchObject({
      isOpen: true,
      closedAt: null,
      isReopened: true,
    });
  });

  it('sets an owner, removes the owner and sets a priority', async () => {
    await patch({ what: 'owner', ownerId: 2 });
    expect((await detail()).ticket).toMatchObject({ ownerName: 'Bo Lee' });
    await patch({ what: 'owner', ownerId: null });
    await patch({ what: 'priority', priority: 'LOW' });
    expect((await detail()).ticket).toMatchObject({ ownerName: null, priority: 'LOW' });
  });

  it.each<TicketEdit>([
    { what: 'stage', stage: { pipelineId: 's', stageId: 'gone' } },
    { what: 'owner', ownerId: 3 },
    { what: 'owner', ownerId: 404 },
  ])('to a deleted stage or an inactive owner, such as %j, is refused', async (wanted) => {
    expect((await patch(wanted)).statusCode).toBe(422);
    expect((await detail()).changes).toEqual([]);
  });

  it('by two users at once leaves one for a decision, with both versions', async () => {
    const both = await seen();
    expect((await patch(shut, { seen: both })).statusCode).toBe(200);
    const changeId = randomUUID();
    const late = await patch({ what: 'priority', priority: 'URGENT' }, { seen: both, changeId });
    expect([late.statusCode, late.body]).toEqual([
      409,
      expect.stringContaining('This ticket has changed in the meantime'),
    ]);
    expect(
      (await patch({ what: 'priority', priority: 'URGENT' }, { seen: both, changeId })).statusCode,
    ).toBe(409);
    const { ticket: after, changes } = await detail();
    expect(after).toMatchObject({ stageId: 'shut', priority: 'HIGH', sync: 'conflict' });
    expect(changes).toMatchObject([
      {
        changeId,
        state: 'conflict',
        wanted: { priority: 'URGENT' },
        seen: both,
        madeBy: 'Morgan Member',
      },
    ]);
    const decide = (keep: string) =>
      test.inject({
        method: 'POST',
        url: `/api/tickets/21/changes/${changeId}/decision`,
        payload: { keep },
      });
    expect((await decide('mine')).json()).toEqual({ state: 'made' });
    expect((await detail()).ticket).toMatchObject({
      stageId: 'shut',
      priority: 'URGENT',
      sync: null,
    });
    expect((await decide('theirs')).statusCode).toBe(409);
  });

  it.each([
    ['that goes through', 200],
    ['that comes too late', 409],
  ])('%s is answered alike when two requests send it at once', async (_, status) => {
    const both = await seen();
    if (status === 409) await patch(shut, { seen: both });
    const { crm } = test.dependencies;
    test.dependencies.crm = {
      ...crm,
      async updateTicket(...given) {
        await pause(300);
        return crm.updateTicket(...given);
      },
    };
    const changeId = randomUUID();
    const send = () => patch({ what: 'priority', priority: 'URGENT' }, { seen: both, changeId });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
  });

  it('equal to a conflicting one is decided once', async () => {
    const both = await seen();
    const urgent = { what: 'priority', priority: 'URGENT' } as const;
    await patch(shut, { seen: both });
    const changeIds = [randomUUID(), randomUUID()];
    for (const changeId of changeIds)
      expect((await patch(urgent, { seen: both, changeId })).statusCode).toBe(409);
    await patch({ what: 'priority', priority: 'LOW' }, { seen: both });
    const undecided = (await detail()).changes;
    expect(undecided.map(({ wanted }) => wanted)).toEqual(
      expect.arrayContaining([urgent, { what: 'priority', priority: 'LOW' }]),
    );
    expect(undecided).toHaveLength(2);
    expect(
      undecided.find(({ wanted }) => wanted.what === 'priority' && wanted.priority === 'URGENT')
        ?.changeId,
    ).toBe(changeIds[0]);
  });

  it('can be given up when it is in conflict', async () => {
    const both = await seen();
    await patch({ what: 'priority', priority: 'LOW' }, { seen: both });
    const changeId = randomUUID();
    await patch({ what: 'priority', priority: 'URGENT' }, { seen: both, changeId });
    await test.inject({
      method: 'POST',
      url: `/api/tickets/21/changes/${changeId}/decision`,
      payload: { keep: 'theirs' },
    });
    expect((await detail()).ticket).toMatchObject({ priority: 'LOW', sync: null });
  });

  it.each([
    ['theirs', { state: 'given_up' }],
    ['mine', { state: 'made' }],
  ])(
    'in conflict is decided by one of several users who keep %s at once',
    async (keep, decided) => {
      const both = await seen();
      const low = { what: 'priority', priority: 'LOW' } as const;
      await patch({ what: 'priority', priority: 'URGENT' }, { seen: both });
      const changeId = randomUUID();
      await patch(low, { seen: both, changeId });
      // The ticket already has the requested value, so no request is sent to the CRM.
      if (keep === 'mine') await patch(low);
      const url = `/api/tickets/21/changes/${changeId}/decision`;
      const answers = await Promise.all(
        [1, 2, 3].map(() => test.inject({ method: 'POST', url, payload: { keep } })),
      );
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
      expect(answers.find(({ statusCode }) => statusCode === 200)?.json()).toEqual(decided);
    },
  );

  it('waits while the CRM is down, and is sent in its order when it is back', async () => {
    const local = crm;
    crm = { ...local, updateTicket: () => Promise.reject(new CrmUnavailable('down')) };
    const before = await seen();
    expect((await patch(shut, { seen: before })).json()).toEqual({ state: 'waiting' });
    expect((await listed())[0]).toMatchObject({ stageId: 'new', sync: 'waiting' });
    const signal = new AbortController().signal;
    expect(await sendPendingTicketChanges(test.dependencies, quiet(signal))).toEqual({
      sent: 0,
      waiting: 1,
    });
    crm = local;
    expect(await sendPendingTicketChanges(test.dependencies, quiet(signal))).toEqual({
      sent: 1,
      waiting: 0,
    });
    expect((await detail()).ticket).toMatchObject({ stageId: 'shut', sync: null });
  });

  it('sent before its process was killed is recognized as made', async () => {
    const local = crm;
    crm = {
      ...local,
      async updateTicket(...given) {
        await local.updateTicket(...given);
        throw new CrmUnavailable('killed before the answer');
      },
    };
    expect((await patch(shut)).json()).toEqual({ state: 'waiting' });
    crm = local;
    expect(await sendPendingTicketChanges(test.dependencies, quiet())).toEqual({
      sent: 1,
      waiting: 0,
    });
    expect((await detail()).changes).toEqual([]);
  });

  it('is sent once by two concurrent senders', async () => {
    const local = crm;
    let sent = 0;
    crm = { ...local, updateTicket: () => Promise.reject(new CrmUnavailable('down')) };
    await patch(shut);
    crm = {
      ...local,
      updateTicket(...given) {
        sent += 1;
        return local.updateTicket(...given);
      },
    };
    const { signal } = new AbortController();
    await Promise.all([
      sendPendingTicketChanges(test.dependencies, quiet(signal)),
      sendPendingTicketChanges(test.dependencies, quiet(signal)),
    ]);
    expect(sent).toBe(1);
  });

  it('rejected by the CRM is refused with the reason', async () => {
    crm = {
      ...crm,
      updateTicket: () => Promise.reject(new CrmRefused('closed tickets cannot change')),
    };
    const changeId = randomUUID();
    for (let twice = 0; twice < 2; twice += 1) {
      const answer = await patch(shut, { changeId });
      expect([answer.statusCode, answer.body]).toEqual([
        422,
        'The CRM rejected this change: closed tickets cannot change',
      ]);
    }
    expect((await detail()).changes).toEqual([]);
  });

  it('with another change’s id is refused', async () => {
    const changeId = randomUUID();
    await patch(shut, { changeId });
    expect((await patch({ what: 'priority', priority: 'LOW' }, { changeId })).statusCode).toBe(409);
  });
});

it('offers stages in order and active owners', async () => {
  const answer = await test.inject({ method: 'GET', url: getTicketChoices.path });
  expect(getTicketChoices.response.parse(answer.json())).toMatchObject({
    stages: [
      { stageId: 'new', isOpen: true },
      { stageId: 'shut', isOpen: false },
    ],
    owners: [{ ownerName: 'Ana Pérez' }, { ownerName: 'Bo Lee' }],
    stale: false,
  });
});

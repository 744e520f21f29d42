import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getTicket, getTicketChoices, getTicketList } from '#shared/tickets/desk.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createTestDatabase } from '#test/database.ts';
import { insertInstitution } from '#test/factories.ts';
import { createSmallWorld, createStubTicket } from '#test/hubspot-stub/builders.ts';
import { startHubspotStubWithClient, stubToken } from '#test/hubspot-stub/surroundings.ts';
import type { StubWorld } from '#test/hubspot-stub/world.ts';
import { sendPendingTicketChanges } from './changes.ts';

const minute = 60_000;

let test: TestApp;
let here: Awaited<ReturnType<typeof startHubspotStubWithClient>>;
let world: StubWorld;
let logged: string;

beforeEach(async () => {
  const database = await createTestDatabase();
  world = createSmallWorld();
  world.tickets.forEach((ticket) => {
    Object.assign(ticket, {
      createdAt: '2026-11-10T00:00:00Z',
      updatedAt: '2026-11-11T00:00:00.123Z',
    });
  });
  here = await startHubspotStubWithClient(database, world);
  logged = '';
  const stream = {
    write(line: string) {
      logged += line;
    },
  };
  test = await buildTestApp({
    database,
    dependencies: {
      clock: here.clock,
      crm: here.provider,
      log: Fastify({ logger: { level: 'trace', stream } }).log,
    },
  });
  for (const id of [1, 2]) await insertInstitution(test.database, { institution_id: id });
  await here.read('everything');
});
afterEach(async () => {
  await here.stub.close();
  await test.close();
});

const get = (url: string) => test.inject({ method: 'GET', url });
const detail = async () => getTicket.response.parse((await get('/api/tickets/21')).json());
const choices = async () =>
  getTicketChoices.response.parse((await get(getTicketChoices.path)).json());
const listed = async () =>
  getTicketList.response.parse((await get(getTicketList.path)).json()).rows;

async function patch(wanted: Record<string, unknown>) {
  const { pipelineId, stageId, ownerId, priority, updatedAt } = (await detail()).ticket;
  return test.inject({
    method: 'PATCH',
    url: '/api/tickets/21',
    payload: {
      changeId: randomUUID(),
      seen: { pipelineId, stageId, ownerId, priority, updatedAt },
      wanted,
    },
  });
}
const urgent = { what: 'priority', priority: 'URGENT' };
const inHubspot = () => world.tickets.find(({ id }) => id === '21');
const send = () =>
  sendPendingTicketChanges(test.dependencies, {
    signal: new AbortController().signal,
    progress: async () => undefined,
  });

describe('a change on HubSpot', () => {
  it('is made there and shown at once', async () => {
    expect((await patch(urgent)).json()).toEqual({ state: 'made' });
    expect(inHubspot()?.properties.hs_ticket_priority).toBe('URGENT');
    expect((await detail()).ticket).toMatchObject({
      priority: 'URGENT',
      updatedAt: here.clock().toISOString(),
    });
  });

  it('made after someone else’s in HubSpot shows both versions', async () => {
    Object.assign(inHubspot()?.properties ?? {}, {
      hs_ticket_priority: 'LOW',
      hubspot_owner_id: null,
    });
    Object.assign(inHubspot() ?? {}, { updatedAt: here.clock().toISOString() });
    expect((await patch(urgent)).statusCode).toBe(409);
    const { ticket, changes } = await detail();
    expect(ticket).toMatchObject({ priority: 'LOW', ownerId: null, sync: 'conflict' });
    expect(changes).toMatchObject([
      { state: 'conflict', wanted: urgent, seen: { priority: 'HIGH' } },
    ]);
    const url = `/api/tickets/21/changes/${changes[0]?.changeId}/decision`;
    expect((await test.inject({ method: 'POST', url, payload: { keep: 'mine' } })).json()).toEqual({
      state: 'made',
    });
    expect(inHubspot()?.properties.hs_ticket_priority).toBe('URGENT');
  });

  it('causes no conflict when HubSpot only updated computed properties', async () => {
    Object.assign(inHubspot() ?? {}, { updatedAt: here.clock().toISOString() });
    expect((await patch(urgent)).json()).toEqual({ state: 'made' });
  });

  it('whose response was lost is recognized as made', async () => {
    const { length } = here.stub.calls;
    here.stub.fault = (_, count) => {
      if (count !== length + 2) return undefined;
      Object.assign(inHubspot()?.properties ?? {}, { hs_ticket_priority: 'URGENT' });
      Object.assign(inHubspot() ?? {}, { updatedAt: here.clock().toISOString() });
      return 'hang up';
    };
    expect((await patch(urgent)).json()).toEqual({ state: 'waiting' });
    here.stub.fault = () => undefined;
    expect(await send()).toEqual({ sent: 1, waiting: 0 });
    expect((await detail()).ticket).toMatchObject({ priority: 'URGENT', sync: null });
  });

  it('of a ticket deleted there is refused, and the ticket is removed', async () => {
    const before = await detail();
    expect(before.ticket.ticketId).toBe(21);
    world.tickets = world.tickets.filter(({ id }) => id !== '21');
    const answer = await patch(urgent);
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      expect.stringContaining('no longer exists'),
    ]);
    expect((await get('/api/tickets/21')).statusCode).toBe(404);
  });

  it('to a stage deleted there is refused, and a ticket in such a stage stays readable', async () => {
    const [pipeline] = world.ticketPipelines;
    if (pipeline === undefined) throw new Error('no pipeline');
    pipeline.stages = pipeline.stages.filter(({ id }) => id !== 'new');
    await here.pass(10 * minute);
    await here.read('changes');
    expect((await choices()).stages.map(({ stageId }) => stageId)).toEqual(['shut', 'odd']);
    expect((await detail()).ticket).toMatchObject({ stageId: 'new', stage: 'new', isOpen: true });
    expect(
      (await patch({ what: 'stage', stage: { pipelineId: 's', stageId: 'new' } })).statusCode,
    ).toBe(422);
    expect(
      (await patch({ what: 'stage', stage: { pipelineId: 's', stageId: 'shut' } })).json(),
    ).toEqual({ state: 'made' });
    expect((await detail()).ticket.isOpen).toBe(false);
  });
});

describe('while HubSpot is down for an hour', () => {
  it('the desk shows the last sync, and changes wait until it is back', async () => {
    const asOf = here.clock().toISOString();
    here.stub.fault = () => 'hang up';
    expect((await patch(urgent)).json()).toEqual({ state: 'waiting' });
    for (let minutes = 0; minutes <= 60; minutes += 10) {
      await expect(here.read('changes')).rejects.toThrow('HubSpot');
      expect(await send()).toEqual({ sent: 0, waiting: 1 });
      await here.pass(10 * minute);
    }
    expect((await listed()).map(({ ticketId, sync }) => [ticketId, sync])).toContainEqual([
      21,
      'waiting',
    ]);
    expect(await choices()).toMatchObject({
      asOf,
      stale: true,
      trouble: { says: 'It does not answer.' },
    });
    expect((await get('/api/portfolio/list')).statusCode).toBe(200);
    here.stub.fault = () => undefined;
    await here.read('changes');
    expect(await send()).toEqual({ sent: 1, waiting: 0 });
    expect(inHubspot()?.properties.hs_ticket_priority).toBe('URGENT');
    expect(await choices()).toMatchObject({ stale: false, trouble: null });
  });

  it('neither logs nor responses contain the token', async () => {
    const answers: string[] = [];
    for (const fault of [
      () => 'hang up' as const,
      () => ({ status: 401, body: { message: `Bearer ${stubToken} has expired` } }),
    ]) {
      await here.pass(minute);
      here.stub.fault = fault;
      answers.push(
        (await patch(urgent)).body,
        (await get(getTicketChoices.path)).body,
        (await get('/api/tickets/21')).body,
      );
      await here
        .read('changes')
        .catch((error: unknown) => test.dependencies.log.error({ err: error }, 'failed'));
    }
    const { rows } = await test.database.execute('select last_error from ticket_change');
    expect(logged).toContain('HubSpot answered');
    for (const text of [logged, ...answers, JSON.stringify(rows)])
      expect(text).not.toContain(stubToken);
  });

  it('a new ticket appears once it is back', async () => {
    world.tickets.push({ ...createStubTicket(30), updatedAt: here.clock().toISOString() });
    world.ticketAssociations.push(['30', '71']);
    here.stub.fault = () => 'hang up';
    await expect(here.read('changes')).rejects.toThrow('HubSpot');
    await here.pass(minute);
    here.stub.fault = () => undefined;
    await here.read('changes');
    expect((await listed()).map(({ ticketId }) => ticketId)).toContain(30);
  });
});

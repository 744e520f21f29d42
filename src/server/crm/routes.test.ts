import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createTestDatabase } from '#test/database.ts';
import { createSmallWorld, createStubDeal, createStubTicket } from '#test/hubspot-stub/builders.ts';
import { startHubspotStubWithClient } from '#test/hubspot-stub/surroundings.ts';
import type { StubWorld } from '#test/hubspot-stub/world.ts';

const secret = 'the client secret';
const url = '/api/hubspot/webhooks';
const origin = 'http://localhost:3000';
const minute = 60_000;

let test: TestApp;
let here: Awaited<ReturnType<typeof startHubspotStubWithClient>>;
let world: StubWorld;
let woken: string[];

beforeEach(async () => {
  const database = await createTestDatabase();
  world = createSmallWorld();
  here = await startHubspotStubWithClient(database, world);
  woken = [];
  test = await buildTestApp({
    database,
    env: { HUBSPOT_WEBHOOK_SECRET: secret },
    dependencies: {
      clock: here.clock,
      jobs: {
        known: [],
        runNow(job) {
          woken.push(job);
          return Promise.reject(new Error('no worker'));
        },
        recentRuns: async () => [],
        stop: async () => undefined,
      },
    },
  });
  await here.read('everything');
  await here.pass(minute);
});
afterEach(async () => {
  await here.stub.close();
  await test.close();
});

interface Sent {
  events: unknown;
  at?: number;
  /** Changes the body after the request was signed. */
  spoil?: (body: string) => string;
  headers?: Record<string, string>;
}

function send({ events, at = here.clock().getTime(), spoil = (body) => body, headers = {} }: Sent) {
  const body = typeof events === 'string' ? events : JSON.stringify(events);
  const signature = createHmac('sha256', secret)
    .update(`POST${origin}${url}${body}${at}`)
    .digest('base64');
  return test.app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'x-hubspot-request-timestamp': String(at),
      'x-hubspot-signature-v3': signature,
      ...headers,
    },
    payload: spoil(body),
  });
}

const event = (objectId: number, subscriptionType: string, more: Record<string, unknown> = {}) => ({
  eventId: 1,
  subscriptionId: 2,
  portalId: 3,
  appId: 4,
  occurredAt: here.clock().getTime(),
  attemptNumber: 0,
  objectId,
  subscriptionType,
  ...more,
});
const dealNow = async () =>
  (
    await test.database.foreground
      .selectFrom('crm_deal')
      .select(['deal_id', 'amount_cents'])
      .orderBy('deal_id')
      .execute()
  )[0];
const touched = async () =>
  (
    await test.database.foreground
      .selectFrom('hubspot_touched')
      .select(['object', 'object_id'])
      .orderBy('object')
      .execute()
  ).map(({ object, object_id }) => `${object} ${object_id}`);

describe('a change that HubSpot reports', () => {
  it('is queued at once, and read from HubSpot by a job', async () => {
    world.deals = [
      createStubDeal(11, { amount: '77' }, here.clock().toISOString()),
      ...world.deals.slice(1),
    ];
    const calls = here.stub.calls.length;
    const answer = await send({
      events: [event(11, 'deal.propertyChange', { propertyName: 'amount', propertyValue: '5' })],
    });
    expect([answer.statusCode, woken]).toEqual([200, ['crm.touched']]);
    expect(here.stub.calls).toHaveLength(calls);
    expect(await here.read('touched')).toMatchObject({ read: 'touched' });
    expect(await dealNow()).toEqual({ deal_id: 11, amount_cents: 7700 });
    expect(await here.read('touched')).toMatchObject({ read: 'nothing' });
  });

  it('has the same effect when reported twice, late, and in any order', async () => {
    world.deals = [
      createStubDeal(11, { amount: '77' }, here.clock().toISOString()),
      ...world.deals.slice(1),
    ];
    const newer = event(11, 'deal.propertyChange', {
      propertyValue: '77',
      occurredAt: here.clock().getTime(),
    });
    const older = event(11, 'deal.propertyChange', {
      propertyValue: '10',
      occurredAt: here.clock().getTime() - minute,
    });
    for (const events of [[newer], [older], [newer, newer], [older, newer]])
      expect((await send({ events })).statusCode).toBe(200);
    expect(await touched()).toEqual(['deals 11']);
    await here.read('touched');
    expect(await dealNow()).toEqual({ deal_id: 11, amount_cents: 7700 });
    expect((await send({ events: [older] })).statusCode).toBe(200);
    await here.read('touched');
    expect(await dealNow()).toEqual({ deal_id: 11, amount_cents: 7700 });
  });

  it('can be a new ticket, a deleted deal, and deals that were merged or given to another company', async () => {
    world.tickets.push(createStubTicket(24));
    world.ticketAssociations.push(['24', '71']);
    world.deals = [createStubDeal(13), createStubDeal(14)];
    world.associations = [['14', '72']];
    const answer = await send({
      events: [
        event(24, 'object.creation', { objectTypeId: '0-5' }),
        event(12, 'deal.deletion'),
        event(14, 'deal.merge', { primaryObjectId: 14, mergedObjectIds: [11] }),
        event(14, 'deal.associationChange', {
          fromObjectId: 14,
          toObjectId: 72,
          objectId: undefined,
        }),
        event(5, 'contact.creation'),
      ],
    });
    expect(answer.statusCode).toBe(200);
    expect(await touched()).toEqual(['deals 11', 'deals 12', 'deals 14', 'tickets 24']);
    expect(await here.read('touched')).toMatchObject({ deals: 1, tickets: 3, removed: 2 });
    expect(await dealNow()).toMatchObject({ deal_id: 14 });
  });

  it('is reported again while it is read, and then read again', async () => {
    await send({ events: [event(11, 'deal.propertyChange')] });
    let isTold = false;
    here.stub.fault = (path) => {
      if (!path.endsWith('deals/batch/read') || isTold) return undefined;
      isTold = true;
      void here.pass(1000).then(() => send({ events: [event(11, 'deal.propertyChange')] }));
      return { status: 502, body: {} };
    };
    await here.read('touched');
    expect(isTold).toBe(true);
    expect(await touched()).toEqual(['deals 11']);
  });

  it('is refused without a valid and recent signature of HubSpot', async () => {
    const refused: Record<string, Partial<Parameters<typeof send>[0]>> = {
      'one byte is changed': { spoil: (body) => body.replace('11', '12') },
      'a blank is added': { spoil: (body) => `${body} ` },
      'it is six minutes old': { at: Date.parse('2026-11-18T17:55:00Z') },
      'its time is six minutes ahead': { at: Date.parse('2026-11-18T18:07:01Z') },
      'its time is no number': { headers: { 'x-hubspot-request-timestamp': 'now' } },
      'it is not signed': { headers: { 'x-hubspot-signature-v3': '' } },
      'its signature is another': { headers: { 'x-hubspot-signature-v3': 'A'.repeat(44) } },
    };
    for (const [why, sent] of Object.entries(refused)) {
      const answer = await send({ events: [event(11, 'deal.propertyChange')], ...sent });
      expect([answer.statusCode, answer.body], why).toEqual([
        401,
        expect.stringContaining('not signed by HubSpot'),
      ]);
    }
    expect(await touched()).toEqual([]);
    expect(woken).toEqual([]);
  });

  it('is refused when it is signed but not a list of events', async () => {
    for (const events of [
      '',
      'no JSON',
      '{}',
      '[1]',
      '[{"objectId":"x","subscriptionType":"deal.creation"}]',
    ])
      expect((await send({ events })).statusCode, events).toBe(422);
  });

  it('is refused when no secret is set', async () => {
    const other = await buildTestApp();
    expect((await other.app.inject({ method: 'POST', url, payload: [] })).statusCode).toBe(404);
    await other.close();
  });
});

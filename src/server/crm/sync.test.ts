import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HubspotError, openHubspot } from '#server/core/providers/hubspot/client.ts';
import { parseEnv } from '#server/env.ts';
import { crmConformance } from '#test/crm-conformance.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { isDeep } from '#test/depth.ts';
import { type Fault, startHubspotStub } from '#test/hubspot-stub/stub.ts';
import type { StubWorld } from '#test/hubspot-stub/world.ts';
import { chooseCrm } from './choose-crm.ts';
import { mirroredCrm } from './mirrored-crm.ts';
import { syncHubspot } from './sync.ts';

const token = 'pat-na1-secret';
const updatedAt = '2026-05-01T00:00:00.000Z';

const deal = (id: number, properties: Record<string, string | null> = {}, changed = updatedAt) => ({
  id: String(id),
  properties: {
    dealname: `Deal ${id}`,
    pipeline: 'r',
    dealstage: 'open',
    hubspot_owner_id: '1',
    amount: '10',
    closedate: null,
    ...properties,
  },
  updatedAt: changed,
});
const company = (id: number, institution: string | null) => ({ id: String(id), properties: { institution_id: institution }, updatedAt });
const stages = [
  { id: 'open', label: 'Closed in name only', isClosed: false },
  { id: 'done', label: 'Won', isClosed: true },
];

const ticketStages = [
  { id: 'new', label: 'Closed for lunch', isClosed: false, ticketState: 'OPEN' as const },
  { id: 'shut', label: 'Open and shut', isClosed: true, ticketState: 'CLOSED' as const },
  { id: 'odd', label: 'Nobody knows', isClosed: false },
];
const ticket = (id: number, properties: Record<string, string | null> = {}, changed = updatedAt) => ({
  id: String(id),
  properties: {
    subject: `Ticket ${id}`,
    content: 'Help',
    hs_pipeline: 's',
    hs_pipeline_stage: 'new',
    hs_ticket_priority: 'HIGH',
    hubspot_owner_id: '1',
    source_type: 'EMAIL',
    closed_date: null,
    ...properties,
  },
  updatedAt: changed,
});

function smallWorld(): StubWorld {
  return {
    owners: [
      { id: '1', email: 'ana@example.com', firstName: 'Ana', lastName: 'Pérez', archived: false },
      { id: '2', email: 'gone@example.com', firstName: '', lastName: '', archived: true },
    ],
    pipelines: [
      { id: 'r', label: 'Renewals', stages },
      { id: 'e', label: 'Expansion', stages },
    ],
    companies: [company(71, '1'), company(72, '2'), company(73, null)],
    deals: [deal(11), deal(12, { dealstage: 'done', hubspot_owner_id: '2' }), deal(13), deal(14)],
    associations: [
      ['11', '71'],
      ['12', '72'],
      ['13', '73'],
    ],
    ticketPipelines: [{ id: 's', label: 'Support', stages: ticketStages }],
    tickets: [ticket(21), ticket(22, { hs_pipeline_stage: 'shut' }), ticket(23)],
    ticketAssociations: [
      ['21', '71'],
      ['22', '72'],
    ],
  };
}

/** A database, a stub and a clock that goes on only when somebody waits. */
async function surroundings(test: TestDatabase, world: StubWorld, given = token) {
  let now = Date.parse('2026-11-18T18:00:00Z');
  const waits: number[] = [];
  const queries = test.database.background;
  const clock = () => new Date(now);
  const stub = await startHubspotStub(world, token, { now: clock });
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds);
    now += milliseconds;
  };
  const hubspot = openHubspot({ token: given, baseUrl: stub.baseUrl, timeZone: 'America/Los_Angeles', queries, clock, sleep });
  const run = (signal = new AbortController().signal) => syncHubspot(hubspot, { queries, clock, signal, progress: async () => undefined });
  const mirror = async () => {
    const { rows } = await test.database.execute(`select
      (select json_agg(d order by institution_id, deal_id) from crm_deal d) as deals, (select json_agg(o order by owner_id) from crm_owner o) as owners`);
    return JSON.stringify(rows);
  };
  const provider = mirroredCrm(queries, clock, hubspot);
  return { stub, waits, run, mirror, clock, provider, pass: (milliseconds: number) => sleep(milliseconds) };
}

it.each([
  [{}, false],
  [{ HUBSPOT_TOKEN: token, SEED: 'none' }, true],
  [{ HUBSPOT_TOKEN: token, SEED: 'none', CRM_PROVIDER: 'other' }, false],
])('with %j the CRM answers from a mirror: %s', async (source, isMirror) => {
  const { database, close } = await createTestDatabase();
  expect(chooseCrm(parseEnv(source), database.foreground, () => new Date()).synchronised).toBe(isMirror);
  await close();
});

describe('the mirror of HubSpot', () => {
  let test: TestDatabase;
  let here: Awaited<ReturnType<typeof surroundings>>;
  let world: StubWorld;
  const deals = () => test.database.background.selectFrom('crm_deal').selectAll().orderBy('deal_id').execute();

  beforeEach(async () => {
    test = await createTestDatabase();
    world = smallWorld();
    here = await surroundings(test, world);
  });
  afterEach(async () => {
    await here.stub.close();
    await test.close();
  });

  it('has the deals of customers, open or closed by the facts of their stage', async () => {
    expect(await here.run()).toEqual({ deals: 2, tickets: 2, removed: 0 });
    expect(await deals()).toMatchObject([
      { institution_id: 1, deal_id: 11, pipeline: 'Renewals', closed: false, owner_id: 1, amount_cents: 1000 },
      { institution_id: 2, deal_id: 12, closed: true, owner_id: 2 },
    ]);
    const { provider } = here;
    expect((await provider.dealOwners([2])).get('2')).toEqual({ ownerName: 'gone (inactive)', pipeline: 'Renewals' });
    expect(await provider.asOf()).toEqual(new Date('2026-11-18T18:00:00Z'));
  });

  it('takes nothing away from a demo', async () => {
    await test.database.execute(`
      insert into demo_world (business_date, finished_at, counts, seed, scale, first_institution_id, first_location_id, laid_until)
      values ('2026-11-01', now(), '{}', 'seed', 1, 1, 1, '2026-11-01')`);
    await expect(here.run()).rejects.toThrow(/holds the demo/);
    expect(here.stub.calls).toEqual([]);
  });

  it('sees what was deleted, merged, given to another owner and taken from a customer', async () => {
    await here.run();
    world.deals = [deal(11, { hubspot_owner_id: '2' }), deal(13), deal(15, { dealstage: 'deleted' })];
    world.associations = [
      ['11', '71'],
      ['15', '71'],
    ];
    expect(await here.run()).toEqual({ deals: 2, tickets: 2, removed: 1 });
    expect(await deals()).toMatchObject([
      { deal_id: 11, owner_id: 2 },
      { deal_id: 15, stage: 'Deleted stage', closed: false },
    ]);
    world.associations = [['11', '72']];
    await here.run();
    expect(await deals()).toMatchObject([{ institution_id: 2, deal_id: 11 }]);
  });

  it('is the same as ever when a pass breaks off at any call, and right after the next', async () => {
    await here.run();
    const before = await here.mirror();
    const callsOfPass = here.stub.calls.length;
    world.deals = [deal(11, { amount: '99' })];
    for (let broken = 1; broken <= callsOfPass; broken += 1) {
      const already = here.stub.calls.length;
      here.stub.fault = (_, count) => (count - already === broken ? { status: 403, body: {} } : undefined);
      await expect(here.run()).rejects.toThrow(HubspotError);
      expect(await here.mirror()).toBe(before);
    }
    here.stub.fault = () => undefined;
    await here.run();
    expect(await deals()).toMatchObject([{ deal_id: 11, amount_cents: 9900 }]);
  });

  it('is left alone by a pass that is stopped, and by a portal without any of our customers', async () => {
    await here.run();
    const before = await here.mirror();
    await expect(here.run(AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
    world.companies = [company(71, null)];
    await expect(here.run()).rejects.toThrow('No company in HubSpot has the property institution_id');
    expect(await here.mirror()).toBe(before);
  });

  it('is made by the pass that began last, when a worker that was given up goes on', async () => {
    const all = await Promise.allSettled([here.run(), here.run()]);
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await deals()).map(({ deal_id }) => deal_id)).toEqual([11, 12]);
  });

  const faults: [string, Fault][] = [
    ['refusals by the second', (_, count) => (count % 3 === 0 ? { status: 429, body: { policyName: 'SECONDLY' } } : undefined)],
    ['faults of the server', (_, count) => (count % 3 === 0 ? { status: 502, body: {} } : undefined)],
    ['JSON that breaks off', (_, count) => (count % 3 === 0 ? 'broken JSON' : undefined)],
    ['connections that break off', (_, count) => (count % 3 === 0 ? 'hang up' : undefined)],
  ];
  it.each(faults)('comes whole through %s', async (_, fault) => {
    here.stub.fault = fault;
    expect(await here.run()).toEqual({ deals: 2, tickets: 2, removed: 0 });
  });

  it('waits as long as it is told', async () => {
    here.stub.fault = (_, count) => (count === 2 ? { status: 429, headers: { 'retry-after': '7' }, body: {} } : undefined);
    await here.run();
    expect(Math.max(...here.waits)).toBeGreaterThanOrEqual(7000);
    expect(Math.max(...here.waits)).toBeLessThan(9000);
  });

  it('asks nothing more once the calls of the day are used up, until midnight', async () => {
    here.stub.fault = (_, count) => (count === 3 ? { status: 429, body: { policyName: 'DAILY' } } : undefined);
    await expect(here.run()).rejects.toThrow('before 2026-11-19T08:00:00.000Z');
    await expect(here.run()).rejects.toThrow('the calls of the day are used up');
    expect(here.stub.calls).toHaveLength(3);
    await here.pass(15 * 3_600_000);
    expect(await here.run()).toEqual({ deals: 2, tickets: 2, removed: 0 });
  });

  it('stops at nine tenths of the day', async () => {
    const headers = { 'x-hubspot-ratelimit-daily': '1000', 'x-hubspot-ratelimit-daily-remaining': '100' };
    here.stub.fault = (_, count) => (count === 1 ? { headers, body: { results: [] } } : undefined);
    await expect(here.run()).rejects.toThrow('the calls of the day are used up');
    expect(here.stub.calls).toHaveLength(1);
  });

  it('refuses half an answer', async () => {
    here.stub.fault = (path) =>
      path.endsWith('batch/read') ? { status: 207, body: { results: [], errors: [{ subCategory: 'crm.OTHER' }] } } : undefined;
    await expect(here.run()).rejects.toThrow('for 1 of 4 deals with an error');
  });

  it('never tells the token', async () => {
    const wrong = await surroundings(test, world, 'pat-wrong-secret');
    const error = await wrong.run().catch((thrown: unknown) => thrown);
    await wrong.stub.close();
    expect(error).toBeInstanceOf(HubspotError);
    expect(error).toMatchObject({ message: 'HubSpot answered /crm/owners/2026-09 with 401.' });
    expect(error).not.toHaveProperty('cause');
  });

  it('takes many deals of one moment within the limits', { timeout: 120_000 }, async () => {
    const count = isDeep ? 25_000 : 2500;
    world.deals = Array.from({ length: count }, (_, index) => deal(1000 + index));
    world.associations = world.deals.map(({ id }) => [id, '71']);
    const from = here.clock().getTime();
    expect(await here.run()).toEqual({ deals: count, tickets: 2, removed: 0 });
    const calls = here.stub.calls.length;
    expect(calls).toBeLessThanOrEqual(count / 100 + count / 1000 + 9);
    expect(here.clock().getTime() - from).toBeGreaterThanOrEqual(((calls - 30) / 15) * 1000 - 100);
  });
});

crmConformance('HubSpot', async (asked) => {
  const test = await createTestDatabase();
  const pipelines = [...new Set(asked.map(({ pipeline }) => pipeline))].map((label) => ({ id: `p-${label}`, label, stages }));
  const owners = new Map(asked.flatMap(({ owner }) => (owner === null ? [] : [[owner.id, owner] as const])));
  const here = await surroundings(test, {
    owners: [...owners.values()].map(({ id, name, archived }) => {
      const [firstName = '', lastName = ''] = name.split(' ');
      return { id: String(id), email: `${id}@example.com`, firstName, lastName, archived };
    }),
    pipelines,
    companies: [...new Set(asked.map(({ institutionId }) => institutionId))].map((id) => company(700 + id, String(id))),
    deals: asked.map((each) =>
      deal(
        each.dealId,
        {
          pipeline: `p-${each.pipeline}`,
          dealstage: each.closed ? 'done' : 'open',
          hubspot_owner_id: each.owner === null ? null : String(each.owner.id),
          amount: each.amount === undefined ? null : String(each.amount),
          closedate: each.closesOn === undefined ? null : `${each.closesOn}T00:00:00Z`,
        },
        each.updatedAt.toISOString(),
      ),
    ),
    associations: asked.map(({ dealId, institutionId }) => [String(dealId), String(700 + institutionId)]),
    ticketPipelines: [{ id: 's', label: 'Support', stages: ticketStages }],
    tickets: [ticket(21)],
    ticketAssociations: [['21', '701']],
  });
  await here.run();
  return {
    provider: here.provider,
    database: test.database,
    pass: here.pass,
    async close() {
      await here.stub.close();
      await test.close();
    },
  };
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Queries } from '#server/core/db/database.ts';
import { HubspotError } from '#server/core/providers/hubspot/client.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { isDeepTestRun } from '#test/depth.ts';
import {
  createSmallWorld,
  createStubCompany,
  createStubDeal,
  createStubTicket,
} from '#test/hubspot-stub/builders.ts';
import type { FaultInjector } from '#test/hubspot-stub/stub.ts';
import { resetHubspotTables, startHubspotStubWithClient } from '#test/hubspot-stub/surroundings.ts';
import type { StubWorld } from '#test/hubspot-stub/world.ts';

const minute = 60_000;
const whole = { read: 'everything', deals: 2, tickets: 2, removed: 0 };

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(() => resetHubspotTables(test));
afterAll(() => test.close());

describe.each(['2026-09', 'v3'] as const)('the mirror of HubSpot by version %s', (version) => {
  let here: Awaited<ReturnType<typeof startHubspotStubWithClient>>;
  let world: StubWorld;
  const deals = () =>
    test.database.background.selectFrom('crm_deal').selectAll().orderBy('deal_id').execute();
  const tickets = () =>
    test.database.background.selectFrom('crm_ticket').selectAll().orderBy('ticket_id').execute();
  const isoNow = () => here.clock().toISOString();

  beforeEach(async () => {
    world = createSmallWorld();
    here = await startHubspotStubWithClient(test, world, { version });
  });
  afterEach(() => here.stub.close());

  it('has the deals of customers, open or closed by the metadata of their stage', async () => {
    expect(await here.read('everything')).toEqual(whole);
    expect(await deals()).toMatchObject([
      {
        institution_id: 1,
        deal_id: 11,
        pipeline: 'Renewals',
        closed: false,
        owner_id: 1,
        amount_cents: 1000,
      },
      { institution_id: 2, deal_id: 12, closed: true, owner_id: 2 },
    ]);
    expect((await here.provider.dealOwners([2])).get('2')).toEqual({
      ownerName: 'gone (inactive)',
      pipeline: 'Renewals',
    });
    expect(await here.provider.asOf()).toEqual(new Date('2026-11-18T18:00:00Z'));
  });

  it('reflects records that were deleted, merged, reassigned or removed from a customer', async () => {
    await here.read('everything');
    world.deals = [
      createStubDeal(11, { hubspot_owner_id: '2' }),
      createStubDeal(13),
      createStubDeal(15, { dealstage: 'deleted' }),
    ];
    world.associations = [
      ['11', '71'],
      ['15', '71'],
    ];
    expect(await here.read('everything')).toMatchObject({ deals: 2, removed: 1 });
    expect(await deals()).toMatchObject([
      { deal_id: 11, owner_id: 2 },
      { deal_id: 15, stage: 'Deleted stage', closed: false },
    ]);
    world.associations = [['11', '72']];
    await here.read('everything');
    expect(await deals()).toMatchObject([{ institution_id: 2, deal_id: 11 }]);
  });

  it('follows merged companies, with their tickets and the notes on them', async () => {
    await here.read('everything');
    await here.provider.openTickets([]);
    await test.database.background
      .insertInto('crm_ticket_message')
      .values({
        institution_id: 1,
        ticket_id: 21,
        message_id: '00000000-0000-4000-8000-000000000001',
        at: here.clock(),
        direction: 'note',
        author: 'Ana',
        body: 'Hello',
      })
      .execute();
    world.companies = [createStubCompany(72, '2'), createStubCompany(73, null)];
    world.associations = world.associations.map(([deal]) => [deal, '72']);
    world.ticketAssociations = world.ticketAssociations.map(([ticket]) => [ticket, '72']);
    await here.read('everything');
    expect((await deals()).map(({ institution_id }) => institution_id)).toEqual([2, 2, 2]);
    expect((await tickets()).map(({ institution_id }) => institution_id)).toEqual([2, 2]);
    expect(
      await test.database.background
        .selectFrom('crm_ticket_message')
        .select('institution_id')
        .execute(),
    ).toEqual([{ institution_id: 2 }]);
  });

  it('is updated by reading changed records only', async () => {
    await here.read('everything');
    await here.pass(10 * minute);
    const calls = here.stub.calls.length;
    const changed = isoNow();
    world.deals = [
      createStubDeal(11, { amount: '99' }, changed),
      ...world.deals.slice(1),
      createStubDeal(16, {}, changed),
    ];
    world.associations.push(['16', '72']);
    world.tickets = [
      createStubTicket(21, { hs_pipeline_stage: 'shut' }, changed),
      ...world.tickets.slice(1),
    ];
    world.companies = [...world.companies.slice(0, 2), createStubCompany(73, '3', changed)];
    await here.pass(minute);
    expect(await here.read('changes')).toMatchObject({ read: 'changes', deals: 4, tickets: 2 });
    expect(
      here.stub.calls.slice(calls).filter(({ path }) => path.includes('/search')),
    ).toHaveLength(3);
    expect(here.stub.calls.length - calls).toBe(4 + 3 + 2);
    expect(await deals()).toMatchObject([
      { deal_id: 11, amount_cents: 9900 },
      { deal_id: 12 },
      { deal_id: 13, institution_id: 3 },
      { deal_id: 16, institution_id: 2 },
    ]);
    expect((await tickets())[0]).toMatchObject({
      ticket_id: 21,
      stage_id: 'shut',
      closed_at: new Date(changed),
    });
    const incremental = await here.mirror();
    await here.read('everything');
    expect(await here.mirror()).toBe(incremental);
  });

  it('reads the last five minutes again, because HubSpot’s search may lag', async () => {
    await here.read('everything');
    world.deals = [
      createStubDeal(
        11,
        { amount: '99' },
        new Date(here.clock().getTime() - 4 * minute).toISOString(),
      ),
      ...world.deals.slice(1),
    ];
    await here.pass(10 * minute);
    await here.read('changes');
    expect((await deals())[0]).toMatchObject({ deal_id: 11, amount_cents: 9900 });
  });

  it('reads everything until a full pass has succeeded', async () => {
    expect(await here.read('changes')).toEqual(whole);
  });

  it('keeps any text, and leaves out invalid numbers and days', async () => {
    const hostile = `'; drop table crm_deal; -- \0 \ud800 <script> ${'🦷'.repeat(20_000)}`;
    world.deals = [
      createStubDeal(11, {
        dealname: hostile,
        amount: 'NaN',
        closedate: '2026-02-31',
        hubspot_owner_id: '99999999999999999999',
      }),
    ];
    world.tickets = [
      createStubTicket(21, {
        subject: '',
        content: hostile,
        hs_ticket_priority: null,
        closed_date: 'soon',
        source_type: '',
      }),
    ];
    await here.read('everything');
    expect(await deals()).toMatchObject([
      { deal_id: 11, amount_cents: null, closes_on: null, owner_id: null },
    ]);
    const [ticket] = await tickets();
    expect(ticket).toMatchObject({
      subject: 'Ticket 21',
      priority: 'MEDIUM',
      channel: null,
      closed_at: null,
    });
    expect(ticket?.body).toBe(hostile.replaceAll('\0', '\ufffd').toWellFormed());
  });

  it.each([
    ['2027-01-01T04:59:59.999Z', '2026-12-31'],
    ['2027-01-01T08:00:00Z', '2027-01-01'],
    ['2026-12-31T23:59:59-08:00', '2026-12-31'],
    ['2027-01-01T00:00:00.000Z', '2027-01-01'],
    ['2027-01-01', '2027-01-01'],
    ['2027-01-01Tsoon', null],
  ])('reads the close date %s as %s, its day where the portal is', async (closedate, day) => {
    world.deals = [createStubDeal(11, { closedate })];
    await here.read('everything');
    expect(await deals()).toMatchObject([{ deal_id: 11, closes_on: day }]);
  });

  it('does not replace the demo', async () => {
    await test.database.execute(`
      insert into demo_world (business_date, finished_at, counts, seed, scale, first_institution_id, first_location_id, laid_until)
      values ('2026-11-01', now(), '{}', 'seed', 1, 1, 1, '2026-11-01')`);
    await expect(here.read('everything')).rejects.toThrow(/contains demo data/);
    expect(here.stub.calls).toEqual([]);
  });

  it('is not changed by an aborted pass, nor by a portal without our customers', async () => {
    await here.read('everything');
    const before = await here.mirror();
    await expect(here.read('everything', AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
      'stopped',
    );
    world.companies = [createStubCompany(71, null)];
    await expect(here.read('everything')).rejects.toThrow(
      'No company in HubSpot has the property institution_id',
    );
    expect(await here.mirror()).toBe(before);
  });

  it.each(['everything', 'changes'] as const)(
    'is unchanged when a pass over %s is killed at any call, and correct after the next pass',
    async (kind) => {
      await here.read('everything');
      await here.pass(10 * minute);
      const before = await here.mirror();
      world.deals = [
        createStubDeal(11, { amount: '99' }, isoNow()),
        ...world.deals.slice(1),
        createStubDeal(17, {}, isoNow()),
      ];
      world.associations.push(['17', '72']);
      world.tickets = world.tickets.map((ticket) => ({ ...ticket, updatedAt: isoNow() }));
      await here.pass(minute);
      for (let at = 1; ; at += 1) {
        const already = here.stub.calls.length;
        const { queries, kill } = mortal(test.database.background);
        here.stub.fault = (_, count) => {
          if (count - already !== at) return undefined;
          kill();
          return 'hang up';
        };
        const outcome = await here
          .process(queries)
          .read(kind)
          .catch((error: unknown) => error);
        if (!(outcome instanceof Error)) break;
        expect(outcome.message).toBe('killed');
        expect(await here.mirror()).toBe(before);
        expect(await here.read(kind)).toMatchObject({
          read: 'nothing',
          why: 'Another HubSpot sync is running.',
        });
        await here.pass(5 * minute);
      }
      const after = await here.mirror();
      expect(after).not.toBe(before);
      await here.read('everything');
      expect(await here.mirror()).toBe(after);
      const left = await test.database.execute(
        'select (select count(distinct pass) from hubspot_deal) + (select count(*) from hubspot_gone) as passes',
      );
      expect(left.rows).toEqual([{ passes: 1 }]);
    },
  );

  it('is read by only one of two processes', async () => {
    const other = here.process();
    const both = await Promise.all([here.read('everything'), other.read('everything')]);
    expect(both.map(({ read }) => read).sort()).toEqual(['everything', 'nothing']);
    expect(here.stub.calls).toHaveLength(9);
  });

  it('is not published by a worker that lost its lease and continues', async () => {
    const latestPass = () =>
      test.database.background.selectFrom('hubspot_mirror').select('pass').executeTakeFirst();
    let other: Promise<unknown> | undefined;
    here.stub.fault = async (_, count) => {
      if (count !== 6) return undefined;
      const before = await latestPass();
      await here.pass(5 * minute);
      other = here.process().read('everything');
      await vi.waitFor(async () => expect(await latestPass()).not.toEqual(before), 10_000);
      return undefined;
    };
    await expect(here.read('everything')).rejects.toMatchObject({
      message: expect.stringContaining('Another HubSpot sync started in the meantime'),
    });
    expect(await other).toEqual(whole);
  });
});

/**
 * Returns the database of a process and a function that kills the process. After the kill, every
 * query fails, including cleanup.
 */
function mortal(queries: Queries): { queries: Queries; kill: () => void } {
  let isDead = false;
  const proxy = new Proxy(queries, {
    get(target, name) {
      if (isDead) throw new Error('killed');
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    queries: proxy,
    kill() {
      isDead = true;
    },
  };
}

describe('a HubSpot with faults', () => {
  let here: Awaited<ReturnType<typeof startHubspotStubWithClient>>;
  let world: StubWorld;

  beforeEach(async () => {
    world = createSmallWorld();
    here = await startHubspotStubWithClient(test, world);
  });
  afterEach(() => here.stub.close());

  const faults: [string, FaultInjector][] = [
    [
      'refusals by the second',
      (_, count) =>
        count % 3 === 0 ? { status: 429, body: { policyName: 'SECONDLY' } } : undefined,
    ],
    [
      'faults of the server',
      (_, count) => (count % 3 === 0 ? { status: 502, body: {} } : undefined),
    ],
    ['JSON that breaks off', (_, count) => (count % 3 === 0 ? 'broken JSON' : undefined)],
    ['connections that break off', (_, count) => (count % 3 === 0 ? 'hang up' : undefined)],
  ];
  it.each(faults)('is read completely despite %s', async (_, fault) => {
    here.stub.fault = fault;
    expect(await here.read('everything')).toEqual(whole);
  });

  it('that sends only one byte is called again', async () => {
    const slow = await startHubspotStubWithClient(test, world, {
      deadlines: { patient: 200, hurried: 100 },
    });
    slow.stub.fault = (_, count) => (count === 2 ? 'one byte' : undefined);
    expect(await slow.read('everything')).toEqual(whole);
    slow.stub.fault = () => 'one byte';
    const seenAt = new Date('2026-05-01T00:00:00Z');
    await expect(slow.provider.updateTicket(21, { priority: 'LOW' }, seenAt)).rejects.toThrow(
      'did not answer',
    );
    await slow.stub.close();
  });

  it('whose answer never ends is read up to 64 MB, and called again', async () => {
    here.stub.fault = (_, count) => (count === 2 ? 'no end' : undefined);
    expect(await here.read('everything')).toEqual(whole);
    expect(here.stub.endlessBytes()).toBeGreaterThan(64_000_000);
    expect(here.stub.endlessBytes()).toBeLessThan(100_000_000);
  });

  it('is called again after the requested wait', async () => {
    here.stub.fault = (_, count) =>
      count === 2 ? { status: 429, headers: { 'retry-after': '7' }, body: {} } : undefined;
    await here.read('everything');
    expect(Math.max(...here.waits)).toBeGreaterThanOrEqual(7000);
    expect(Math.max(...here.waits)).toBeLessThan(9000);
  });

  it('that refuses a fifth of the calls is read completely, without a burst after a refusal', async () => {
    world.deals = Array.from({ length: 3000 }, (_, index) => createStubDeal(1000 + index));
    world.associations = world.deals.map(({ id }) => [id, '71']);
    const at: { time: number; isRefused: boolean }[] = [];
    here.stub.fault = (_, count) => {
      const isRefused = count % 5 === 0;
      at.push({ time: here.clock().getTime(), isRefused });
      return isRefused ? { status: 429, body: { policyName: 'TEN_SECONDLY_ROLLING' } } : undefined;
    };
    expect(await here.read('everything')).toMatchObject({ deals: 3000 });
    for (const [index, { time, isRefused }] of at.entries()) {
      if (!isRefused) continue;
      const next = at.slice(index + 1).filter((call) => call.time < time + 11_000);
      expect(next.length).toBeLessThanOrEqual(15);
      for (const call of next) expect(call.time).toBeGreaterThanOrEqual(time + 10_000);
    }
  });

  it('is not called once the daily calls are used up, until midnight, which is reported', async () => {
    here.stub.fault = (_, count) =>
      count === 3 ? { status: 429, body: { policyName: 'DAILY' } } : undefined;
    expect(here.provider.trouble()).toBeNull();
    await expect(here.read('everything')).rejects.toThrow('before 2026-11-19T08:00:00.000Z');
    await expect(here.process().read('everything')).rejects.toThrow(
      'the daily limit of calls is used up',
    );
    expect(here.provider.trouble()).toMatchObject({
      resumesAt: new Date('2026-11-19T08:00:00.000Z'),
    });
    expect(here.stub.calls).toHaveLength(3);
    await here.pass(15 * 60 * minute);
    expect(here.provider.trouble()).toBeNull();
    expect(await here.read('everything')).toEqual(whole);
  });

  it('is not called once nine tenths of the daily calls are used', async () => {
    const headers = {
      'x-hubspot-ratelimit-daily': '1000',
      'x-hubspot-ratelimit-daily-remaining': '100',
    };
    here.stub.fault = (_, count) => (count === 1 ? { headers, body: { results: [] } } : undefined);
    await expect(here.read('everything')).rejects.toThrow('the daily limit of calls is used up');
    expect(here.stub.calls).toHaveLength(1);
  });

  it('is called as often as its headers allow', async () => {
    const headers = {
      'x-hubspot-ratelimit-max': '100',
      'x-hubspot-ratelimit-interval-milliseconds': '10000',
    };
    here.stub.fault = (_, count) => (count === 1 ? { headers, body: { results: [] } } : undefined);
    await here.read('everything');
    expect(
      await test.database.background
        .selectFrom('hubspot_bucket')
        .selectAll()
        .where('name', '=', 'general')
        .execute(),
    ).toMatchObject([{ size: 15, per_second: 8 }]);
  });

  it('is not called for half a minute after five failures', async () => {
    here.stub.fault = () => 'hang up';
    await expect(here.read('everything')).rejects.toThrow('HubSpot cannot be reached');
    expect(here.stub.calls).toHaveLength(5);
    await expect(here.read('everything')).rejects.toThrow('HubSpot does not answer');
    expect(here.stub.calls).toHaveLength(5);
    expect(here.provider.trouble()).toMatchObject({ says: 'It does not answer.', resumesAt: null });
    await here.pass(30_000);
    here.stub.fault = () => undefined;
    expect(await here.read('everything')).toEqual(whole);
    expect(here.provider.trouble()).toBeNull();
  });

  it('that returns only part of a batch is an error', async () => {
    const errors = [{ category: 'INTERNAL_ERROR', subCategory: 'crm.OTHER' }];
    here.stub.fault = (path) =>
      path.endsWith('batch/read') ? { status: 207, body: { results: [], errors } } : undefined;
    await expect(here.read('everything')).rejects.toThrow('with an error for 1 of 4 deals');
  });

  it('does not put the token into errors', async () => {
    const wrong = await startHubspotStubWithClient(test, world, { token: 'pat-wrong-secret' });
    const error = await wrong.read('everything').catch((thrown: unknown) => thrown);
    await wrong.stub.close();
    expect(error).toBeInstanceOf(HubspotError);
    expect(error).toMatchObject({ message: 'HubSpot answered /crm/owners/2026-09 with 401.' });
    expect(error).not.toHaveProperty('cause');
  });

  const mostPerSecond = (times: readonly number[]) =>
    Math.max(
      ...times.map((time) => times.filter((other) => other >= time && other < time + 1000).length),
    );

  it('with many changes at one moment is read completely, within its limits and without endless paging', {
    timeout: 120_000,
  }, async () => {
    await here.read('everything');
    await here.pass(10 * minute);
    const count = isDeepTestRun ? 25_000 : 2500;
    const moment = here.clock().getTime();
    const changedAt = (index: number) =>
      new Date(index < count * 0.48 ? moment : moment + index).toISOString();
    world.deals = Array.from({ length: count }, (_, index) =>
      createStubDeal(1000 + index, {}, changedAt(index)),
    );
    world.associations = world.deals.map(({ id }) => [id, '71']);
    await here.pass(minute);
    const searches = here.stub.searches.length;
    expect(await here.read('changes')).toMatchObject({ read: 'changes', deals: count + 2 });
    const made = here.stub.searches.slice(searches);
    expect(made.length).toBeLessThanOrEqual(count / 200 + 3);
    expect(mostPerSecond(made)).toBeLessThanOrEqual(5);
  });

  it('with many deals is read within its limits', { timeout: 120_000 }, async () => {
    const count = isDeepTestRun ? 25_000 : 2500;
    world.deals = Array.from({ length: count }, (_, index) => createStubDeal(1000 + index));
    world.associations = world.deals.map(({ id }) => [id, '71']);
    const from = here.clock().getTime();
    expect(await here.read('everything')).toMatchObject({ deals: count, tickets: 2, removed: 0 });
    const calls = here.stub.calls.length;
    expect(calls).toBeLessThanOrEqual(count / 100 + count / 1000 + 9);
    expect(here.clock().getTime() - from).toBeGreaterThanOrEqual(((calls - 30) / 15) * 1000 - 100);
  });
});

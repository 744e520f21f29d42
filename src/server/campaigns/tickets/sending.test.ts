import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CrmProvider, CrmUnavailable } from '#server/core/providers/crm.ts';
import type { CampaignTicket } from '#shared/campaigns/tickets/campaigns.ts';
import { timelineApiPath } from '#shared/work/timeline-path.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import {
  countCrmTicketsByCustomer,
  createDisturbedCrm,
  fetchCampaign,
  fetchCampaignTickets,
  insertCustomers,
  makeCampaign,
  runCampaignAction,
  runCampaigns,
} from '#test/ticket-campaigns.ts';

let test: TestApp;
let cookie: string;
const now = new Date('2026-11-18T18:00:00Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const customers = 230;

beforeEach(async () => {
  test = await buildTestApp({ now });
  test.dependencies.crm = { ...test.dependencies.crm, maxTicketsPerCall: 100 };
  await insertCustomers(test.database, customers);
  cookie = await test.signIn('member');
});
afterEach(() => test.close());

const make = async () => (await makeCampaign(test, {}, cookie)).campaignId;
const stateOf = async (campaignId: string) => (await fetchCampaign(test, campaignId)).campaign;
const statusCounts = (rows: readonly CampaignTicket[]) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ status }) => status)].map(([status, own]) => [status, own.length]),
  );
const run = (crm: CrmProvider = test.dependencies.crm) =>
  runCampaigns({ ...test.dependencies, crm });
const events = async (event: string) => {
  const { rows } = await sql<{ events: number; customers: number }>`
    select count(*)::integer as events, count(distinct institution_id)::integer as customers from work_event where event = ${event}`.execute(
    test.database.background,
  );
  return rows[0];
};
const onceEach = () =>
  countCrmTicketsByCustomer(test.database).then((tickets) =>
    expect([...tickets.values()]).toEqual(Array(customers).fill(1)),
  );

/** Simulates kill -9, which loses uncommitted changes. */
class Killed extends Error {}

/**
 * Runs a sender that dies at step number `step`. A step is a statement, a request to the CRM, or
 * the saving of a response. Returns `true` when the sender finished.
 */
async function runUntil(step: number): Promise<boolean> {
  let steps = 0;
  const count = () => {
    steps += 1;
    if (steps === step) throw new Killed();
  };
  const dies: KyselyPlugin = {
    transformQuery({ node }) {
      count();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { database } = test.dependencies;
  const dying = { ...database, background: database.background.withPlugin(dies) };
  try {
    await runCampaigns({
      ...test.dependencies,
      database: dying,
      crm: createDisturbedCrm(test.dependencies.crm, { before: count, after: count }),
    });
    return true;
  } catch (error) {
    if (error instanceof Killed) return false;
    throw error;
  }
}

/** Kills one sender after another, each one step later than the last, until one finishes. */
async function killAtEveryStep(): Promise<number> {
  for (let step = 1; ; step += 1) if (await runUntil(step)) return step;
}

describe('opening', () => {
  it('opens a ticket with the planned values for each customer, and records it on the timelines', async () => {
    const campaignId = await make();
    expect(await run()).toEqual({ opened: customers, withdrawn: 0, waiting: 0 });
    await onceEach();
    const { rows } =
      await sql`select subject, body, pipeline_id, stage_id, priority, owner_id from crm_ticket where institution_id in (1, 2) order by 1`.execute(
        test.database.background,
      );
    const same = { pipeline_id: 's', stage_id: 'new', priority: 'HIGH' };
    expect(rows).toEqual([
      {
        ...same,
        subject: 'Outage at Practice 1',
        body: 'Hello Practice 1 in Reno, Ana Pérez will call you.',
        owner_id: 1,
      },
      {
        ...same,
        subject: 'Outage at Practice 2',
        body: 'Hello Practice 2 in your city, Bo Lee will call you.',
        owner_id: 2,
      },
    ]);
    expect(await stateOf(campaignId)).toMatchObject({ state: 'sent', open: customers, toOpen: 0 });
    expect(await run()).toEqual({ opened: 0, withdrawn: 0, waiting: 0 });
    const timeline = await test.inject({ method: 'GET', url: timelineApiPath.replace(':id', '1') });
    expect(timeline.body.match(/Ticket opened for campaign “Outage of November”/g)).toHaveLength(1);
  });

  it('killed at every step, loses no ticket, opens none twice, and finishes', async () => {
    const campaignId = await make();
    expect(await killAtEveryStep()).toBeGreaterThan(8);
    await onceEach();
    expect(await stateOf(campaignId)).toMatchObject({ state: 'sent', open: customers });
    expect(await events('campaign_ticket_opened')).toEqual({ events: customers, customers });
  });

  it('opens each ticket once when two processes run at once', async () => {
    const campaignId = await make();
    await Promise.all([run(), run(), run()]);
    await onceEach();
    expect(await stateOf(campaignId)).toMatchObject({ state: 'sent', open: customers });
    expect(await events('campaign_ticket_opened')).toEqual({ events: customers, customers });
  });

  it('waits while the CRM is down, reports the problem, and then continues', async () => {
    const campaignId = await make();
    let calls = 0;
    const down = () => {
      calls += 1;
      if (calls > 1) throw new CrmUnavailable('HubSpot does not answer.');
    };
    expect(await run(createDisturbedCrm(test.dependencies.crm, { before: down }))).toEqual({
      opened: 100,
      withdrawn: 0,
      waiting: 1,
    });
    expect(await fetchCampaign(test, campaignId)).toMatchObject({
      problem: 'HubSpot does not answer.',
      campaign: { state: 'sending', open: 100, toOpen: customers - 100 },
    });
    await run();
    await onceEach();
    expect(await fetchCampaign(test, campaignId)).toMatchObject({
      problem: null,
      campaign: { state: 'sent' },
    });
  });

  it('does not open again what the CRM opened before its response was lost', async () => {
    await make();
    const lost = () => {
      throw new CrmUnavailable('The answer was cut off.');
    };
    for (let time = 0; time < 3; time += 1)
      await run(createDisturbedCrm(test.dependencies.crm, { after: lost }));
    expect((await countCrmTicketsByCustomer(test.database)).size).toBe(100);
    await run();
    await onceEach();
  });

  it('continues when half a batch is refused, and retries the refused tickets on request', async () => {
    const campaignId = await make();
    const crm = test.dependencies.crm;
    const picky: CrmProvider = {
      ...crm,
      async openTickets(tickets) {
        const opened = await crm.openTickets(
          tickets.filter(({ institutionId }) => institutionId % 2 === 1),
        );
        const refused = tickets
          .filter(({ institutionId }) => institutionId % 2 === 0)
          .map(({ key }) => ({ key, refused: 'No company.' }));
        return [...refused, ...opened];
      },
    };
    await run(picky);
    expect(await stateOf(campaignId)).toMatchObject({
      state: 'sent',
      open: customers / 2,
      refused: customers / 2,
    });
    expect(
      (await fetchCampaignTickets(test, campaignId)).filter(
        ({ reason }) => reason === 'No company.',
      ),
    ).toHaveLength(customers / 2);
    expect((await runCampaignAction(test, campaignId, 'retry', cookie)).json()).toEqual({
      state: 'sending',
    });
    await run();
    await onceEach();
    expect((await runCampaignAction(test, campaignId, 'retry', cookie)).statusCode).toBe(409);
  });

  it('finishes although the CRM answers only half of each request', async () => {
    const campaignId = await make();
    const crm = test.dependencies.crm;
    const silent = {
      ...crm,
      openTickets: async (...given: Parameters<typeof crm.openTickets>) =>
        (await crm.openTickets(...given)).slice(0, 50),
    };
    expect(await run(silent)).toEqual({ opened: 50, withdrawn: 0, waiting: 1 });
    expect((await fetchCampaign(test, campaignId)).campaign.open).toBe(50);
    await run();
    await onceEach();
  });

  it('stops at a pause, resumes from there, and opens no more tickets after a cancellation', async () => {
    const campaignId = await make();
    let calls = 0;
    const pauseAfterFirst = async () => {
      calls += 1;
      if (calls === 1) await runCampaignAction(test, campaignId, 'pause', cookie);
    };
    const crm = test.dependencies.crm;
    const pausing: CrmProvider = {
      ...crm,
      async openTickets(tickets) {
        await pauseAfterFirst();
        return crm.openTickets(tickets);
      },
    };
    await run(pausing);
    expect(await stateOf(campaignId)).toMatchObject({ state: 'paused', open: 100 });
    await run();
    expect(await stateOf(campaignId)).toMatchObject({ state: 'paused', open: 100 });
    await runCampaignAction(test, campaignId, 'resume', cookie);
    // A hundred recipients are claimed, but no request has reached the CRM.
    expect(await runUntil(3)).toBe(false);
    expect((await runCampaignAction(test, campaignId, 'cancel', cookie)).json()).toEqual({
      state: 'cancelled',
    });
    await run();
    const counts = statusCounts(await fetchCampaignTickets(test, campaignId));
    expect(counts).toEqual({ not_started: 200, cancelled: customers - 200 });
    expect((await countCrmTicketsByCustomer(test.database)).size).toBe(200);
  });

  it('can be changed only by its creator and by admins', async () => {
    const campaignId = await make();
    expect((await runCampaignAction(test, campaignId, 'pause')).statusCode).toBe(403);
    expect(
      (await runCampaignAction(test, campaignId, 'pause', await test.signIn('admin'))).statusCode,
    ).toBe(200);
    expect((await runCampaignAction(test, campaignId, 'pause', cookie)).statusCode).toBe(200);
    const { rows } = await sql<{
      action: string;
    }>`select action from audit_log order by action`.execute(test.database.background);
    expect(rows.map(({ action }) => action)).toEqual([
      'ticket-campaign.create',
      'ticket-campaign.pause',
    ]);
  });
});

describe('undoing', () => {
  const touch = async () => {
    const { background } = test.database;
    await sql`update crm_ticket set priority = 'LOW', updated_at = updated_at + interval '1 second' where institution_id = 1`.execute(
      background,
    );
    await sql`insert into crm_ticket_message (institution_id, ticket_id, message_id, at, direction, author, body)
      select institution_id, ticket_id, gen_random_uuid(), ${now}, 'note', 'Ana', 'Called.' from crm_ticket where institution_id = 2`.execute(
      background,
    );
    await sql`update crm_ticket set stage_id = 'shut', closed_at = ${now}, updated_at = updated_at + interval '1 second' where institution_id = 3`.execute(
      background,
    );
    await sql`delete from crm_ticket where institution_id = 4`.execute(background);
  };

  it('withdraws what no one has touched, and names the rest', async () => {
    const campaignId = await make();
    await run();
    await touch();
    const [, mine] = await Promise.all([
      runCampaignAction(test, campaignId, 'undo'),
      runCampaignAction(test, campaignId, 'undo', cookie),
    ]);
    expect(mine.json()).toEqual({ state: 'undoing' });
    expect((await run()).withdrawn).toBe(customers - 3);
    expect([...(await countCrmTicketsByCustomer(test.database)).keys()].toSorted()).toEqual([
      1, 2, 3,
    ]);
    const rows = await fetchCampaignTickets(test, campaignId);
    expect(
      rows
        .filter(({ reason }) => reason !== null)
        .map(({ institutionId, status, reason }) => [institutionId, status, reason]),
    ).toEqual([
      [1, 'in_progress', 'A colleague has worked on it.'],
      [2, 'in_progress', 'A colleague has worked on it.'],
      [3, 'done', 'A colleague has worked on it.'],
    ]);
    expect(await fetchCampaign(test, campaignId)).toMatchObject({
      campaign: { state: 'undone' },
      undone: { by: expect.stringMatching(/^Morgan Member/) },
    });
    expect(await events('campaign_ticket_withdrawn')).toEqual({
      events: customers - 3,
      customers: customers - 3,
    });
    expect((await runCampaignAction(test, campaignId, 'undo', cookie)).json()).toEqual({
      state: 'undone',
    });
  });

  it('killed at every step, withdraws all tickets and finishes', async () => {
    const campaignId = await make();
    await run();
    await touch();
    await runCampaignAction(test, campaignId, 'undo', cookie);
    expect(await killAtEveryStep()).toBeGreaterThan(8);
    expect((await countCrmTicketsByCustomer(test.database)).size).toBe(3);
    expect(await stateOf(campaignId)).toMatchObject({ state: 'undone', withdrawn: customers - 3 });
  });

  it('during the opening, finds and withdraws the sent tickets and never opens the rest', async () => {
    const campaignId = await make();
    // The process was killed after the CRM opened a batch and before the response was saved.
    const crm = createDisturbedCrm(test.dependencies.crm, {
      after: () => {
        throw new Killed();
      },
    });
    await expect(run(crm)).rejects.toThrow(Killed);
    expect((await countCrmTicketsByCustomer(test.database)).size).toBe(100);
    await runCampaignAction(test, campaignId, 'undo', cookie);
    await run();
    expect((await countCrmTicketsByCustomer(test.database)).size).toBe(0);
    expect(statusCounts(await fetchCampaignTickets(test, campaignId))).toEqual({
      withdrawn: 100,
      cancelled: customers - 100,
    });
    expect(await stateOf(campaignId)).toMatchObject({ state: 'undone' });
  });

  it('waits while the CRM is down', async () => {
    const campaignId = await make();
    await run();
    await runCampaignAction(test, campaignId, 'undo', cookie);
    const down = () => {
      throw new CrmUnavailable('Down.');
    };
    expect(await run(createDisturbedCrm(test.dependencies.crm, { before: down }))).toMatchObject({
      withdrawn: 0,
      waiting: 1,
    });
    expect(await stateOf(campaignId)).toMatchObject({ state: 'undoing' });
    await run();
    expect((await countCrmTicketsByCustomer(test.database)).size).toBe(0);
  });

  it('is possible for 24 hours after the last ticket was opened', async () => {
    const campaignId = await make();
    test.setClock(later(20));
    await run();
    test.setClock(later(44));
    cookie = await test.signIn('admin');
    expect((await runCampaignAction(test, campaignId, 'undo', cookie)).statusCode).toBe(200);
    await run();
    const second = await makeCampaign(
      test,
      { name: 'Second', kind: 'other', quietDays: 0, dueOn: '2026-12-01', tickets: customers },
      cookie,
    );
    expect(second.status).toBe(200);
    await run();
    test.setClock(later(44 + 24.1));
    cookie = await test.signIn('admin');
    expect((await runCampaignAction(test, second.campaignId, 'undo', cookie)).statusCode).toBe(409);
  });
});

it('shows each ticket’s status from the CRM data', async () => {
  const campaignId = await make();
  await run();
  const { background } = test.database;
  await sql`update crm_ticket set owner_id = 2, stage_id = 'shut', updated_at = updated_at + interval '1 second' where institution_id = 1`.execute(
    background,
  );
  await sql`insert into crm_ticket_message (institution_id, ticket_id, message_id, at, direction, author, body)
    select institution_id, ticket_id, gen_random_uuid(), ${now}::timestamptz + interval '3 days', 'out', 'Ana', 'Hello' from crm_ticket where institution_id = 3`.execute(
    background,
  );
  test.setClock(later(8 * 24));
  cookie = await test.signIn('member');
  const rows = new Map(
    (await fetchCampaignTickets(test, campaignId, cookie)).map((row) => [row.institutionId, row]),
  );
  expect(rows.get(1)).toMatchObject({
    status: 'done',
    ownerName: 'Bo Lee',
    stage: 'Open and shut',
    isStraggler: false,
    idleDays: null,
  });
  expect(rows.get(2)).toMatchObject({
    status: 'not_started',
    stage: 'Closed for lunch',
    isStraggler: true,
    idleDays: 8,
  });
  expect(rows.get(3)).toMatchObject({ status: 'with_customer', isStraggler: false, idleDays: 5 });
  const { campaign } = await fetchCampaign(test, campaignId, cookie);
  expect(campaign).toMatchObject({
    open: customers - 1,
    done: 1,
    stragglers: [...rows.values()].filter(({ isStraggler }) => isStraggler).length,
  });
});

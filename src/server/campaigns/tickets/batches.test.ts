import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CrmProvider, CrmUnavailable } from '#server/core/providers/crm.ts';
import { sendPendingTicketChanges } from '#server/tickets/desk/changes.ts';
import {
  postCampaignEnd,
  postCampaignTicketReassignment,
  postTicketBulkChangeUndo,
} from '#shared/campaigns/tickets/batches.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import {
  fetchCampaign,
  fetchCampaignTickets,
  insertCustomers,
  makeCampaign,
  runCampaignAction,
  runCampaigns,
} from '#test/ticket-campaigns.ts';

let test: TestApp;
let cookie: string;
let campaignId: string;
const now = new Date('2026-11-18T18:00:00Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

beforeEach(async () => {
  test = await buildTestApp({ now });
  await insertCustomers(test.database, 6);
  cookie = await test.signIn('member');
  campaignId = (await makeCampaign(test, {}, cookie)).campaignId;
  await runCampaigns(test.dependencies);
  test.setClock(later(1));
});
afterEach(() => test.close());

const post = (path: string, parameters: Record<string, string>, payload: object, as = cookie) =>
  test.inject({
    method: 'POST',
    url: buildUrl(path, { campaignId, ...parameters }),
    payload,
    headers: { cookie: as },
  });
const reassign = (institutionIds: number[], ownerIds: number[], batchId = randomUUID()) =>
  post(postCampaignTicketReassignment.path, {}, { batchId, institutionIds, ownerIds });
const end = (openTickets: 'close' | 'leave', batchId = randomUUID()) =>
  post(postCampaignEnd.path, {}, { batchId, openTickets });
const undo = (batchId: string) => post(postTicketBulkChangeUndo.path, { batchId }, {});
const send = (crm: CrmProvider = test.dependencies.crm) =>
  sendPendingTicketChanges(
    { ...test.dependencies, crm },
    { signal: new AbortController().signal, progress: async () => undefined },
  );
const facts = async () => (await fetchCampaign(test, campaignId, cookie)).campaign;
const batch = async (batchId: string) =>
  (await fetchCampaign(test, campaignId, cookie)).batches.find((each) => each.batchId === batchId);
async function tickets() {
  const { rows } = await sql<{ stage_id: string; owner_id: number }>`
    select stage_id, owner_id from crm_ticket order by institution_id`.execute(
    test.database.background,
  );
  return rows.map((row) => `${row.stage_id} ${row.owner_id}`);
}
const statuses = async () =>
  (await fetchCampaignTickets(test, campaignId, cookie)).map(({ status }) => status);
const touch = (institutionId: number) =>
  sql`update crm_ticket set priority = 'LOW', updated_at = updated_at + interval '1 second' where institution_id = ${institutionId}`.execute(
    test.database.background,
  );

describe('reassigning overdue tickets', () => {
  it('assigns tickets to the owners in turn, keeps them untouched, and restores them on undo', async () => {
    const batchId = randomUUID();
    for (let twice = 0; twice < 2; twice += 1)
      expect((await reassign([1, 2, 3, 5], [2], batchId)).json()).toEqual({ tickets: 3 });
    expect(await batch(batchId)).toMatchObject({ tickets: 3, waiting: 3, made: 0, to: ['Bo Lee'] });
    expect(await send()).toEqual({ sent: 3, waiting: 0 });
    expect(await tickets()).toEqual(['new 2', 'new 2', 'new 2', 'new 2', 'new 2', 'new 2']);
    expect(await statuses()).toEqual(Array(6).fill('not_started'));
    await undo(batchId);
    await undo(batchId);
    expect(await send()).toEqual({ sent: 3, waiting: 0 });
    expect(await tickets()).toEqual(['new 1', 'new 2', 'new 1', 'new 2', 'new 1', 'new 2']);
    expect(await statuses()).toEqual(Array(6).fill('not_started'));
    expect(await batch(batchId)).toMatchObject({
      made: 3,
      takenBack: 3,
      waiting: 0,
      undone: { by: expect.any(String) },
      undoUntil: null,
    });
    // Only bulk changes touched the tickets, so the whole campaign can still be undone.
    await runCampaignAction(test, campaignId, 'undo', cookie);
    await runCampaigns(test.dependencies);
    expect(await tickets()).toEqual([]);
  });

  it('leaves the tickets overdue, also after an undo, until a user works on them', async () => {
    test.setClock(later(8 * 24));
    cookie = await test.signIn('admin');
    expect(await facts()).toMatchObject({ stragglers: 6 });
    const batchId = randomUUID();
    expect((await reassign([1, 3], [2], batchId)).statusCode).toBe(200);
    await send();
    expect(await facts()).toMatchObject({ stragglers: 6 });
    expect(
      (await fetchCampaignTickets(test, campaignId, cookie)).map(({ idleDays }) => idleDays),
    ).toEqual(Array(6).fill(8));
    await undo(batchId);
    await send();
    expect(await facts()).toMatchObject({ stragglers: 6 });
    await sql`update crm_ticket set priority = 'LOW', updated_at = ${later(8 * 24 + 1)}::timestamptz where institution_id = 1`.execute(
      test.database.background,
    );
    expect(await facts()).toMatchObject({ stragglers: 5 });
  });

  it('skips tickets that another user changed first', async () => {
    const batchId = randomUUID();
    await reassign([1, 3], [2], batchId);
    await touch(1);
    await send();
    expect((await tickets()).slice(0, 3)).toEqual(['new 1', 'new 2', 'new 2']);
    expect(await batch(batchId)).toMatchObject({ made: 1, stayed: 1, waiting: 0 });
    await sql`update crm_ticket set owner_id = 1, updated_at = updated_at + interval '1 second' where institution_id = 3`.execute(
      test.database.background,
    );
    await undo(batchId);
    expect(await send()).toEqual({ sent: 0, waiting: 0 });
  });

  it('is refused when there is no owner or no ticket to assign', async () => {
    expect((await reassign([1], [3])).statusCode).toBe(422);
    expect((await reassign([2], [2])).statusCode).toBe(422);
    expect((await reassign([1, 1], [2])).statusCode).toBe(422);
    const other = await test.signIn('member');
    expect(
      (
        await post(
          postCampaignTicketReassignment.path,
          {},
          { batchId: randomUUID(), institutionIds: [1], ownerIds: [2] },
          other,
        )
      ).statusCode,
    ).toBe(403);
    expect((await undo(randomUUID())).statusCode).toBe(404);
  });
});

describe('a repeated batch', () => {
  const batchId = randomUUID();

  it('is recognized only with the same tickets, owners, purpose and campaign', async () => {
    await reassign([1, 3], [2], batchId);
    for (const again of [
      await reassign([1], [2], batchId),
      await reassign([1, 3], [1], batchId),
      await end('leave', batchId),
    ])
      expect([again.statusCode, again.body]).toEqual([
        409,
        'An earlier version of this change was already saved, so this one wasn’t. Reload the page to see what was saved, then try again.',
      ]);
    const first = campaignId;
    campaignId = (
      await makeCampaign(
        test,
        { kind: 'other', subject: 'Else', leavesOutDuplicates: false },
        cookie,
      )
    ).campaignId;
    await runCampaigns(test.dependencies);
    expect((await reassign([1, 3], [2], batchId)).statusCode).toBe(409);
    campaignId = first;
    expect((await reassign([1, 3], [2], batchId)).json()).toEqual({ tickets: 2 });
  });

  it('is recognized even when the new owners have left since', async () => {
    await reassign([1], [2], batchId);
    await sql`update crm_owner set archived = true where owner_id = 2`.execute(
      test.database.background,
    );
    expect((await reassign([1], [2], batchId)).json()).toEqual({ tickets: 1 });
    expect((await reassign([3], [2])).statusCode).toBe(422);
  });
});

it('a change claimed by another sender does not block the changes after it', async () => {
  await reassign([1, 3, 5], [2]);
  const taken = new Date(later(1).getTime() + 60_000);
  await sql`update ticket_change set claimed_until = ${taken}, attempts = 1 where institution_id = 1`.execute(
    test.database.background,
  );
  await sql`update ticket_change set made_at = made_at - interval '1 minute' where institution_id = 1`.execute(
    test.database.background,
  );
  expect(await send()).toEqual({ sent: 2, waiting: 0 });
  expect((await tickets()).slice(0, 5)).toEqual(['new 1', 'new 2', 'new 2', 'new 2', 'new 2']);
});

it('a ticket that the CRM rejects temporarily does not block the others', async () => {
  await reassign([1, 3, 5], [2]);
  const { crm } = test.dependencies;
  const down: CrmProvider = {
    ...crm,
    async updateTicket(ticketId, ...given) {
      const { rows } = await sql<{
        id: number;
      }>`select institution_id as id from crm_ticket where ticket_id = ${ticketId}`.execute(
        test.database.background,
      );
      if (rows[0]?.id === 3) throw new CrmUnavailable('Locked.');
      return crm.updateTicket(ticketId, ...given);
    },
  };
  expect(await send(down)).toEqual({ sent: 2, waiting: 1 });
  expect((await tickets()).slice(0, 5)).toEqual(['new 2', 'new 2', 'new 1', 'new 2', 'new 2']);
  expect(await send()).toEqual({ sent: 1, waiting: 0 });
});

describe('ending a campaign', () => {
  it('closes the open tickets, leaves none overdue, and can be undone', async () => {
    await sql`update crm_ticket set stage_id = 'shut', closed_at = ${now} where institution_id = 6`.execute(
      test.database.background,
    );
    const batchId = randomUUID();
    for (let twice = 0; twice < 2; twice += 1)
      expect((await end('close', batchId)).json()).toEqual({ tickets: 5 });
    await send();
    expect(await facts()).toMatchObject({ state: 'ended', open: 0, done: 6, stragglers: 0 });
    expect((await runCampaignAction(test, campaignId, 'undo', cookie)).statusCode).toBe(409);
    expect((await end('leave')).statusCode).toBe(409);
    await undo(batchId);
    await send();
    expect(await facts()).toMatchObject({ state: 'sent', open: 5, done: 1 });
    expect((await fetchCampaign(test, campaignId, cookie)).ended).toBeNull();
    const { rows } = await sql<{
      action: string;
    }>`select action from audit_log order by at, action`.execute(test.database.background);
    expect(rows.map(({ action }) => action)).toEqual([
      'ticket-campaign.create',
      'ticket-campaign.end',
      'ticket-campaign.end-undo',
    ]);
  });

  it('leaves tickets open on request, and none of them counts as overdue', async () => {
    test.setClock(later(24 * 30));
    cookie = await test.signIn('admin');
    expect(await facts()).toMatchObject({ stragglers: 6 });
    const batchId = randomUUID();
    expect((await end('leave', batchId)).json()).toEqual({ tickets: 0 });
    expect(await send()).toEqual({ sent: 0, waiting: 0 });
    expect(await facts()).toMatchObject({ state: 'ended', open: 6, stragglers: 0 });
    expect(
      (await fetchCampaignTickets(test, campaignId, cookie)).some(({ isStraggler }) => isStraggler),
    ).toBe(false);
    test.setClock(later(24 * 31 + 1));
    cookie = await test.signIn('admin');
    expect((await undo(batchId)).statusCode).toBe(409);
  });

  it('waits while the CRM is down; after an undo, sends only changes that the CRM may have received, and reverses them', async () => {
    const batchId = randomUUID();
    await end('close', batchId);
    const { crm } = test.dependencies;
    let calls = 0;
    const down: CrmProvider = {
      ...crm,
      async updateTicket(...given) {
        calls += 1;
        if (calls > 2) throw new CrmUnavailable('down');
        return crm.updateTicket(...given);
      },
    };
    expect(await send(down)).toEqual({ sent: 2, waiting: 4 });
    expect(await batch(batchId)).toMatchObject({ made: 2, waiting: 4 });
    expect((await runCampaignAction(test, campaignId, 'undo', cookie)).statusCode).toBe(409);
    await undo(batchId);
    expect(await send()).toEqual({ sent: 5, waiting: 0 });
    expect(await send()).toEqual({ sent: 3, waiting: 0 });
    expect((await tickets()).every((ticket) => ticket.startsWith('new'))).toBe(true);
    expect(await facts()).toMatchObject({ state: 'sent', open: 6 });
  });

  it('reverses a change that was being sent when the batch was undone', async () => {
    const batchId = randomUUID();
    await end('close', batchId);
    const { crm } = test.dependencies;
    let isFirst = true;
    await send({
      ...crm,
      async updateTicket(...given) {
        const written = await crm.updateTicket(...given);
        if (isFirst) await undo(batchId);
        isFirst = false;
        return written;
      },
    });
    for (let more = 0; more < 2; more += 1) await send();
    expect((await tickets()).every((ticket) => ticket.startsWith('new'))).toBe(true);
    expect(await batch(batchId)).toMatchObject({ made: 1, takenBack: 1, waiting: 0 });
  });

  it('is not possible while tickets are being opened', async () => {
    await runCampaignAction(test, campaignId, 'undo', cookie);
    expect((await end('close')).statusCode).toBe(409);
  });
});

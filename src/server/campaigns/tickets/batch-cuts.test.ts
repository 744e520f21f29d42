import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendPendingTicketChanges } from '#server/tickets/desk/changes.ts';
import {
  postCampaignEnd,
  postCampaignTicketReassignment,
  postTicketBulkChangeUndo,
} from '#shared/campaigns/tickets/batches.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createInterruptibleDatabase, type InterruptibleDatabase } from '#test/cuttable.ts';
import { createTestDatabase } from '#test/database.ts';
import {
  fetchCampaign,
  fetchCampaignTickets,
  insertCustomers,
  makeCampaign,
  runCampaigns,
} from '#test/ticket-campaigns.ts';

let test: TestApp;
let cut: InterruptibleDatabase;
let cookie: string;
let campaignId: string;
let now: Date;

beforeEach(async () => {
  const { database, close } = await createTestDatabase();
  cut = createInterruptibleDatabase(database);
  now = new Date('2026-11-18T18:00:00Z');
  test = await buildTestApp({ now, database: { database: cut.database, close } });
  await insertCustomers(test.database, 3);
  cookie = await test.signIn('member');
  await layCampaign();
});
afterEach(() => test.close());

/** Resets the database to a single campaign whose tickets are untouched. */
async function layCampaign(): Promise<void> {
  const { background } = test.database;
  await sql`truncate ticket_change, ticket_batch, ticket_campaign_recipient, ticket_campaign, crm_ticket, work_event cascade`.execute(
    background,
  );
  const made = await makeCampaign(test, {}, cookie);
  expect(made.status, made.text).toBe(200);
  campaignId = made.campaignId;
  await runCampaigns(test.dependencies);
}

const post = async (path: string, parameters: Record<string, string>, payload: object) => {
  const { statusCode } = await test.inject({
    method: 'POST',
    url: buildUrl(path, { campaignId, ...parameters }),
    payload,
    headers: { cookie },
  });
  return statusCode;
};
const sendOnce = () =>
  sendPendingTicketChanges(test.dependencies, {
    signal: new AbortController().signal,
    progress: async () => undefined,
  });
/**
 * Sends until no change is pending, because the result of a change can queue another change that
 * reverses it.
 */
async function send(): Promise<void> {
  const { sent } = await sendOnce();
  if (sent > 0) await send();
}

/**
 * Removes the interruption and lets the claims of the killed process expire, so that the next
 * process continues.
 */
function goOn(): void {
  cut.cutAfter(Number.POSITIVE_INFINITY);
  now = new Date(now.getTime() + 3 * 60_000);
  test.setClock(now);
}

async function tickets(): Promise<string[]> {
  const { rows } = await sql<{ ticket: string }>`
    select concat_ws(' ', institution_id, stage_id, owner_id, closed_at is not null) as ticket from crm_ticket order by institution_id`.execute(
    test.database.background,
  );
  return rows.map(({ ticket }) => ticket);
}
/** Returns the tickets, the states of the changes and the timeline events. */
async function everything(): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select concat_ws(' ', 'change', institution_id, wanted, state, undoes is null) as row from ticket_change
    union all select concat_ws(' ', 'event', institution_id, kind, event, detail) from work_event order by 1`.execute(
    test.database.background,
  );
  return [...(await tickets()), ...rows.map(({ row }) => row)];
}
async function standing() {
  const { batches } = await fetchCampaign(test, campaignId, cookie);
  const statuses = (await fetchCampaignTickets(test, campaignId, cookie)).map(
    ({ status }) => status,
  );
  return { statuses, waiting: batches.reduce((sum, { waiting }) => sum + waiting, 0) };
}
const untouched = { statuses: Array(3).fill('not_started'), waiting: 0 };

/**
 * Reassigns the tickets, undoes the reassignment, closes the tickets, and undoes the closing.
 * `does` executes each step. Returns the final rows.
 */
async function story(does: (step: () => Promise<unknown>) => Promise<void>): Promise<string[]> {
  const [given, ended] = [randomUUID(), randomUUID()];
  const steps = [
    () =>
      post(
        postCampaignTicketReassignment.path,
        {},
        { batchId: given, institutionIds: [1, 2, 3], ownerIds: [2] },
      ),
    send,
    () => post(postTicketBulkChangeUndo.path, { batchId: given }, {}),
    send,
    () => post(postCampaignEnd.path, {}, { batchId: ended, openTickets: 'close' }),
    send,
    () => post(postTicketBulkChangeUndo.path, { batchId: ended }, {}),
    send,
  ];
  for (const step of steps) await does(step);
  return everything();
}

it('ends in the same state when it is interrupted before every one of its statements', async () => {
  const undisturbed = await story(async (step) => void (await step()));
  await layCampaign();
  let cuts = 0;
  const disturbed = await story(async (step) => {
    for (let statement = 0; ; cuts += 1) {
      const before = await everything();
      cut.cutAfter(statement);
      await step().catch((error: unknown) => expect(String(error)).toContain('cut off'));
      const wasCut = cut.wasCut();
      goOn();
      if (!wasCut) return;
      // When the interrupted step committed changes, its next run executes other statements. The
      // interruptions therefore start again at the first statement.
      statement = (await everything()).join() === before.join() ? statement + 1 : 0;
    }
  });
  expect(disturbed).toEqual(undisturbed);
  expect(cuts).toBeGreaterThan(60);
  expect(await standing()).toEqual(untouched);
}, 60_000);

it('leaves no changes of an undone batch that was interrupted before any of its statements', async () => {
  const before = await tickets();
  for (let statement = 0, isCut = true; isCut; statement += 1) {
    const batchId = randomUUID();
    expect(
      await post(
        postCampaignTicketReassignment.path,
        {},
        { batchId, institutionIds: [1, 3], ownerIds: [2] },
      ),
    ).toBe(200);
    cut.cutAfter(statement);
    await sendOnce().catch((error: unknown) => expect(String(error)).toContain('cut off'));
    isCut = cut.wasCut();
    cut.cutAfter(Number.POSITIVE_INFINITY);
    expect(await post(postTicketBulkChangeUndo.path, { batchId }, {})).toBe(200);
    goOn();
    await send();
    expect(await tickets(), `interrupted before statement ${statement}`).toEqual(before);
  }
  expect(await standing()).toEqual(untouched);
}, 60_000);

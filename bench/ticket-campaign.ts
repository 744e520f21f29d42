// Compares a campaign of 5,000 tickets, on the embedded database and the local CRM, with plain
// inserts of the same rows.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { migrateDatabase } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { buildTestApp } from '#test/app.ts';
import {
  insertCustomers,
  makeCampaign,
  runCampaigns,
  testCampaignDraft,
} from '#test/ticket-campaigns.ts';
import { median } from './median.ts';
import type { Bench } from './types.ts';

const customers = 5000;
const rounds = 5;
const now = new Date('2026-11-18T18:00:00Z');

/**
 * Inserts the final rows of tickets, campaign and timelines in transactions of the campaign's batch
 * size.
 */
async function plainInserts(
  queries: Queries,
  round: number,
  userId: string,
  batch: number,
): Promise<void> {
  const campaignId = randomUUID();
  await sql`insert into ticket_campaign (campaign_id, name, draft, kind, due_on, state, made_by, made_at)
    values (${campaignId}, 'Plain', ${JSON.stringify(testCampaignDraft)}::jsonb, 'other', '2026-11-30', 'sent', ${userId}, ${now})`.execute(
    queries,
  );
  for (let from = 1; from <= customers; from += batch) {
    const rows = Array.from({ length: batch }, (_, at) => {
      const id = from + at;
      return {
        id,
        ticketId: round * customers + id,
        subject: `Round ${round} at Practice ${id}`,
        body: `Hello Practice ${id}, Bo Lee will call you.`,
      };
    });
    await queries.transaction().execute(async (transaction) => {
      const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, "ticketId" bigint, subject text, body text)`;
      await sql`insert into crm_ticket (institution_id, ticket_id, external_key, subject, body, pipeline_id, stage_id, priority, owner_id, created_at, updated_at)
        select id, "ticketId", ${campaignId} || ':' || id, subject, body, 's', 'new', 'HIGH', 2, ${now}, ${now} from ${given}`.execute(
        transaction,
      );
      await sql`insert into ticket_campaign_recipient (institution_id, campaign_id, owner_id, subject, body, state, ticket_id, seen_at, settled_at)
        select id, ${campaignId}, 2, subject, body, 'opened', "ticketId", ${now}, ${now} from ${given}`.execute(
        transaction,
      );
      await sql`insert into work_event (institution_id, event_id, at, actor_id, kind, event, detail)
        select id, gen_random_uuid(), ${now}, ${userId}, 'milestone', 'campaign_ticket_opened', '{"campaign": "Plain"}' from ${given}`.execute(
        transaction,
      );
    });
  }
}

async function clean(queries: Queries): Promise<void> {
  await sql`truncate crm_ticket, ticket_campaign, work_event cascade`.execute(queries);
}

export const ticketCampaignBench: Bench = {
  name: 'ticket-campaign',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'chairside-bench-'));
    const database = await openDatabase({ dataDir: folder, requestDeadlineMs: 60_000 });
    await migrateDatabase(database);
    const test = await buildTestApp({ now, database: { database, close: () => database.close() } });
    try {
      await insertCustomers(database, customers);
      const cookie = await test.signIn('member');
      const { user_id: userId } = await database.background
        .selectFrom('app_user')
        .select('user_id')
        .executeTakeFirstOrThrow();
      const times: { ours: number; anchor: number }[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const began = performance.now();
        const changes = {
          kind: 'other',
          quietDays: 0,
          leavesOutDuplicates: false,
          subject: `Round ${round} at {customer}`,
        } as const;
        const { status, text } = await makeCampaign(
          test,
          { ...changes, tickets: customers },
          cookie,
        );
        if (status !== 200) throw new Error(text);
        const { opened } = await runCampaigns(test.dependencies);
        if (opened !== customers) throw new Error(`${opened} tickets were opened`);
        const between = performance.now();
        await plainInserts(
          database.background,
          round,
          userId,
          test.dependencies.crm.maxTicketsPerCall,
        );
        // The first round builds the customer list, which all pages share, so it is not counted.
        if (round > 0) times.push({ ours: between - began, anchor: performance.now() - between });
        // Each round starts with customers without tickets.
        await clean(database.background);
      }
      const ratio = median(times.map(({ ours, anchor }) => ours / anchor));
      const ours = median(times.map((each) => each.ours));
      const anchor = median(times.map((each) => each.anchor));
      const note =
        'created, opened through the CRM and recorded on the timelines; anchor: plain inserts of the final rows';
      return [
        {
          bench: 'ticket-campaign',
          measure: '5,000 tickets',
          ours,
          anchor,
          ratio,
          limit: { atMost: 2 },
          unit: 'ms',
          note,
        },
      ];
    } finally {
      await test.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

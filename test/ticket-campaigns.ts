import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { processPendingCampaignTickets } from '#server/campaigns/tickets/sending.ts';
import type { Database } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { CrmProvider } from '#server/core/providers/crm.ts';
import {
  getCampaign,
  getCampaignTickets,
  postCampaign,
  postCampaignPreview,
} from '#shared/campaigns/tickets/campaigns.ts';
import type { CampaignDraft } from '#shared/campaigns/tickets/draft.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import type { TestApp } from './app.ts';

/**
 * Inserts customers 1 to `count` and one pipeline. Ana (1) owns the customers with odd ids; the
 * other customers have no owner. Bo (2) is an active owner, and Gone (3) has left.
 */
export async function insertCustomers({ background }: Database, count: number): Promise<void> {
  await sql`insert into institution (institution_id, name, practice_type, created_on, source, updated_at)
    select i, 'Practice ' || i, 'Dental', '2024-01-01', 'import', now() from generate_series(1, ${count}::integer) i`.execute(
    background,
  );
  await sql`insert into location (institution_id, location_id, name, city, updated_at)
    select i, i * 10, 'Location', 'Reno', now() from generate_series(1, ${count}::integer) i where i % 2 = 1`.execute(
    background,
  );
  await sql`insert into crm_owner (owner_id, name, email, archived)
    values (1, 'Ana Pérez', 'ana@example.com', false), (2, 'Bo Lee', 'bo@example.com', false), (3, 'Gone Person', 'gone@example.com', true)`.execute(
    background,
  );
  await sql`insert into crm_deal (institution_id, deal_id, name, pipeline, stage, owner_id, closed, updated_at)
    select i, i, 'Renewal', 'Renewals', 'Open', case i % 2 when 1 then 1 else 3 end, false, now() from generate_series(1, ${count}::integer) i`.execute(
    background,
  );
  await sql`insert into crm_ticket_pipeline (pipeline_id, label, position) values ('s', 'Support', 0)`.execute(
    background,
  );
  // The names of the stages are misleading, so that a mapping by name fails.
  await sql`insert into crm_ticket_stage (pipeline_id, stage_id, label, position, ticket_state)
    values ('s', 'new', 'Closed for lunch', 0, 'OPEN'), ('s', 'shut', 'Open and shut', 1, 'CLOSED')`.execute(
    background,
  );
}

export const testCampaignDraft: CampaignDraft = {
  name: 'Outage of November',
  kind: 'incident',
  audience: { of: 'segment', segment: '' },
  subject: 'Outage at {customer}',
  body: 'Hello {customer} in {city}, {assignee} will call you.',
  stage: { pipelineId: 's', stageId: 'new' },
  priority: 'HIGH',
  assignment: { to: 'owner', otherwise: 2 },
  dueOn: '2026-11-30',
  quietDays: 30,
  leavesOutDuplicates: true,
};

export async function requestCampaignPreview(test: TestApp, changes: Partial<CampaignDraft> = {}) {
  const { name: _, ...payload } = { ...testCampaignDraft, ...changes };
  const answer = await test.inject({ method: 'POST', url: postCampaignPreview.path, payload });
  return {
    status: answer.statusCode,
    text: answer.body,
    ...(answer.statusCode === 200
      ? { found: postCampaignPreview.response.parse(answer.json()) }
      : {}),
  };
}

/**
 * Creates a campaign by the same API calls as the page. By default, sends the number of tickets
 * that the preview returns.
 */
export async function makeCampaign(
  test: TestApp,
  changes: Partial<CampaignDraft> & { campaignId?: string; tickets?: number } = {},
  cookie?: string,
) {
  const { campaignId = randomUUID(), tickets, ...rest } = changes;
  const count = tickets ?? (await requestCampaignPreview(test, rest)).found?.tickets ?? 0;
  const answer = await test.inject({
    method: 'POST',
    url: postCampaign.path,
    payload: { campaignId, tickets: count, ...testCampaignDraft, ...rest },
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
  return { status: answer.statusCode, text: answer.body, campaignId };
}

export const runCampaignAction = (
  test: TestApp,
  campaignId: string,
  action: string,
  cookie?: string,
) =>
  test.inject({
    method: 'POST',
    url: `/api/campaigns/tickets/${campaignId}/actions`,
    payload: { action },
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });

const read = async (test: TestApp, url: string, cookie: string | undefined): Promise<unknown> =>
  (
    await test.inject({
      method: 'GET',
      url,
      ...(cookie === undefined ? {} : { headers: { cookie } }),
    })
  ).json();

export const fetchCampaign = async (test: TestApp, campaignId: string, cookie?: string) =>
  getCampaign.response.parse(await read(test, buildUrl(getCampaign.path, { campaignId }), cookie));

export const fetchCampaignTickets = async (test: TestApp, campaignId: string, cookie?: string) =>
  getCampaignTickets.response.parse(
    await read(test, buildUrl(getCampaignTickets.path, { campaignId }), cookie),
  ).rows;

/** Runs the job that opens and withdraws tickets once. */
export const runCampaigns = (
  dependencies: Pick<Dependencies, 'database' | 'crm' | 'clock'>,
  signal = new AbortController().signal,
) =>
  processPendingCampaignTickets(dependencies, {
    businessDate: '2026-11-18',
    signal,
    progress: async () => undefined,
  });

/** Returns the number of tickets in the CRM by customer. */
export async function countCrmTicketsByCustomer({
  background,
}: Database): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; tickets: number }>`
    select institution_id as id, count(*)::integer as tickets from crm_ticket group by 1`.execute(
    background,
  );
  return new Map(rows.map(({ id, tickets }) => [id, tickets]));
}

/**
 * Returns a CRM that calls `before` and `after` around opening and withdrawing tickets. Either
 * function can throw.
 */
export const createDisturbedCrm = (
  crm: CrmProvider,
  disturb: { before?: () => void; after?: () => void },
): CrmProvider => ({
  ...crm,
  async openTickets(tickets) {
    disturb.before?.();
    const opened = await crm.openTickets(tickets);
    disturb.after?.();
    return opened;
  },
  async withdrawTickets(tickets) {
    disturb.before?.();
    const withdrawn = await crm.withdrawTickets(tickets);
    disturb.after?.();
    return withdrawn;
  },
});

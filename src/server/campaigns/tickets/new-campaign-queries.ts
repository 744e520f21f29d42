import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { CampaignDraft } from '#shared/campaigns/tickets/draft.ts';

interface NewCampaign {
  campaignId: string;
  draft: CampaignDraft;
  madeBy: string;
  at: Date;
}

/** Saves a campaign. Returns `false` when the id already exists. */
export async function insertCampaign(
  queries: Queries,
  { campaignId, draft, madeBy, at }: NewCampaign,
): Promise<boolean> {
  const added = await queries
    .insertInto('ticket_campaign')
    .values({
      campaign_id: campaignId,
      name: draft.name,
      draft: JSON.stringify(draft),
      kind: draft.kind,
      due_on: draft.dueOn,
      state: 'sending',
      made_by: madeBy,
      made_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('campaign_id')
    .executeTakeFirst();
  return added !== undefined;
}

/**
 * Returns `true` when the campaign with this id equals the request, `false` when it differs, and
 * `undefined` when the id is unused.
 */
export async function isSameCampaign(
  queries: Queries,
  { campaignId, draft, madeBy }: Omit<NewCampaign, 'at'>,
): Promise<boolean | undefined> {
  const row = await queries
    .selectFrom('ticket_campaign')
    .select(
      sql<boolean>`made_by = ${madeBy}::uuid and draft = ${JSON.stringify(draft)}::jsonb`.as(
        'isSame',
      ),
    )
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst();
  return row?.isSame;
}

export interface NewRecipient {
  institutionId: number;
  ownerId: number | null;
  subject: string;
  body: string;
  state: 'waiting' | 'left_out';
  reason: string | null;
}

const insertBatchSize = 1000;

export async function insertRecipients(
  queries: Queries,
  campaignId: string,
  recipients: readonly NewRecipient[],
): Promise<void> {
  for (let at = 0; at < recipients.length; at += insertBatchSize) {
    const rows = JSON.stringify(recipients.slice(at, at + insertBatchSize));
    await sql`
      insert into ticket_campaign_recipient (institution_id, campaign_id, target_id, owner_id, subject, body, state, reason)
      select "institutionId", ${campaignId}::uuid, "institutionId", "ownerId", subject, body, state, reason
      from jsonb_to_recordset(${rows}::jsonb) as n("institutionId" bigint, "ownerId" bigint, subject text, body text, state text, reason text)`.execute(
      queries,
    );
  }
}

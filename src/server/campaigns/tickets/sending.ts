import type { Dependencies } from '#server/core/dependencies.ts';
import type { JobContext } from '#server/core/jobs/job.ts';
import { CrmUnavailable, type OpenedTicket } from '#server/core/providers/crm.ts';
import { type WorkEvent, writeSharedEvent } from '#server/work/event-queries.ts';
import {
  type CampaignAtWork,
  campaignsAtWork,
  endSending,
  endUndoing,
  keepProblem,
  newTicket,
  openedTickets,
  type Recipient,
  type SentRecipient,
  settleSent,
  settleWithdrawn,
  takeBatch,
} from './sending-queries.ts';

type Needed = Pick<Dependencies, 'database' | 'crm' | 'clock'>;

/** What a run did. */
type Total = {
  opened: number;
  withdrawn: number;
  /** Campaigns for which the CRM could not be reached. */
  waiting: number;
};

/**
 * Opens and withdraws whatever campaigns have to, batch by batch; each batch is kept before the next begins. It may be cut off anywhere and
 * run again: a batch whose answer was not kept is sent again under the same keys. When the CRM cannot be reached, the next run goes on.
 */
export async function sendCampaigns(needed: Needed, context: JobContext): Promise<Total> {
  const total: Total = { opened: 0, withdrawn: 0, waiting: 0 };
  const unreachable = new Set<string>();
  for (;;) {
    // Also what people decide while this runs.
    const campaign = (await campaignsAtWork(needed.database.background)).find(({ campaignId }) => !unreachable.has(campaignId));
    if (campaign === undefined) return total;
    try {
      await openAll(needed, campaign, context, total);
      if (campaign.state === 'undoing') await withdrawAll(needed, campaign, context, total);
    } catch (error) {
      if (!(error instanceof CrmUnavailable)) throw error;
      await keepProblem(needed.database.background, campaign.campaignId, error.message);
      unreachable.add(campaign.campaignId);
      total.waiting += 1;
    }
  }
}

async function openAll(needed: Needed, campaign: CampaignAtWork, context: JobContext, total: Total): Promise<void> {
  const queries = needed.database.background;
  for (;;) {
    context.signal.throwIfAborted();
    const batch = await takeBatch(queries, campaign.campaignId, needed.crm.maxTicketsPerCall);
    if (batch.length === 0) break;
    const answers = await needed.crm.openTickets(batch.map((recipient) => newTicket(campaign, recipient)));
    const sent = settledBy(campaign, batch, answers);
    total.opened += await settle(needed, campaign, 'campaign_ticket_opened', (transaction, at) =>
      settleSent(transaction, campaign.campaignId, sent, at),
    );
    if (sent.length < batch.length) throw new CrmUnavailable('The CRM did not say what became of some tickets.');
    await context.progress(total.opened, total.opened, campaign.name);
  }
  await endSending(queries, campaign.campaignId, needed.clock());
}

/** What the CRM said of each recipient; one of which it said nothing is left out, and is sent again. */
function settledBy(campaign: CampaignAtWork, batch: readonly Recipient[], answers: readonly OpenedTicket[]): SentRecipient[] {
  const byKey = new Map(answers.map((answer) => [answer.key, answer]));
  return batch.flatMap((recipient): SentRecipient[] => {
    const { targetId } = recipient;
    const answer = byKey.get(newTicket(campaign, recipient).key);
    if (answer === undefined) return [];
    return 'refused' in answer
      ? [{ targetId, ticketId: null, seenAt: null, reason: answer.refused }]
      : [{ targetId, ticketId: answer.ticketId, seenAt: answer.updatedAt, reason: null }];
  });
}

async function withdrawAll(needed: Needed, campaign: CampaignAtWork, context: JobContext, total: Total): Promise<void> {
  const queries = needed.database.background;
  for (;;) {
    context.signal.throwIfAborted();
    const batch = await openedTickets(queries, campaign.campaignId, needed.crm.maxTicketsPerCall);
    if (batch.length === 0) break;
    const answers = await needed.crm.withdrawTickets(batch);
    const known = answers.filter(({ ticketId }) => batch.some((ticket) => ticket.ticketId === ticketId));
    total.withdrawn += await settle(needed, campaign, 'campaign_ticket_withdrawn', (transaction, at) =>
      settleWithdrawn(transaction, campaign.campaignId, known, at),
    );
    if (known.length === 0) throw new CrmUnavailable('The CRM did not say what became of some tickets.');
    await context.progress(total.withdrawn, total.withdrawn, campaign.name);
  }
  await endUndoing(queries, campaign.campaignId);
}

/** Keeps a batch and tells it on the timelines; answers of how many customers. */
async function settle(
  { database, clock }: Needed,
  { name, madeBy, undoneBy }: CampaignAtWork,
  event: Extract<WorkEvent['event'], `campaign_${string}`>,
  write: (transaction: Dependencies['database']['background'], at: Date) => Promise<number[]>,
): Promise<number> {
  const at = clock();
  return database.background.transaction().execute(async (transaction) => {
    const institutionIds = await write(transaction, at);
    const actor = event === 'campaign_ticket_opened' ? madeBy : (undoneBy ?? madeBy);
    await writeSharedEvent(
      transaction,
      institutionIds,
      { kind: 'milestone', event, subjectId: null, detail: { campaign: name } },
      actor,
      at,
    );
    return institutionIds.length;
  });
}

import type { Dependencies } from '#server/core/dependencies.ts';
import type { JobContext } from '#server/core/jobs/job.ts';
import { CrmUnavailable, type TicketOpeningResult } from '#server/core/providers/crm.ts';
import { type WorkTimelineEvent, writeEventToTimelines } from '#server/work/event-queries.ts';
import {
  type ActiveCampaign,
  type ClaimedRecipient,
  claimRecipients,
  findActiveCampaigns,
  findOpenedTickets,
  markCampaignSent,
  markCampaignUndone,
  recordOpenedTickets,
  recordWithdrawnTickets,
  type SentRecipient,
  saveSendingProblem,
  toNewTicket,
} from './sending-queries.ts';

type SendingDependencies = Pick<Dependencies, 'database' | 'crm' | 'clock'>;

/** Results that a run of the job reports. */
type Total = {
  opened: number;
  withdrawn: number;
  /** Number of campaigns for which the CRM could not be reached. */
  waiting: number;
};

/**
 * Opens and withdraws the pending tickets of all campaigns in batches. Saves the results of a batch
 * before it sends the next batch. An interrupted run can be repeated, because a batch without saved
 * results is sent again with the same keys. When the CRM is unreachable, the next run continues.
 */
export async function processPendingCampaignTickets(
  dependencies: SendingDependencies,
  context: JobContext,
): Promise<Total> {
  const total: Total = { opened: 0, withdrawn: 0, waiting: 0 };
  const unreachable = new Set<string>();
  for (;;) {
    // The campaigns are read again in each round, because users may change them while this function
    // runs.
    const campaign = (await findActiveCampaigns(dependencies.database.background)).find(
      ({ campaignId }) => !unreachable.has(campaignId),
    );
    if (campaign === undefined) return total;
    try {
      await openAll(dependencies, campaign, context, total);
      if (campaign.state === 'undoing') await withdrawAll(dependencies, campaign, context, total);
    } catch (error) {
      if (!(error instanceof CrmUnavailable)) throw error;
      await saveSendingProblem(
        dependencies.database.background,
        campaign.campaignId,
        error.message,
      );
      unreachable.add(campaign.campaignId);
      total.waiting += 1;
    }
  }
}

async function openAll(
  dependencies: SendingDependencies,
  campaign: ActiveCampaign,
  context: JobContext,
  total: Total,
): Promise<void> {
  const queries = dependencies.database.background;
  for (;;) {
    context.signal.throwIfAborted();
    const batch = await claimRecipients(
      queries,
      campaign.campaignId,
      dependencies.crm.maxTicketsPerCall,
    );
    if (batch.length === 0) break;
    const answers = await dependencies.crm.openTickets(
      batch.map((recipient) => toNewTicket(campaign, recipient)),
    );
    const sent = matchAnswers(campaign, batch, answers);
    total.opened += await settle(
      dependencies,
      campaign,
      'campaign_ticket_opened',
      (transaction, at) => recordOpenedTickets(transaction, campaign.campaignId, sent, at),
    );
    if (sent.length < batch.length)
      throw new CrmUnavailable('The CRM did not return a result for some tickets.');
    await context.progress(total.opened, total.opened, campaign.name);
  }
  await markCampaignSent(queries, campaign.campaignId, dependencies.clock());
}

/**
 * Matches the CRM's answers with recipients. Leaves out recipients without an answer; their tickets
 * are sent again.
 */
function matchAnswers(
  campaign: ActiveCampaign,
  batch: readonly ClaimedRecipient[],
  answers: readonly TicketOpeningResult[],
): SentRecipient[] {
  const byKey = new Map(answers.map((answer) => [answer.key, answer]));
  return batch.flatMap((recipient): SentRecipient[] => {
    const { targetId } = recipient;
    const answer = byKey.get(toNewTicket(campaign, recipient).key);
    if (answer === undefined) return [];
    return 'refused' in answer
      ? [{ targetId, ticketId: null, seenAt: null, reason: answer.refused }]
      : [{ targetId, ticketId: answer.ticketId, seenAt: answer.updatedAt, reason: null }];
  });
}

async function withdrawAll(
  dependencies: SendingDependencies,
  campaign: ActiveCampaign,
  context: JobContext,
  total: Total,
): Promise<void> {
  const queries = dependencies.database.background;
  for (;;) {
    context.signal.throwIfAborted();
    const batch = await findOpenedTickets(
      queries,
      campaign.campaignId,
      dependencies.crm.maxTicketsPerCall,
    );
    if (batch.length === 0) break;
    const answers = await dependencies.crm.withdrawTickets(batch);
    const known = answers.filter(({ ticketId }) =>
      batch.some((ticket) => ticket.ticketId === ticketId),
    );
    total.withdrawn += await settle(
      dependencies,
      campaign,
      'campaign_ticket_withdrawn',
      (transaction, at) => recordWithdrawnTickets(transaction, campaign.campaignId, known, at),
    );
    if (known.length === 0)
      throw new CrmUnavailable('The CRM did not return a result for some tickets.');
    await context.progress(total.withdrawn, total.withdrawn, campaign.name);
  }
  await markCampaignUndone(queries, campaign.campaignId);
}

/**
 * Saves the results of a batch with timeline events. Returns the number of customers whose ticket
 * was opened or withdrawn.
 */
async function settle(
  { database, clock }: SendingDependencies,
  { name, madeBy, undoneBy }: ActiveCampaign,
  event: Extract<WorkTimelineEvent['event'], `campaign_${string}`>,
  write: (transaction: Dependencies['database']['background'], at: Date) => Promise<number[]>,
): Promise<number> {
  const at = clock();
  return database.background.transaction().execute(async (transaction) => {
    const institutionIds = await write(transaction, at);
    const actor = event === 'campaign_ticket_opened' ? madeBy : (undoneBy ?? madeBy);
    await writeEventToTimelines(
      transaction,
      institutionIds,
      { kind: 'milestone', event, subjectId: null, detail: { campaign: name } },
      actor,
      at,
    );
    return institutionIds.length;
  });
}

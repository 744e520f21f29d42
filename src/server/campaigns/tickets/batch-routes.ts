import type { FastifyInstance } from 'fastify';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import {
  type BatchChange,
  findCampaignBatches,
  findTicketBatch,
  saveTicketBatch,
  type TicketBatch,
  undoTicketBatch,
} from '#server/tickets/desk/batch-queries.ts';
import { findActiveCrmOwners } from '#server/tickets/desk/queries.ts';
import { sendTicketChangesJob } from '#server/tickets/jobs.ts';
import {
  postCampaignEnd,
  postCampaignTicketReassignment,
  postTicketBulkChangeUndo,
} from '#shared/campaigns/tickets/batches.ts';
import { campaignLimits } from '#shared/campaigns/tickets/constants.ts';
import { campaignEndProblem, campaignUndoDeadline } from '#shared/campaigns/tickets/rules.ts';
import type { User } from '#shared/core/user.ts';
import { requireMayChangeCampaign, writeCampaignAudit } from './access.ts';
import { planTicketClosings, planTicketReassignments } from './batch-rules.ts';
import { startSendCampaignsJob } from './jobs.ts';
import {
  endCampaign,
  findCampaign,
  findOpenTickets,
  restoreCampaignState,
  type StoredCampaign,
} from './queries.ts';

type BatchRequest = Pick<TicketBatch, 'batchId' | 'campaignId' | 'what' | 'request'> & {
  user: User;
};
type Decide = (
  transaction: Queries,
  facts: StoredCampaign,
) => Promise<{ detail: Record<string, unknown>; changes: BatchChange[] }>;

const idInUse = () =>
  conflict(
    'An earlier version of this change was already saved, so this one wasn’t. Reload the page to see what was saved, then try again.',
  );

/** Registers the routes for bulk changes to a campaign's tickets, and for undoing bulk changes. */
export function campaignBatchRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock } = dependencies;
  const { foreground } = database;

  async function lockCampaign(
    transaction: Queries,
    campaignId: string,
    user: User,
  ): Promise<StoredCampaign> {
    const facts = await findCampaign(transaction, campaignId, true);
    if (facts === undefined) throw notFound('This campaign');
    requireMayChangeCampaign(facts, user);
    return facts;
  }

  /** Saves a batch and returns the number of its tickets. A repeated request changes nothing. */
  async function create(
    { user, ...batch }: BatchRequest,
    decide: Decide,
  ): Promise<{ tickets: number }> {
    const at = clock();
    const { batchId, campaignId, what } = batch;
    const request = { ...batch, madeBy: user.id };
    const tickets = await foreground.transaction().execute(async (transaction) => {
      const facts = await lockCampaign(transaction, campaignId, user);
      const before = await findTicketBatch(transaction, request);
      if (before?.isSame === false) throw idInUse();
      if (before !== undefined) return before.tickets;
      const { detail, changes } = await decide(transaction, facts);
      const saved = await saveTicketBatch(transaction, { ...request, detail, at }, changes);
      if (saved === undefined) throw idInUse();
      await writeCampaignAudit(
        transaction,
        { at, actor: user.id, what, campaignId },
        { name: facts.draft.name, batchId, tickets: saved, ...detail },
      );
      return saved;
    });
    await startSendCampaignsJob(dependencies, sendTicketChangesJob.name);
    return { tickets };
  }

  route(
    app,
    postCampaignTicketReassignment,
    async ({ params: { campaignId }, body: { batchId, institutionIds, ownerIds }, user }) => {
      const request = { institutionIds, ownerIds };
      return create(
        { batchId, campaignId, what: 'reassign', request, user },
        async (transaction, { state }) => {
          if (state === 'undoing' || state === 'undone' || state === 'ended')
            throw conflict('This campaign has ended or was undone.');
          const names = new Map(
            (await findActiveCrmOwners(transaction)).map(({ ownerId, ownerName }) => [
              ownerId,
              ownerName,
            ]),
          );
          if (ownerIds.some((id) => !names.has(id)))
            throw unprocessable(
              'ownerIds: an owner is no longer active in the CRM. Choose someone else.',
            );
          const changes = planTicketReassignments(
            await findOpenTickets(transaction, campaignId),
            institutionIds,
            ownerIds,
          );
          if (changes.length === 0)
            throw unprocessable(
              'institutionIds: no customer has an open ticket with another owner.',
            );
          return { detail: { to: ownerIds.map((id) => names.get(id)) }, changes };
        },
      );
    },
  );

  route(app, postCampaignEnd, ({ params: { campaignId }, body: { batchId, openTickets }, user }) =>
    create(
      { batchId, campaignId, what: 'end', request: { openTickets }, user },
      async (transaction, facts) => {
        const problem = campaignEndProblem(facts);
        if (problem !== undefined) throw conflict(problem);
        const changes =
          openTickets === 'close'
            ? planTicketClosings(await findOpenTickets(transaction, campaignId))
            : [];
        await endCampaign(transaction, campaignId, { by: user.id, at: clock() });
        return { detail: { openTickets }, changes };
      },
    ),
  );

  route(app, postTicketBulkChangeUndo, async ({ params: { campaignId, batchId }, user }) => {
    const at = clock();
    await foreground.transaction().execute(async (transaction) => {
      const { draft } = await lockCampaign(transaction, campaignId, user);
      const batch = (await findCampaignBatches(transaction, campaignId)).find(
        (each) => each.batchId === batchId,
      );
      if (batch === undefined) throw notFound('This change');
      if (batch.undoneAt !== null) return;
      const until = campaignUndoDeadline(batch.madeAt);
      if (until !== null && until < at)
        throw conflict(
          `This change is more than ${campaignLimits.undoHours} hours old and can no longer be undone.`,
        );
      await undoTicketBatch(transaction, batchId, { by: user.id, at });
      if (batch.what === 'end') await restoreCampaignState(transaction, campaignId);
      await writeCampaignAudit(
        transaction,
        { at, actor: user.id, what: `${batch.what}-undo`, campaignId },
        { name: draft.name, batchId },
      );
    });
    await startSendCampaignsJob(dependencies, sendTicketChangesJob.name);
    return {};
  });
}

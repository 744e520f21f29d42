import type { FastifyInstance } from 'fastify';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { type BatchChange, findBatch, listBatches, saveBatch, type TicketBatch, undoBatch } from '#server/tickets/desk/batch-queries.ts';
import { activeOwners } from '#server/tickets/desk/queries.ts';
import { sendChangesJob } from '#server/tickets/jobs.ts';
import { postBatchUndo, postCampaignEnd, postReassignment } from '#shared/campaigns/tickets/batches.ts';
import { endProblem, undoUntil } from '#shared/campaigns/tickets/rules.ts';
import type { User } from '#shared/core/user.ts';
import { campaignRules } from '#shared/metrics/constants.ts';
import { auditCampaign, requireMayChange } from './access.ts';
import { closed, reassigned } from './batch-rules.ts';
import { beginSending } from './jobs.ts';
import { type CampaignFacts, campaignFacts, endCampaign, goOnWithCampaign, openTicketsOf } from './queries.ts';

type Wanted = Pick<TicketBatch, 'batchId' | 'campaignId' | 'what' | 'asked'> & { user: User };
type Decide = (transaction: Queries, facts: CampaignFacts) => Promise<{ detail: Record<string, unknown>; changes: BatchChange[] }>;

const sentBefore = () => conflict('Something else was sent with this id before.');

/** What is decided for many tickets of a campaign at once, and undoing it. */
export function campaignBatchRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock } = dependencies;
  const { foreground } = database;

  async function held(transaction: Queries, campaignId: string, user: User): Promise<CampaignFacts> {
    const facts = await campaignFacts(transaction, campaignId, true);
    if (facts === undefined) throw notFound('This campaign');
    requireMayChange(facts, user);
    return facts;
  }

  /** Keeps a batch once, however often it is sent; answers of how many tickets. */
  async function make({ user, ...wanted }: Wanted, decide: Decide): Promise<{ tickets: number }> {
    const at = clock();
    const { batchId, campaignId, what } = wanted;
    const asked = { ...wanted, madeBy: user.id };
    const tickets = await foreground.transaction().execute(async (transaction) => {
      const facts = await held(transaction, campaignId, user);
      const before = await findBatch(transaction, asked);
      if (before?.isSame === false) throw sentBefore();
      if (before !== undefined) return before.tickets;
      const { detail, changes } = await decide(transaction, facts);
      const kept = await saveBatch(transaction, { ...asked, detail, at }, changes);
      if (kept === undefined) throw sentBefore();
      await auditCampaign(
        transaction,
        { at, actor: user.id, what, campaignId },
        { name: facts.draft.name, batchId, tickets: kept, ...detail },
      );
      return kept;
    });
    await beginSending(dependencies, sendChangesJob.name);
    return { tickets };
  }

  route(app, postReassignment, async ({ params: { campaignId }, body: { batchId, institutionIds, ownerIds }, user }) => {
    const asked = { institutionIds, ownerIds };
    return make({ batchId, campaignId, what: 'reassign', asked, user }, async (transaction, { state }) => {
      if (state === 'undoing' || state === 'undone' || state === 'ended') throw conflict('This campaign is over.');
      const names = new Map((await activeOwners(transaction)).map(({ ownerId, ownerName }) => [ownerId, ownerName]));
      if (ownerIds.some((id) => !names.has(id))) throw unprocessable('ownerIds: names somebody who is no owner in the CRM any more.');
      const changes = reassigned(await openTicketsOf(transaction, campaignId), institutionIds, ownerIds);
      if (changes.length === 0) throw unprocessable('institutionIds: none of them has an open ticket that somebody else handles.');
      return { detail: { to: ownerIds.map((id) => names.get(id)) }, changes };
    });
  });

  route(app, postCampaignEnd, ({ params: { campaignId }, body: { batchId, openTickets }, user }) =>
    make({ batchId, campaignId, what: 'end', asked: { openTickets }, user }, async (transaction, facts) => {
      const problem = endProblem(facts);
      if (problem !== undefined) throw conflict(problem);
      const changes = openTickets === 'close' ? closed(await openTicketsOf(transaction, campaignId)) : [];
      await endCampaign(transaction, campaignId, { by: user.id, at: clock() });
      return { detail: { openTickets }, changes };
    }),
  );

  route(app, postBatchUndo, async ({ params: { campaignId, batchId }, user }) => {
    const at = clock();
    await foreground.transaction().execute(async (transaction) => {
      const { draft } = await held(transaction, campaignId, user);
      const batch = (await listBatches(transaction, campaignId)).find((each) => each.batchId === batchId);
      if (batch === undefined) throw notFound('This change');
      if (batch.undoneAt !== null) return;
      const until = undoUntil(batch.madeAt);
      if (until !== null && until < at) throw conflict(`This can be undone for ${campaignRules.undoHours} hours. That time is over.`);
      await undoBatch(transaction, batchId, { by: user.id, at });
      if (batch.what === 'end') await goOnWithCampaign(transaction, campaignId);
      await auditCampaign(transaction, { at, actor: user.id, what: `${batch.what}-undo`, campaignId }, { name: draft.name, batchId });
    });
    await beginSending(dependencies, sendChangesJob.name);
    return {};
  });
}

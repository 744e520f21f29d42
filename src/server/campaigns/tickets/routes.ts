import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { findCampaignBatches } from '#server/tickets/desk/batch-queries.ts';
import { deskVersion } from '#server/tickets/desk/queries.ts';
import {
  exportCampaigns,
  exportCampaignTickets,
  getCampaign,
  getCampaigns,
  getCampaignTickets,
  type PlannedTicket,
  postCampaign,
  postCampaignAction,
  postCampaignPreview,
} from '#shared/campaigns/tickets/campaigns.ts';
import { campaignColumns, campaignTicketColumns } from '#shared/campaigns/tickets/columns.ts';
import type { CampaignDraft } from '#shared/campaigns/tickets/draft.ts';
import { campaignUndoDeadline, resolveCampaignAction } from '#shared/campaigns/tickets/rules.ts';
import { dayIn } from '#shared/core/dates.ts';
import { countText } from '#shared/core/words.ts';
import { mayChangeCampaign, requireMayChangeCampaign, writeCampaignAudit } from './access.ts';
import { toCampaignBatch } from './batch-rules.ts';
import { sendCampaignsJob, startSendCampaignsJob } from './jobs.ts';
import { insertCampaign, insertRecipients, isSameCampaign } from './new-campaign-queries.ts';
import { loadCampaignPlanner } from './plan.ts';
import { findOwnersAbsentOn, lockCampaignCreation } from './plan-queries.ts';
import { countPlannedTicketsByOwner } from './plan-rules.ts';
import {
  campaignsVersion,
  changeCampaignState,
  findCampaign,
  findCampaignRows,
  findCampaignTicketRows,
  queueRefusedRecipientsAgain,
} from './queries.ts';
import { toCampaignTicket, toListedCampaign, toRecipientRow } from './rules.ts';

const getsTicket = (row: PlannedTicket) => row.getsTicket;

const byAndAt = (by: string | null, at: Date | null) =>
  at === null ? null : { by: by ?? 'a former user', at: at.toISOString() };

export function ticketCampaignRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  const list = createVersionCheckedListReader(
    async () => `${today()} ${await campaignsVersion(foreground)} ${await deskVersion(foreground)}`,
    async () =>
      getCampaigns.response.parse({
        rows: (await findCampaignRows(foreground, today(), clock())).map(toListedCampaign),
      }),
  );
  versionCheckedListRoute(app, getCampaigns, list);
  csvRoute(app, exportCampaigns, campaignColumns(env.BUSINESS_TIME_ZONE), async () => ({
    rows: (await list()).answer.rows,
    fileName: `ticket-campaigns-${today()}`,
  }));

  route(app, postCampaignPreview, async ({ body: draft }) => {
    const { names, rows } = await loadCampaignPlanner(dependencies, draft);
    const found = await rows(foreground);
    const away = new Map(
      (await findOwnersAbsentOn(foreground, today())).map(({ ownerId, ...absence }) => [
        ownerId,
        absence,
      ]),
    );
    const assignees = countPlannedTicketsByOwner(found).map(({ ownerId, tickets }) => ({
      ownerId,
      ownerName: names.get(ownerId) ?? String(ownerId),
      tickets,
      away: away.get(ownerId) ?? null,
    }));
    return { rows: found, tickets: found.filter(getsTicket).length, assignees };
  });

  route(app, postCampaign, async ({ body: { campaignId, tickets, ...draft }, user }) => {
    const campaign = { campaignId, draft, madeBy: user.id };
    const isSame = await isSameCampaign(foreground, campaign);
    if (isSame === undefined) await create(campaign, tickets);
    else if (!isSame)
      throw conflict('Another campaign already uses this id. Reload the page and try again.');
    await startSendCampaignsJob(dependencies, sendCampaignsJob.name);
    return { campaignId };
  });

  async function create(
    campaign: { campaignId: string; draft: CampaignDraft; madeBy: string },
    tickets: number,
  ): Promise<void> {
    const { campaignId, draft, madeBy } = campaign;
    const { rows } = await loadCampaignPlanner(dependencies, draft);
    const at = clock();
    await foreground.transaction().execute(async (transaction) => {
      await lockCampaignCreation(transaction);
      const isSame = await isSameCampaign(transaction, campaign);
      if (isSame === true) return;
      const found = await rows(transaction);
      const count = found.filter(getsTicket).length;
      if (count === 0)
        throw unprocessable(
          'audience: no customer would get a ticket. Change the filters or include duplicates.',
        );
      if (count !== tickets)
        throw conflict(
          `The preview showed ${countText(tickets, 'ticket')}, but the campaign would now open ${count}. Check the preview again.`,
        );
      if (!(await insertCampaign(transaction, { ...campaign, at })))
        throw conflict('Another campaign already uses this id. Reload the page and try again.');
      await insertRecipients(
        transaction,
        campaignId,
        found.map((row) => toRecipientRow(row, draft)),
      );
      const { name, kind, assignment, dueOn } = draft;
      const audience =
        draft.audience.of === 'segment'
          ? draft.audience.segment
          : countText(found.length, 'chosen customer');
      await writeCampaignAudit(
        transaction,
        { at, actor: madeBy, what: 'create', campaignId },
        { name, kind, tickets, audience, assignment, dueOn },
      );
    });
  }

  route(app, getCampaign, async ({ params: { campaignId }, user }) => {
    const facts = await findCampaign(foreground, campaignId);
    const [row] = await findCampaignRows(foreground, today(), clock(), campaignId);
    if (facts === undefined || row === undefined) throw notFound('This campaign');
    const { draft, problem, finishedAt, undoneBy, undoneAt, endedBy, endedAt } = facts;
    return {
      campaign: toListedCampaign(row),
      leftOut: row.leftOut,
      subject: draft.subject,
      body: draft.body,
      problem,
      undoUntil: campaignUndoDeadline(finishedAt)?.toISOString() ?? null,
      undone: byAndAt(undoneBy, undoneAt),
      ended: byAndAt(endedBy, endedAt),
      batches: (await findCampaignBatches(foreground, campaignId)).map(toCampaignBatch),
      mayChange: mayChangeCampaign(facts, user),
    };
  });

  route(app, postCampaignAction, async ({ params: { campaignId }, body: { action }, user }) => {
    const at = clock();
    const state = await foreground.transaction().execute(async (transaction) => {
      const facts = await findCampaign(transaction, campaignId, true);
      if (facts === undefined) throw notFound('This campaign');
      requireMayChangeCampaign(facts, user);
      const next = resolveCampaignAction(action, facts, at);
      if (typeof next === 'object') throw conflict(next.problem);
      if (next === facts.state) return next;
      if (action === 'retry') await queueRefusedRecipientsAgain(transaction, campaignId);
      await changeCampaignState(transaction, { campaignId, state: next, userId: user.id, at });
      await writeCampaignAudit(
        transaction,
        { at, actor: user.id, what: action, campaignId },
        { name: facts.draft.name },
      );
      return next;
    });
    await startSendCampaignsJob(dependencies, sendCampaignsJob.name);
    return { state };
  });

  const ticketsOf = async (campaignId: string) => {
    const facts = await findCampaign(foreground, campaignId);
    if (facts === undefined) throw notFound('This campaign');
    const moment = {
      dueOn: facts.dueOn,
      isEnded: facts.state === 'ended',
      timeZone: env.BUSINESS_TIME_ZONE,
      now: clock(),
    };
    return (await findCampaignTicketRows(foreground, campaignId)).map((row) =>
      toCampaignTicket(row, moment),
    );
  };

  route(app, getCampaignTickets, async ({ params: { campaignId } }) => ({
    rows: await ticketsOf(campaignId),
  }));
  csvRoute(app, exportCampaignTickets, campaignTicketColumns, async ({ campaign }) => ({
    rows: await ticketsOf(campaign),
    fileName: `campaign-tickets-${today()}`,
  }));
}

import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import type { Env } from '#server/core/env/env.ts';
import { changedMeanwhile, conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { isCrmStale } from '#server/core/providers/crm.ts';
import { answerUnlessCrmDown } from '#server/institutions/optional-crm-answer.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { dayIn } from '#shared/core/dates.ts';
import { type ProductKey, productKeys } from '#shared/core/products.ts';
import { shortenToOneLine } from '#shared/core/words.ts';
import { ticketColumns } from '#shared/tickets/columns.ts';
import {
  exportTickets,
  getTicket,
  getTicketChoices,
  getTicketList,
  patchTicket,
  postTicketConflictDecision,
  postTicketNote,
} from '#shared/tickets/desk.ts';
import { isOpenTicket } from '#shared/tickets/rules.ts';
import { riskOutcomeTexts } from '#shared/work/cases.ts';
import {
  findTicketCopy,
  findUnsettledTicketChanges,
  recordTicketChangeResult,
  requeueTicketChange,
  saveTicketChange,
} from './change-queries.ts';
import { sendOrAwaitOtherSender, sendTicketChange, type TicketSendResult } from './changes.ts';
import { createTicketListReader } from './list.ts';
import {
  findActiveCrmOwners,
  findDeskRows,
  findDeskTicketStages,
  findLatestNotesAndOutcomes,
  findRelatedArticles,
  findSimilarTickets,
  findTicketMessages,
  findTicketText,
  saveTicketNote,
  weeklyUsageAndTickets,
} from './queries.ts';
import { hasRequestedValue, toListedTicket, toTicketSnapshot } from './rules.ts';

/** Maximum number of characters that are shown of an article and of a touch. */
const excerptLengths = { article: 400, touch: 160 };

export function ticketDeskRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, env, crm, log } = dependencies;
  const { foreground } = database;
  const { list, customersById } = createTicketListReader(dependencies);
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  versionCheckedListRoute(app, getTicketList, list);

  csvRoute(app, exportTickets, ticketColumns(env.BUSINESS_TIME_ZONE), async () => ({
    rows: (await list()).answer.rows,
    fileName: `tickets-${today()}`,
  }));

  route(app, getTicketChoices, async () => {
    const asOf = (await answerUnlessCrmDown(log, () => crm.asOf())) ?? null;
    const trouble = crm.trouble();
    return {
      stages: (await findDeskTicketStages(foreground)).map(({ state, ...stage }) => ({
        ...stage,
        isOpen: state !== 'CLOSED',
      })),
      owners: await findActiveCrmOwners(foreground),
      asOf: asOf?.toISOString() ?? null,
      stale: isCrmStale(crm, asOf, clock()),
      trouble:
        trouble === null
          ? null
          : { says: trouble.says, resumesAt: trouble.resumesAt?.toISOString() ?? null },
      ticketAddress: ticketAddressOf(env),
    };
  });

  route(app, getTicket, async ({ params: { ticketId } }) => {
    const [row] = await findDeskRows(foreground, clock(), env.BUSINESS_TIME_ZONE, ticketId);
    const text = await findTicketText(foreground, ticketId);
    if (row === undefined || text === undefined) throw notFound('This ticket');
    const { institutionId } = row;
    const customer = (await customersById()).get(institutionId);
    const products = (isIncluded: (key: ProductKey) => boolean) => productKeys.filter(isIncluded);
    const touches = (await findLatestNotesAndOutcomes(foreground, institutionId)).map(
      ({ at, by, text: words, outcome }) => ({
        at: at.toISOString(),
        by,
        text: shortenToOneLine(
          [outcome === null ? '' : `${riskOutcomeTexts[outcome].name}. `, words].join('').trim(),
          excerptLengths.touch,
        ),
      }),
    );
    return {
      ticket: toListedTicket(row, customer, clock()),
      body: text.body,
      messages: (await findTicketMessages(foreground, institutionId, ticketId)).map(
        ({ at, ...message }) => ({
          ...message,
          at: at.toISOString(),
        }),
      ),
      changes: (await findUnsettledTicketChanges(foreground, institutionId, ticketId)).map(
        ({ madeAt, ...change }) => ({
          ...change,
          madeAt: madeAt.toISOString(),
        }),
      ),
      customer:
        customer === undefined
          ? null
          : {
              productsUsed: products(
                (key) =>
                  customer.featureEntitlements[key] === true &&
                  (customer.featureUsage[key] ?? 0) > 0,
              ),
              productsBought: products((key) => customer.featureEntitlements[key] === true),
              ownerName: customer.ownerName,
              use:
                row.product === null
                  ? []
                  : await weeklyUsageAndTickets(
                      foreground,
                      { institutionId, product: row.product },
                      { today: today(), timeZone: env.BUSINESS_TIME_ZONE },
                    ),
              touches,
            },
      similar: (await findSimilarTickets(foreground, { ticketId, ...text }, clock())).map(
        ({ stageState, closedAt, createdAt, ...ticket }) => ({
          ...ticket,
          isOpen: isOpenTicket(stageState, closedAt),
          createdAt: createdAt.toISOString(),
        }),
      ),
      articles: (await findRelatedArticles(foreground, text.subject)).map((article) => ({
        ...article,
        body: shortenToOneLine(article.body, excerptLengths.article),
      })),
    };
  });

  route(
    app,
    patchTicket,
    async ({ params: { ticketId }, body: { changeId, seen, wanted }, user }) => {
      await requireKnown(wanted);
      const now = await findTicketCopy(foreground, ticketId);
      if (now === undefined) throw notFound('This ticket');
      const { institutionId } = now;
      const change = { institutionId, changeId, ticketId, wanted, seen, madeBy: user.id };
      const saved = await saveTicketChange(foreground, change, clock());
      if (saved === undefined)
        throw conflict(
          'An earlier version of this change was already saved, so this one wasn’t. Reload the page to see what was saved, then try again.',
        );
      const { state, error } = saved;
      if (state !== 'waiting')
        return changeResponse(state === 'refused' ? { state, reason: error ?? '' } : { state });
      return changeResponse(await sendOrAwaitOtherSender(dependencies, institutionId, changeId));
    },
  );

  route(
    app,
    postTicketConflictDecision,
    async ({ params: { ticketId, changeId }, body: { keep } }) => {
      const now = await findTicketCopy(foreground, ticketId);
      if (now === undefined) throw notFound('This ticket');
      const { institutionId } = now;
      const change = (await findUnsettledTicketChanges(foreground, institutionId, ticketId)).find(
        (each) => each.changeId === changeId,
      );
      const resolved = () => conflict('Someone already resolved this conflict. Reload the page.');
      if (change?.state !== 'conflict') throw resolved();
      const resolution: 'given_up' | 'made' | null =
        keep === 'theirs'
          ? 'given_up'
          : hasRequestedValue(change.wanted, toTicketSnapshot(now))
            ? 'made'
            : null;
      if (resolution !== null) {
        if (
          !(await recordTicketChangeResult(
            foreground,
            { institutionId, changeId },
            { from: 'conflict', to: resolution, at: clock() },
          ))
        )
          throw resolved();
        return { state: resolution };
      }
      if (!(await requeueTicketChange(foreground, institutionId, changeId, toTicketSnapshot(now))))
        throw resolved();
      return changeResponse(await sendTicketChange(dependencies, institutionId, changeId));
    },
  );

  route(app, postTicketNote, async ({ params: { ticketId }, body: { messageId, body }, user }) => {
    const ticket = await findTicketCopy(foreground, ticketId);
    if (ticket === undefined) throw notFound('This ticket');
    await saveTicketNote(foreground, {
      institutionId: ticket.institutionId,
      ticketId,
      messageId,
      at: clock(),
      author: user.name,
      body,
    });
    return {};
  });

  /** Throws a 422 error for a deleted stage or owner before the CRM is called. */
  async function requireKnown(wanted: Parameters<typeof hasRequestedValue>[0]): Promise<void> {
    if (wanted.what === 'stage') {
      const { pipelineId, stageId } = wanted.stage;
      const isKnown = (await findDeskTicketStages(foreground)).some(
        (each) => each.pipelineId === pipelineId && each.stageId === stageId,
      );
      if (!isKnown) throw unprocessable('The CRM no longer has this stage. Reload the page.');
    }
    if (wanted.what === 'owner' && wanted.ownerId !== null) {
      const isThere = (await findActiveCrmOwners(foreground)).some(
        ({ ownerId }) => ownerId === wanted.ownerId,
      );
      if (!isThere)
        throw unprocessable('This person is no longer an owner in the CRM. Reload the page.');
    }
  }
}

/**
 * Returns the URL template of a ticket's page in HubSpot; `null` without a connected HubSpot
 * account.
 */
const ticketAddressOf = ({ HUBSPOT_TOKEN, HUBSPOT_PORTAL_ID }: Env): string | null =>
  HUBSPOT_TOKEN === undefined || HUBSPOT_PORTAL_ID === undefined
    ? null
    : `https://app.hubspot.com/contacts/${HUBSPOT_PORTAL_ID}/record/0-5/{ticketId}`;

function changeResponse(sent: TicketSendResult): { state: 'made' | 'waiting' } {
  if (sent.state === 'conflict' || sent.state === 'given_up') throw changedMeanwhile('This ticket');
  if (sent.state === 'refused') throw unprocessable(`The CRM rejected this change: ${sent.reason}`);
  return { state: sent.state === 'made' ? 'made' : 'waiting' };
}

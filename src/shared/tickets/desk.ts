import { z } from 'zod';
import {
  createListAnswerSchema,
  createUrlIntegerSchema,
  daySchema,
  endpoint,
  idSchema,
  textSchema,
} from '#shared/core/endpoint.ts';
import { productKeySchema } from '#shared/core/products.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import {
  ticketEditSchema,
  ticketValuesBeforeEditSchema,
  unsettledChangeStates,
} from './changes.ts';
import { ticketTurns } from './rules.ts';
import { ticketThemeNames } from './themes.ts';

const instant = z.iso.datetime();

/** Ticket in the desk's list, with its customer's health. */
export const listedTicketSchema = z.strictObject({
  ticketId: z.int(),
  institutionId: z.int(),
  institutionName: z.string(),
  /** Health tier; `null` for a lost customer. */
  healthTier: healthTierSchema.nullable(),
  adoptionScore: z.number().nullable(),
  scoreChange: z.number().nullable(),
  isAtRisk: z.boolean(),
  subject: z.string(),
  product: productKeySchema.nullable(),
  theme: z.enum(ticketThemeNames),
  priority: z.string(),
  pipelineId: z.string(),
  pipeline: z.string(),
  stageId: z.string(),
  /** Stage name in the CRM; the stage id when the CRM has deleted the stage. */
  stage: z.string(),
  isOpen: z.boolean(),
  channel: z.string().nullable(),
  ownerId: z.int().nullable(),
  ownerName: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  closedAt: instant.nullable(),
  /** Days from opening until now; for a closed ticket, until closing. */
  ageDays: z.int(),
  /**
   * `true` when a campaign opened the ticket. Such a ticket does not count as opened by the
   * customer.
   */
  isOutreach: z.boolean(),
  /** Hours from opening to our first message; `null` before our first message. */
  firstReplyHours: z.number().nullable(),
  /**
   * Hours since the customer's first unanswered message; `null` for a closed ticket, or when the
   * team wrote the last message.
   */
  waitingHours: z.number().nullable(),
  /** Side that has to act next; `null` for a closed ticket. */
  turn: z.enum(ticketTurns).nullable(),
  /** Hours from opening to closing; `null` while open. */
  resolutionHours: z.number().nullable(),
  isReopened: z.boolean(),
  /** Number of tickets that the customer opened in the last 14 days, without campaign tickets. */
  recentTickets: z.int(),
  isSilent: z.boolean(),
  /**
   * Percent change of the product's usage from the two weeks before the week of opening to the two
   * weeks after it. `null` when these weeks are not over, when the ticket closed within 14 days, or
   * when usage was too low.
   */
  useChange: z.number().nullable(),
  /** State of an edit that the CRM does not have yet; `null` when the CRM has all edits. */
  sync: z.enum(unsettledChangeStates).nullable(),
});
export type ListedTicket = z.output<typeof listedTicketSchema>;

export const getTicketList = endpoint({
  method: 'GET',
  path: '/api/tickets',
  summary: 'Open tickets, and tickets closed in the last 90 days',
  response: createListAnswerSchema(listedTicketSchema),
});

export const exportTickets = {
  path: '/api/tickets/export',
  summary: 'Tickets as CSV, filtered and sorted by the search parameters',
  query: z.object({}),
} satisfies CsvExport;

export const getTicketChoices = endpoint({
  method: 'GET',
  path: '/api/tickets/choices',
  summary:
    'Possible values of a ticket: the stages of each pipeline in order, and the active owners',
  response: z.strictObject({
    stages: z.array(
      z.strictObject({
        pipelineId: z.string(),
        pipeline: z.string(),
        stageId: z.string(),
        stage: z.string(),
        isOpen: z.boolean(),
      }),
    ),
    owners: z.array(z.strictObject({ ownerId: z.int(), ownerName: z.string() })),
    /** Time at which tickets were last loaded from the CRM; `null` before the first time. */
    asOf: instant.nullable(),
    stale: z.boolean(),
    /**
     * Reason why the CRM is not called at the moment, and when calls resume; `null` when the CRM is
     * available.
     */
    trouble: z.strictObject({ says: z.string(), resumesAt: instant.nullable() }).nullable(),
    /**
     * URL template for a ticket's page in the CRM, with the placeholder `{ticketId}`; `null` for
     * the embedded CRM.
     */
    ticketAddress: z.string().nullable(),
  }),
});
export type TicketChoices = z.output<typeof getTicketChoices.response>;

const messageSchema = z.strictObject({
  messageId: z.uuid(),
  at: instant,
  direction: z.enum(['in', 'out', 'note']),
  author: z.string(),
  body: z.string(),
});
export type TicketMessage = z.output<typeof messageSchema>;

const changeSchema = z.strictObject({
  changeId: z.uuid(),
  state: z.enum(unsettledChangeStates),
  wanted: ticketEditSchema,
  seen: ticketValuesBeforeEditSchema,
  madeBy: z.string(),
  madeAt: instant,
});
export type UnsettledTicketChange = z.output<typeof changeSchema>;

const ticketParams = z.object({ ticketId: createUrlIntegerSchema(idSchema) });

export const getTicket = endpoint({
  method: 'GET',
  path: '/api/tickets/:ticketId',
  summary: 'One ticket: its conversation, its customer, similar tickets and related articles',
  params: ticketParams,
  response: z.strictObject({
    ticket: listedTicketSchema,
    body: z.string(),
    messages: z.array(messageSchema),
    changes: z.array(changeSchema),
    /** Customer of the ticket; `null` for a lost customer. */
    customer: z
      .strictObject({
        productsUsed: z.array(productKeySchema),
        productsBought: z.array(productKeySchema),
        ownerName: z.string().nullable(),
        /**
         * Weekly usage of the ticket's product, oldest week first, with the number of tickets about
         * the product. Empty for a ticket without a product.
         */
        use: z.array(
          z.strictObject({ weekStart: daySchema, use: z.number().nullable(), tickets: z.int() }),
        ),
        touches: z.array(z.strictObject({ at: instant, by: z.string(), text: z.string() })),
      })
      .nullable(),
    similar: z.array(
      z.strictObject({
        ticketId: z.int(),
        institutionName: z.string(),
        subject: z.string(),
        stage: z.string(),
        isOpen: z.boolean(),
        createdAt: instant,
      }),
    ),
    articles: z.array(z.strictObject({ articleId: z.int(), title: z.string(), body: z.string() })),
  }),
});
export type TicketDetail = z.output<typeof getTicket.response>;

export const patchTicket = endpoint({
  method: 'PATCH',
  path: '/api/tickets/:ticketId',
  summary:
    'Change the stage, owner or priority of a ticket in the CRM; 409 when the ticket no longer matches `seen`',
  params: ticketParams,
  body: z.strictObject({
    /** Client-generated id, so that a change sent twice is applied once. */
    changeId: z.uuid(),
    seen: ticketValuesBeforeEditSchema,
    wanted: ticketEditSchema,
  }),
  /** `waiting`: the CRM cannot be reached, so the change will be sent later. */
  response: z.strictObject({ state: z.enum(['made', 'waiting']) }),
});

export const postTicketConflictDecision = endpoint({
  method: 'POST',
  path: '/api/tickets/:ticketId/changes/:changeId/decision',
  summary: 'Resolve a conflicting change: keep the ticket as it is, or apply the change anyway',
  params: ticketParams.extend({ changeId: z.uuid() }),
  body: z.strictObject({ keep: z.enum(['theirs', 'mine']) }),
  response: z.strictObject({ state: z.enum(['made', 'waiting', 'given_up']) }),
});

export const maxTicketNoteLength = 4000;

export const postTicketNote = endpoint({
  method: 'POST',
  path: '/api/tickets/:ticketId/notes',
  summary: 'Add an internal note to a ticket; a repeated message id adds nothing',
  params: ticketParams,
  body: z.strictObject({
    messageId: z.uuid(),
    body: textSchema
      .trim()
      .min(1, 'must not be empty')
      .max(maxTicketNoteLength, `must have at most ${maxTicketNoteLength} characters`),
  }),
  response: z.strictObject({}),
});

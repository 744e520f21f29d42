import { z } from 'zod';
import { daySchema, endpoint, idSchema, inAddress, listAnswer, textSchema } from '#shared/core/endpoint.ts';
import { productKeySchema } from '#shared/core/products.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { openChangeStates, ticketEditSchema, ticketSeenSchema } from './changes.ts';
import { ticketThemes } from './themes.ts';

const instant = z.iso.datetime();

/** A ticket of the desk with what is known of its customer. */
export const listedTicketSchema = z.strictObject({
  ticketId: z.int(),
  institutionId: z.int(),
  institutionName: z.string(),
  /** null for a customer that has left. */
  healthTier: healthTierSchema.nullable(),
  adoptionScore: z.number().nullable(),
  scoreChange: z.number().nullable(),
  isAtRisk: z.boolean(),
  subject: z.string(),
  product: productKeySchema.nullable(),
  theme: z.enum(ticketThemes),
  priority: z.string(),
  pipelineId: z.string(),
  pipeline: z.string(),
  stageId: z.string(),
  /** The CRM's word; its id where the CRM has deleted the stage. */
  stage: z.string(),
  isOpen: z.boolean(),
  channel: z.string().nullable(),
  ownerId: z.int().nullable(),
  ownerName: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  closedAt: instant.nullable(),
  /** Days it has been open, or was open. */
  ageDays: z.int(),
  /** We opened it ourselves, for a campaign, so that it is not the customer’s own. */
  isOutreach: z.boolean(),
  /** From its opening to our first word; null while there is none. */
  firstReplyHours: z.number().nullable(),
  /** Since the customer’s first word that we have not answered; null where our word was the last, and for closed tickets. */
  waitingHours: z.number().nullable(),
  /** From its opening to its closing; null while it is open. */
  resolutionHours: z.number().nullable(),
  isReopened: z.boolean(),
  /** Tickets of its own that the customer opened in the last 14 days. */
  recentTickets: z.int(),
  isSilent: z.boolean(),
  /** Percent by which the use of its product changed in the 14 days after it; null where it was resolved in them or too little was used. */
  useChange: z.number().nullable(),
  /** A change of ours that the CRM does not have yet. */
  sync: z.enum(openChangeStates).nullable(),
});
export type ListedTicket = z.output<typeof listedTicketSchema>;

export const getTicketList = endpoint({
  method: 'GET',
  path: '/api/tickets',
  summary: 'The open tickets, and those that were closed in the last 90 days',
  response: listAnswer(listedTicketSchema),
});

export const exportTickets = {
  path: '/api/tickets/export',
  summary: 'The list of tickets as CSV, as the search parameters say',
  query: z.object({}),
} satisfies CsvExport;

export const getTicketChoices = endpoint({
  method: 'GET',
  path: '/api/ticket-choices',
  summary: 'What a ticket can be given: the stages of each pipeline in their order, and the owners who are still there',
  response: z.strictObject({
    stages: z.array(
      z.strictObject({ pipelineId: z.string(), pipeline: z.string(), stageId: z.string(), stage: z.string(), isOpen: z.boolean() }),
    ),
    owners: z.array(z.strictObject({ ownerId: z.int(), ownerName: z.string() })),
    /** When the tickets were last true; null before there were any. */
    asOf: instant.nullable(),
    stale: z.boolean(),
    /** What keeps the CRM from being asked at the moment; null where nothing does. */
    trouble: z.strictObject({ says: z.string(), resumesAt: instant.nullable() }).nullable(),
    /** Where a ticket is in the CRM's own pages, with `{ticketId}` in it; null where the CRM is our own tables. */
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
  state: z.enum(openChangeStates),
  wanted: ticketEditSchema,
  seen: ticketSeenSchema,
  madeBy: z.string(),
  madeAt: instant,
});
export type OpenTicketChange = z.output<typeof changeSchema>;

const ticketParams = z.object({ ticketId: inAddress(idSchema) });

export const getTicket = endpoint({
  method: 'GET',
  path: '/api/tickets/:ticketId',
  summary: 'One ticket: the conversation, what is known of its customer, similar tickets and articles that may help',
  params: ticketParams,
  response: z.strictObject({
    ticket: listedTicketSchema,
    body: z.string(),
    messages: z.array(messageSchema),
    changes: z.array(changeSchema),
    /** null for a customer that has left. */
    customer: z
      .strictObject({
        productsUsed: z.array(productKeySchema),
        productsBought: z.array(productKeySchema),
        ownerName: z.string().nullable(),
        /** Use of the ticket's product by week, oldest first, with the tickets about it; empty for a ticket about none. */
        use: z.array(z.strictObject({ weekStart: daySchema, use: z.number().nullable(), tickets: z.int() })),
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
  summary: 'Change the stage, the owner or the priority of a ticket in the CRM; 409 when it has changed since it was seen',
  params: ticketParams,
  body: z.strictObject({
    /** The page makes the id, so that a change sent twice is made once. */
    changeId: z.uuid(),
    seen: ticketSeenSchema,
    wanted: ticketEditSchema,
  }),
  /** `waiting`: the CRM cannot be reached; the change will be sent. */
  response: z.strictObject({ state: z.enum(['made', 'waiting']) }),
});

export const postTicketDecision = endpoint({
  method: 'POST',
  path: '/api/tickets/:ticketId/changes/:changeId/decision',
  summary: 'What becomes of a change that met another one: leave the ticket as it is, or make the change all the same',
  params: ticketParams.extend({ changeId: z.uuid() }),
  body: z.strictObject({ keep: z.enum(['theirs', 'mine']) }),
  response: z.strictObject({ state: z.enum(['made', 'waiting', 'given_up']) }),
});

export const longestTicketNote = 4000;

export const postTicketNote = endpoint({
  method: 'POST',
  path: '/api/tickets/:ticketId/notes',
  summary: 'Write a note on a ticket that only colleagues see; the same id again writes nothing',
  params: ticketParams,
  body: z.strictObject({
    messageId: z.uuid(),
    body: textSchema.trim().min(1, 'must not be empty').max(longestTicketNote, `must have at most ${longestTicketNote} characters`),
  }),
  response: z.strictObject({}),
});

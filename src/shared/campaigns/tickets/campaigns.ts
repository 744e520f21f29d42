import { z } from 'zod';
import { countSchema, endpoint, listAnswer } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { batchSchema } from './batches.ts';
import { draftFields, draftSchema } from './draft.ts';
import { campaignKinds } from './kinds.ts';

const instant = z.iso.datetime();

/** Why a customer gets no ticket, or should not. The first two make it a duplicate. */
export const leftOutReasons = ['open_ticket', 'recent_campaign', 'too_long', 'gone'] as const;
const leftOutSchema = z.enum(leftOutReasons);
export type LeftOutReason = z.output<typeof leftOutSchema>;

const fieldValue = z.string().nullable();
const plannedSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  /** null for one that gets no ticket. */
  ownerId: z.int().nullable(),
  /** What speaks against a ticket; a duplicate may get one all the same. */
  reason: leftOutSchema.nullable(),
  /** The campaign or the ticket that makes it a duplicate. */
  because: z.string().nullable(),
  getsTicket: z.boolean(),
  /** What the fields of the text are for it. */
  values: z.strictObject({
    customer: fieldValue,
    owner: fieldValue,
    assignee: fieldValue,
    locations: fieldValue,
    city: fieldValue,
    state: fieldValue,
    records: fieldValue,
    due: fieldValue,
  }),
});
export type PlannedTicket = z.output<typeof plannedSchema>;

export const postCampaignPreview = endpoint({
  method: 'POST',
  path: '/api/ticket-campaigns/preview',
  summary: 'What a ticket campaign would do: a ticket for each customer or why not, and how many for each person; changes nothing',
  body: draftSchema.omit({ name: true }),
  response: listAnswer(plannedSchema).extend({
    tickets: z.int(),
    /** Those who get tickets, the most first. */
    assignees: z.array(
      z.strictObject({
        ownerId: z.int(),
        ownerName: z.string(),
        tickets: z.int(),
        /** Where the person is away today. */
        away: z.strictObject({ until: z.iso.date(), cover: z.string().nullable() }).nullable(),
      }),
    ),
  }),
});
export type CampaignPreview = z.output<typeof postCampaignPreview.response>;

/** The page makes the id, so that what is sent twice is one campaign. */
export const postCampaign = endpoint({
  method: 'POST',
  path: '/api/ticket-campaigns',
  summary: 'Open a ticket for each customer of a segment; 409 when it would not be as many as the preview said',
  body: z.strictObject({ campaignId: z.uuid(), tickets: countSchema, ...draftFields }),
  response: z.strictObject({ campaignId: z.uuid() }),
});

export const campaignStates = ['sending', 'paused', 'cancelled', 'sent', 'undoing', 'undone', 'ended'] as const;
export type CampaignState = (typeof campaignStates)[number];

const countsSchema = z.strictObject({
  /** Customers that are not left out. */
  recipients: z.int(),
  /** Not opened yet. */
  toOpen: z.int(),
  refused: z.int(),
  withdrawn: z.int(),
  /** Tickets that are in the CRM: open ones, those of them that are overdue or untouched for long, and closed ones. */
  open: z.int(),
  stragglers: z.int(),
  done: z.int(),
});

export const listedCampaignSchema = countsSchema.extend({
  campaignId: z.uuid(),
  name: z.string(),
  kind: z.enum(campaignKinds),
  state: z.enum(campaignStates),
  dueOn: z.iso.date(),
  madeBy: personSchema,
  madeAt: instant,
});
export type ListedCampaign = z.output<typeof listedCampaignSchema>;

export const getCampaigns = endpoint({
  method: 'GET',
  path: '/api/ticket-campaigns',
  summary: 'Every ticket campaign with how far its tickets are',
  response: listAnswer(listedCampaignSchema),
});

export const exportCampaigns = {
  path: '/api/ticket-campaigns/export',
  summary: 'The list of ticket campaigns as CSV, as the search parameters say',
  query: z.object({}),
} satisfies CsvExport;

const byAndAt = z.strictObject({ by: z.string(), at: instant });
const campaignParams = z.strictObject({ campaignId: z.uuid() });

export const getCampaign = endpoint({
  method: 'GET',
  path: '/api/ticket-campaigns/:campaignId',
  summary: 'One ticket campaign: what it says, how far it is, and what can be done with it',
  params: campaignParams,
  response: z.strictObject({
    campaign: listedCampaignSchema,
    leftOut: z.int(),
    subject: z.string(),
    body: z.string(),
    /** Why the CRM could not be asked the last time. */
    problem: z.string().nullable(),
    /** Until when it can be undone; null while tickets are being opened, when it always can. */
    undoUntil: instant.nullable(),
    undone: byAndAt.nullable(),
    ended: byAndAt.nullable(),
    /** What was decided for many of its tickets at once, the newest first. */
    batches: z.array(batchSchema),
    /** Whether the viewer may pause, cancel and undo it. */
    mayChange: z.boolean(),
  }),
});
export type CampaignDetail = z.output<typeof getCampaign.response>;

export const campaignActions = ['pause', 'resume', 'cancel', 'retry', 'undo'] as const;
export type CampaignAction = (typeof campaignActions)[number];

/** For the person who made it, and admins. */
export const postCampaignAction = endpoint({
  method: 'POST',
  path: '/api/ticket-campaigns/:campaignId/actions',
  summary:
    'Pause the opening of tickets, go on, cancel the rest, try refused ones again, or undo the campaign; once however often it is sent',
  params: campaignParams,
  body: z.strictObject({ action: z.enum(campaignActions) }),
  response: z.strictObject({ state: z.enum(campaignStates) }),
});

export const recipientStatuses = [
  'waiting',
  'not_started',
  'in_progress',
  'with_customer',
  'done',
  'refused',
  'cancelled',
  'withdrawn',
  'deleted',
  'left_out',
] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];

export const campaignTicketSchema = z.strictObject({
  /** The customer's id when the campaign was made; a merge leaves it. */
  recipientId: z.int(),
  institutionId: z.int(),
  institutionName: z.string(),
  status: z.enum(recipientStatuses),
  /** Why it was left out, refused, or stayed when the campaign was undone. */
  reason: z.string().nullable(),
  ticketId: z.int().nullable(),
  /** The CRM's word for where the ticket stands. */
  stage: z.string().nullable(),
  ownerName: z.string().nullable(),
  openedOn: z.iso.date().nullable(),
  /** Days since anybody did anything with it; null where it is not open. */
  idleDays: z.int().nullable(),
  isStraggler: z.boolean(),
});
export type CampaignTicket = z.output<typeof campaignTicketSchema>;

export const getCampaignTickets = endpoint({
  method: 'GET',
  path: '/api/ticket-campaigns/:campaignId/tickets',
  summary: 'Each customer of a ticket campaign, with where its ticket stands',
  params: campaignParams,
  response: listAnswer(campaignTicketSchema),
});

export const exportCampaignTickets = {
  path: '/api/ticket-campaign-tickets/export',
  summary: 'The tickets of one campaign as CSV, as the search parameters say',
  query: z.object({ campaign: z.uuid() }),
} satisfies CsvExport<z.ZodObject>;

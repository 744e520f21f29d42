import { z } from 'zod';
import { countSchema, createListAnswerSchema, endpoint } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { campaignTicketsBulkChangeSchema } from './batches.ts';
import { campaignDraftFieldSchemas, campaignDraftSchema } from './draft.ts';
import { campaignKinds } from './kinds.ts';

const instant = z.iso.datetime();

/** Reasons why a customer gets no ticket. The first two mark the customer as a duplicate. */
export const customerExclusionReasons = [
  'open_ticket',
  'recent_campaign',
  'too_long',
  'gone',
] as const;
const leftOutSchema = z.enum(customerExclusionReasons);
export type CustomerExclusionReason = z.output<typeof leftOutSchema>;

const fieldValue = z.string().nullable();
const plannedSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  /** CRM owner of the planned ticket; `null` when the customer gets no ticket. */
  ownerId: z.int().nullable(),
  /**
   * Reason why the customer is left out, or why it counts as a duplicate; otherwise `null`. A
   * duplicate may still get a ticket.
   */
  reason: leftOutSchema.nullable(),
  /** Campaign name or ticket subject because of which the customer counts as a duplicate. */
  because: z.string().nullable(),
  getsTicket: z.boolean(),
  /** Values of the text fields for the customer. */
  values: z.strictObject({
    customer: fieldValue,
    owner: fieldValue,
    assignee: fieldValue,
    locations: fieldValue,
    city: fieldValue,
    state: fieldValue,
    ehr: fieldValue,
    due: fieldValue,
  }),
});
export type PlannedTicket = z.output<typeof plannedSchema>;

export const postCampaignPreview = endpoint({
  method: 'POST',
  path: '/api/campaigns/tickets/preview',
  summary:
    'Preview a ticket campaign without opening tickets: each customer’s ticket, or the reason why the customer is left out, and the number of tickets per owner',
  body: campaignDraftSchema.omit({ name: true }),
  response: createListAnswerSchema(plannedSchema).extend({
    tickets: z.int(),
    /** Ticket owners with their number of planned tickets, highest number first. */
    assignees: z.array(
      z.strictObject({
        ownerId: z.int(),
        ownerName: z.string(),
        tickets: z.int(),
        /** Current absence of the owner; `null` when the owner is not away. */
        away: z.strictObject({ until: z.iso.date(), cover: z.string().nullable() }).nullable(),
      }),
    ),
  }),
});
export type CampaignPreview = z.output<typeof postCampaignPreview.response>;

/** The client generates the id, so that a repeated request creates one campaign. */
export const postCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/tickets',
  summary:
    'Open a ticket for each customer of a segment; 409 when the number differs from the preview',
  body: z.strictObject({
    campaignId: z.uuid(),
    tickets: countSchema,
    ...campaignDraftFieldSchemas,
  }),
  response: z.strictObject({ campaignId: z.uuid() }),
});

export const campaignStates = [
  'sending',
  'paused',
  'cancelled',
  'sent',
  'undoing',
  'undone',
  'ended',
] as const;
export type CampaignState = (typeof campaignStates)[number];

const countsSchema = z.strictObject({
  /** Number of customers in the campaign, without customers that were left out. */
  recipients: z.int(),
  /** Number of tickets that have not been opened yet. */
  toOpen: z.int(),
  refused: z.int(),
  withdrawn: z.int(),
  /** Number of open tickets in the CRM. */
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
  path: '/api/campaigns/tickets',
  summary: 'All ticket campaigns with their progress',
  response: createListAnswerSchema(listedCampaignSchema),
});

export const exportCampaigns = {
  path: '/api/campaigns/tickets/export',
  summary: 'Ticket campaigns as CSV, filtered and sorted by the search parameters',
  query: z.object({}),
} satisfies CsvExport;

const byAndAt = z.strictObject({ by: z.string(), at: instant });
const campaignParams = z.strictObject({ campaignId: z.uuid() });

export const getCampaign = endpoint({
  method: 'GET',
  path: '/api/campaigns/tickets/:campaignId',
  summary: 'One ticket campaign: text, progress, bulk changes and permissions',
  params: campaignParams,
  response: z.strictObject({
    campaign: listedCampaignSchema,
    leftOut: z.int(),
    subject: z.string(),
    body: z.string(),
    /** Reason why the CRM could not be reached in the last run; otherwise `null`. */
    problem: z.string().nullable(),
    /**
     * Time until which the campaign can be undone; `null` (no limit) while tickets are still being
     * opened.
     */
    undoUntil: instant.nullable(),
    undone: byAndAt.nullable(),
    ended: byAndAt.nullable(),
    /** Bulk changes to the campaign's tickets, newest first. */
    batches: z.array(campaignTicketsBulkChangeSchema),
    /** `true` when the user may pause, cancel, end and undo the campaign. */
    mayChange: z.boolean(),
  }),
});
export type CampaignDetail = z.output<typeof getCampaign.response>;

export const campaignActions = ['pause', 'resume', 'cancel', 'retry', 'undo'] as const;
export type CampaignAction = (typeof campaignActions)[number];

/** Changes the state of a campaign. Allowed for its creator and for admins. */
export const postCampaignAction = endpoint({
  method: 'POST',
  path: '/api/campaigns/tickets/:campaignId/actions',
  summary:
    'Pause, resume, cancel or undo a campaign, or retry refused tickets; repeating an action changes nothing',
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
  /**
   * Id of the institution when the campaign was created. Merging institutions does not change it.
   */
  recipientId: z.int(),
  institutionId: z.int(),
  institutionName: z.string(),
  status: z.enum(recipientStatuses),
  /** Reason why the customer was left out, its ticket was refused, or an undo kept its ticket. */
  reason: z.string().nullable(),
  ticketId: z.int().nullable(),
  /** Stage name in the CRM. */
  stage: z.string().nullable(),
  ownerName: z.string().nullable(),
  openedOn: z.iso.date().nullable(),
  /** Days since the last change or message; `null` for closed tickets. */
  idleDays: z.int().nullable(),
  isStraggler: z.boolean(),
});
export type CampaignTicket = z.output<typeof campaignTicketSchema>;

export const getCampaignTickets = endpoint({
  method: 'GET',
  path: '/api/campaigns/tickets/:campaignId/tickets',
  summary: 'Customers of a ticket campaign with the status of their tickets',
  params: campaignParams,
  response: createListAnswerSchema(campaignTicketSchema),
});

export const exportCampaignTickets = {
  path: '/api/campaigns/tickets/recipients/export',
  summary: 'Tickets of one campaign as CSV, filtered and sorted by the search parameters',
  query: z.object({ campaign: z.uuid() }),
} satisfies CsvExport<z.ZodObject>;

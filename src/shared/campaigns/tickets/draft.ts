import { z } from 'zod';
import { daySchema, idSchema, textSchema } from '#shared/core/endpoint.ts';
import { numberText } from '#shared/core/words.ts';
import { segmentSchema } from '#shared/portfolio/list.ts';
import { ticketPriorities, ticketStageIdsSchema } from '#shared/tickets/changes.ts';
import { campaignLimits } from './constants.ts';
import { campaignKinds } from './kinds.ts';
import { unknownFieldProblem } from './text.ts';

export const maxDraftLengths = {
  name: 100,
  subject: 150,
  body: 4000,
  filledSubject: 200,
  filledBody: 10_000,
} as const;
export const maxOwnerPoolSize = 50;

const atMost = (length: number) => `must have at most ${numberText(length)} characters`;
const oneLine = (length: number) =>
  textSchema
    .trim()
    .min(1, 'must not be empty')
    .max(length, atMost(length))
    .regex(/^[^\r\n]*$/, 'must be one line');

const checkFields = (text: string, context: z.RefinementCtx) => {
  const message = unknownFieldProblem(text);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
};

const hasNoDuplicates = (ids: readonly number[]): boolean => new Set(ids).size === ids.length;

/** Way in which tickets are assigned to CRM owners. */
const assignmentSchema = z.discriminatedUnion('to', [
  /**
   * Assigns each ticket to the customer's owner, or to `otherwise` when the customer has no owner.
   */
  z.strictObject({ to: z.literal('owner'), otherwise: idSchema }),
  /** Assigns the tickets to several owners in turn. */
  z.strictObject({
    to: z.literal('pool'),
    ownerIds: z
      .array(idSchema)
      .min(1, 'must have at least one owner')
      .max(maxOwnerPoolSize)
      .refine(hasNoDuplicates, 'names an owner more than once'),
  }),
  z.strictObject({ to: z.literal('one'), ownerId: idSchema }),
]);
export type CampaignAssignment = z.output<typeof assignmentSchema>;

const audienceSchema = z.discriminatedUnion('of', [
  /** Customers that match the filters and search of a customer list. */
  z.strictObject({ of: z.literal('segment'), segment: segmentSchema }),
  z.strictObject({
    of: z.literal('chosen'),
    institutionIds: z
      .array(idSchema)
      .min(1)
      .max(campaignLimits.mostRecipients)
      .refine(hasNoDuplicates, 'names a customer more than once'),
  }),
]);
export type CampaignAudience = z.output<typeof audienceSchema>;

/** Editable fields of a campaign. */
export const campaignDraftFieldSchemas = {
  name: oneLine(maxDraftLengths.name),
  kind: z.enum(campaignKinds),
  audience: audienceSchema,
  subject: oneLine(maxDraftLengths.subject).superRefine(checkFields),
  body: textSchema
    .trim()
    .min(1, 'must not be empty')
    .max(maxDraftLengths.body, atMost(maxDraftLengths.body))
    .superRefine(checkFields),
  stage: ticketStageIdsSchema,
  priority: z.enum(ticketPriorities),
  assignment: assignmentSchema,
  dueOn: daySchema,
  /**
   * Length of the quiet period in days; 0 for none. A customer that another campaign included in
   * this period counts as a duplicate.
   */
  quietDays: z.int().min(0).max(365),
  /** `true` leaves duplicates out of the campaign. `false` lists them but gives them a ticket. */
  leavesOutDuplicates: z.boolean(),
};
export const campaignDraftSchema = z.strictObject(campaignDraftFieldSchemas);
export type CampaignDraft = z.output<typeof campaignDraftSchema>;

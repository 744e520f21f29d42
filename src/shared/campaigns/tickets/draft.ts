import { z } from 'zod';
import { daySchema, idSchema, textSchema } from '#shared/core/endpoint.ts';
import { campaignRules } from '#shared/metrics/constants.ts';
import { segmentSchema } from '#shared/portfolio/list.ts';
import { stageSchema, ticketPriorities } from '#shared/tickets/changes.ts';
import { campaignKinds } from './kinds.ts';
import { fieldProblem } from './text.ts';

export const longest = { name: 100, subject: 150, body: 4000, filledSubject: 200, filledBody: 10_000 } as const;
export const mostInPool = 50;

const atMost = (length: number) => `must have at most ${length.toLocaleString('en-US')} characters`;
const oneLine = (length: number) =>
  textSchema
    .trim()
    .min(1, 'must not be empty')
    .max(length, atMost(length))
    .regex(/^[^\r\n]*$/, 'must be one line');

const knowsItsFields = (text: string, context: z.RefinementCtx) => {
  const message = fieldProblem(text);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
};

const isEachOnce = (ids: readonly number[]): boolean => new Set(ids).size === ids.length;

/** Who handles the tickets; every id is an owner's in the CRM. */
const assignmentSchema = z.discriminatedUnion('to', [
  /** The customer's owner; of one without, somebody else. */
  z.strictObject({ to: z.literal('owner'), otherwise: idSchema }),
  /** In turn. */
  z.strictObject({
    to: z.literal('pool'),
    ownerIds: z.array(idSchema).min(1, 'must name somebody').max(mostInPool).refine(isEachOnce, 'names somebody twice'),
  }),
  z.strictObject({ to: z.literal('one'), ownerId: idSchema }),
]);
export type CampaignAssignment = z.output<typeof assignmentSchema>;

const audienceSchema = z.discriminatedUnion('of', [
  /** Whoever a customer list's filters and search leave. */
  z.strictObject({ of: z.literal('segment'), segment: segmentSchema }),
  z.strictObject({
    of: z.literal('chosen'),
    institutionIds: z.array(idSchema).min(1).max(campaignRules.mostRecipients).refine(isEachOnce, 'names a customer twice'),
  }),
]);
export type CampaignAudience = z.output<typeof audienceSchema>;

/** All that a person decides about a campaign. */
export const draftFields = {
  name: oneLine(longest.name),
  kind: z.enum(campaignKinds),
  audience: audienceSchema,
  subject: oneLine(longest.subject).superRefine(knowsItsFields),
  body: textSchema.trim().min(1, 'must not be empty').max(longest.body, atMost(longest.body)).superRefine(knowsItsFields),
  stage: stageSchema,
  priority: z.enum(ticketPriorities),
  assignment: assignmentSchema,
  dueOn: daySchema,
  /** Customers of a campaign of these last days are duplicates; 0 for no such days. */
  quietDays: z.int().min(0).max(365),
  /** Off: duplicates are told, and still get a ticket. */
  leavesOutDuplicates: z.boolean(),
};
export const draftSchema = z.strictObject(draftFields);
export type CampaignDraft = z.output<typeof draftSchema>;

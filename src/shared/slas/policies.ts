import { z } from 'zod';
import { endpoint, textSchema, versionSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { sizeTierSchema } from '#shared/core/tiers.ts';
import { ticketPriorities } from '#shared/tickets/changes.ts';
import { slaKinds } from './words.ts';

/** Maximum targets: sixty working days of eight hours, and sixty days. */
export const maxSlaTargetAmounts = { minutes: 28_800, days: 60 } as const;

export const slaTargetSchema = z.discriminatedUnion('unit', [
  /** Working time in minutes. */
  z.strictObject({
    unit: z.literal('minutes'),
    amount: z.int().min(1).max(maxSlaTargetAmounts.minutes),
  }),
  /**
   * The deadline is the end of the `amount`-th working day after the day on which the clock
   * started.
   */
  z.strictObject({ unit: z.literal('days'), amount: z.int().min(1).max(maxSlaTargetAmounts.days) }),
]);
export type SlaTarget = z.output<typeof slaTargetSchema>;

export const maxPolicyNameLength = 80;
export const slaPolicySchema = z.strictObject({
  policyId: z.uuid(),
  kind: z.enum(slaKinds),
  name: textSchema.trim().min(1, 'must not be empty').max(maxPolicyNameLength),
  target: slaTargetSchema,
  /** Ticket priorities; empty for all. Only for ticket replies. */
  priorities: z.array(z.enum(ticketPriorities)).max(ticketPriorities.length),
  /** Sizes of customers; empty for all. */
  sizeTiers: z.array(sizeTierSchema).max(4),
  isOn: z.boolean(),
});
export type SlaPolicy = z.output<typeof slaPolicySchema>;

export const maxPolicies = 40;
const hasNoDuplicates = (words: readonly string[]) => new Set(words).size === words.length;

/**
 * Policies in order of precedence. The first policy of a clock's kind whose conditions match
 * applies to the clock.
 */
export const slaPoliciesSchema = z
  .array(slaPolicySchema)
  .max(maxPolicies)
  .refine(
    (list) => hasNoDuplicates(list.map(({ policyId }) => policyId)),
    'must not contain a policy twice',
  )
  .refine(
    (list) => hasNoDuplicates(list.map(({ name }) => name.toLowerCase())),
    'must not contain two policies with the same name',
  )
  .refine(
    (list) =>
      list.every(({ kind, priorities }) => kind === 'ticket_reply' || priorities.length === 0),
    {
      message: 'can only have priorities if the policy is for ticket replies',
    },
  );

const versionedSchema = z.strictObject({
  /** Version of the policies; 0 for the default policies. */
  version: z.int(),
  policies: z.array(slaPolicySchema),
  madeBy: personSchema.nullable(),
  madeAt: z.iso.datetime().nullable(),
});
export type VersionedPolicies = z.output<typeof versionedSchema>;

export const getSlaPolicyVersions = endpoint({
  method: 'GET',
  path: '/api/slas/policies',
  summary: 'List the versions of the SLA policies, current version first',
  response: z.strictObject({ rows: z.array(versionedSchema) }),
});

export const postSlaPolicies = endpoint({
  method: 'POST',
  path: '/api/slas/policies',
  summary:
    'Save new SLA policies. Running clocks keep their policy. Returns 409 if policies were saved since `version`',
  role: 'admin',
  body: z.strictObject({ version: versionSchema, policies: slaPoliciesSchema }),
  response: versionedSchema,
});

const id = (last: string) => `00000000-0000-4000-8000-${last.padStart(12, '0')}`;
const all = { priorities: [], sizeTiers: [], isOn: true };

/** Policies that apply until an admin saves others. */
export const defaultPolicies: readonly SlaPolicy[] = [
  {
    ...all,
    policyId: id('1'),
    kind: 'first_touch',
    name: 'First touch',
    target: { unit: 'days', amount: 2 },
  },
  {
    ...all,
    policyId: id('2'),
    kind: 'ticket_reply',
    name: 'Reply, urgent',
    target: { unit: 'minutes', amount: 120 },
    priorities: ['URGENT'],
  },
  {
    ...all,
    policyId: id('3'),
    kind: 'ticket_reply',
    name: 'Reply, high',
    target: { unit: 'minutes', amount: 240 },
    priorities: ['HIGH'],
  },
  {
    ...all,
    policyId: id('4'),
    kind: 'ticket_reply',
    name: 'Reply',
    target: { unit: 'days', amount: 1 },
  },
  {
    ...all,
    policyId: id('5'),
    kind: 'onboarding_check_in',
    name: 'Onboarding check-in',
    target: { unit: 'days', amount: 3 },
  },
  {
    ...all,
    policyId: id('6'),
    kind: 'playbook_step',
    name: 'Playbook step',
    target: { unit: 'days', amount: 1 },
  },
];

import { type LossReasonKey, unavoidableReason } from '../losses/reasons.ts';

/** Groups of similar reasons. The groups are competing causes of a loss. */
export const reasonGroups = {
  'Product and service': ['Product gap', 'Support or implementation', 'Compliance'],
  'Price and billing': ['Price or terms', 'Billing'],
  'Usage and people': ['Low use', 'Champion or owner left'],
  'Another system': ['Competitor', 'EHR switch'],
  'Sold or closed': [unavoidableReason],
  Unknown: ['Unknown'],
} as const satisfies Record<string, readonly LossReasonKey[]>;

export type ReasonGroupName = keyof typeof reasonGroups;
export const reasonGroupNames = Object.keys(reasonGroups) as ReasonGroupName[];
const groupOf = new Map<string, ReasonGroupName>(
  reasonGroupNames.flatMap((group) =>
    reasonGroups[group].map((reason) => [reason, group] as const),
  ),
);

/** Returns the group of a reason. A reason without a group belongs to the group Unknown. */
export const reasonGroupOf = (reason: string): ReasonGroupName => groupOf.get(reason) ?? 'Unknown';

import { capitalize, numberText } from '#shared/core/words.ts';
import {
  maxSlaTargetAmounts,
  type SlaPolicy,
  slaPoliciesSchema,
  slaPolicySchema,
} from '#shared/slas/policies.ts';

export const targetUnits = ['minutes', 'hours', 'days'] as const;
export type TargetUnit = (typeof targetUnits)[number];

/** Maximum amount of a target, by unit. */
export const maxTargetAmounts: Record<TargetUnit, number> = {
  minutes: maxSlaTargetAmounts.minutes,
  hours: maxSlaTargetAmounts.minutes / 60,
  days: maxSlaTargetAmounts.days,
};

/** Policy that is being edited. A missing amount is `NaN`. */
export interface DraftPolicy extends Omit<SlaPolicy, 'target'> {
  target: { unit: TargetUnit; amount: number };
}

export const createPolicyDraft = (): DraftPolicy => ({
  policyId: crypto.randomUUID(),
  kind: 'ticket_reply',
  name: '',
  target: { unit: 'days', amount: 1 },
  priorities: [],
  sizeTiers: [],
  isOn: true,
});

/** Converts a policy to a draft. A target in whole hours gets the unit hours. */
export function toPolicyDraft({ target, ...policy }: SlaPolicy): DraftPolicy {
  if (target.unit === 'days' || target.amount % 60 !== 0) return { ...policy, target };
  return { ...policy, target: { unit: 'hours', amount: target.amount / 60 } };
}

export function toSlaPolicy({ target: { unit, amount }, ...policy }: DraftPolicy): SlaPolicy {
  const target =
    unit === 'days'
      ? { unit, amount }
      : { unit: 'minutes' as const, amount: unit === 'hours' ? Math.round(amount * 60) : amount };
  return { ...policy, target, priorities: policy.kind === 'ticket_reply' ? policy.priorities : [] };
}

/**
 * Returns the errors of the drafts by field path, such as 'policies.0.name'. The path 'policies'
 * has the errors of the whole list.
 */
export function validatePolicyDrafts(drafts: readonly DraftPolicy[]): Record<string, string> {
  const policies = drafts.map(toSlaPolicy);
  const byField = drafts.flatMap((draft, at) =>
    (slaPolicySchema.safeParse(toSlaPolicy(draft)).error?.issues ?? []).map(
      ({ path: [field], message }) => [
        `policies.${at}.${String(field)}`,
        field === 'target'
          ? `Enter a number from 1 to ${numberText(maxTargetAmounts[draft.target.unit])}.`
          : `${capitalize(message)}.`,
      ],
    ),
  );
  if (byField.length > 0) return Object.fromEntries(byField);
  const issues = slaPoliciesSchema.safeParse(policies).error?.issues ?? [];
  return issues.length === 0
    ? {}
    : { policies: issues.map(({ message }) => `The list ${message}.`).join(' ') };
}

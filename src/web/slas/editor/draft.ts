import { capitalized } from '#shared/core/words.ts';
import { longestTarget, type SlaPolicy, slaPoliciesSchema, slaPolicySchema } from '#shared/slas/policies.ts';

export const targetUnits = ['minutes', 'hours', 'days'] as const;
export type TargetUnit = (typeof targetUnits)[number];

/** Maximum amount per unit. */
export const maximumAmounts: Record<TargetUnit, number> = {
  minutes: longestTarget.minutes,
  hours: longestTarget.minutes / 60,
  days: longestTarget.days,
};

/** A policy that is being edited; a missing amount is `NaN`. */
export interface DraftPolicy extends Omit<SlaPolicy, 'target'> {
  target: { unit: TargetUnit; amount: number };
}

export const newPolicy = (): DraftPolicy => ({
  policyId: crypto.randomUUID(),
  kind: 'ticket_reply',
  name: '',
  target: { unit: 'days', amount: 1 },
  priorities: [],
  sizeTiers: [],
  isOn: true,
});

/** Converts a policy to a draft. Shows whole hours in hours. */
export function draftOf({ target, ...policy }: SlaPolicy): DraftPolicy {
  if (target.unit === 'days' || target.amount % 60 !== 0) return { ...policy, target };
  return { ...policy, target: { unit: 'hours', amount: target.amount / 60 } };
}

export function policyOf({ target: { unit, amount }, ...policy }: DraftPolicy): SlaPolicy {
  const target =
    unit === 'days' ? { unit, amount } : { unit: 'minutes' as const, amount: unit === 'hours' ? Math.round(amount * 60) : amount };
  return { ...policy, target, priorities: policy.kind === 'ticket_reply' ? policy.priorities : [] };
}

export function movedPolicy(drafts: readonly DraftPolicy[], from: number, to: number): DraftPolicy[] {
  const [draft] = drafts.slice(from, from + 1);
  return draft === undefined ? [...drafts] : drafts.toSpliced(from, 1).toSpliced(to, 0, draft);
}

export interface Problems {
  /** Returns the error of a policy's field, such as 'name'. */
  of: (policyId: string, field: 'name' | 'target') => string | undefined;
  /** Errors that concern all policies together. */
  whole: string[];
  isFine: boolean;
}

/** Returns the validation errors of the drafts. */
export function problemsOf(drafts: readonly DraftPolicy[]): Problems {
  const policies = drafts.map(policyOf);
  const byField = new Map(
    policies.flatMap((policy) =>
      (slaPolicySchema.safeParse(policy).error?.issues ?? []).map(({ path: [field], message }) => [
        `${policy.policyId} ${String(field)}`,
        field === 'target' ? 'Must be a number from 1 up to what the unit allows.' : `${capitalized(message)}.`,
      ]),
    ),
  );
  const issues = byField.size > 0 ? [] : (slaPoliciesSchema.safeParse(policies).error?.issues ?? []);
  const whole = issues.map(({ message }) => `The list ${message}.`);
  return { of: (policyId, field) => byField.get(`${policyId} ${field}`), whole, isFine: byField.size === 0 && whole.length === 0 };
}

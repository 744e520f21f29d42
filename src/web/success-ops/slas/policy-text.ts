import type { SlaPolicy } from '#shared/success-ops/slas/policies.ts';
import { targetText } from '#shared/success-ops/slas/rules.ts';
import { slaKindWords } from '#shared/success-ops/slas/words.ts';
import { priorityWords } from '#shared/tickets/changes.ts';

/** What a policy is for: 'Ticket reply, urgent or high, large customers'. */
export function conditionsText({ kind, priorities, sizeTiers }: Pick<SlaPolicy, 'kind' | 'priorities' | 'sizeTiers'>): string {
  const either = (words: readonly string[]) => words.map((word) => word.toLowerCase()).join(' or ');
  return [
    slaKindWords[kind].name,
    ...(priorities.length === 0 ? [] : [`${either(priorities.map((each) => priorityWords[each]))} priority`]),
    ...(sizeTiers.length === 0 ? [] : [`${either(sizeTiers)} customers`]),
  ].join(', ');
}

export const policyText = (policy: SlaPolicy): string =>
  `${conditionsText(policy)}: ${targetText(policy.target)}${policy.isOn ? '' : ', off'}`;

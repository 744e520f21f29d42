import type { SlaPolicy } from '#shared/slas/policies.ts';
import { targetText } from '#shared/slas/rules.ts';
import { slaKindWords } from '#shared/slas/words.ts';
import { priorityWords } from '#shared/tickets/changes.ts';

/**
 * Describes a policy: 'Ticket reply, urgent or high priority, large customers: 4 working hours'.
 */
export function policyText({ kind, priorities, sizeTiers, target, isOn }: SlaPolicy): string {
  const either = (words: readonly string[]) => words.map((word) => word.toLowerCase()).join(' or ');
  const conditions = [
    slaKindWords[kind].name,
    ...(priorities.length === 0
      ? []
      : [`${either(priorities.map((each) => priorityWords[each]))} priority`]),
    ...(sizeTiers.length === 0 ? [] : [`${either(sizeTiers)} customers`]),
  ];
  return `${conditions.join(', ')}: ${targetText(target)}${isOn ? '' : ', off'}`;
}

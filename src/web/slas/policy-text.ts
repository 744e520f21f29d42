import type { SlaPolicy } from '#shared/slas/policies.ts';
import { slaTargetText } from '#shared/slas/rules.ts';
import { slaKindTexts } from '#shared/slas/words.ts';
import { ticketPriorityLabels } from '#shared/tickets/changes.ts';

/**
 * Describes a policy: 'Ticket reply, urgent or high priority, large customers: 4 working hours'.
 */
export function policyText({ kind, priorities, sizeTiers, target, isOn }: SlaPolicy): string {
  const either = (words: readonly string[]) => words.map((word) => word.toLowerCase()).join(' or ');
  const conditions = [
    slaKindTexts[kind].name,
    ...(priorities.length === 0
      ? []
      : [`${either(priorities.map((each) => ticketPriorityLabels[each]))} priority`]),
    ...(sizeTiers.length === 0 ? [] : [`${either(sizeTiers)} customers`]),
  ];
  return `${conditions.join(', ')}: ${slaTargetText(target)}${isOn ? '' : ', off'}`;
}

import { oneDecimalText } from '#shared/core/amount-words.ts';
import type { Workload } from '#shared/work/workloads.ts';

/** Formats hours: '25.5 h'. */
export const hoursText = (hours: number): string => `${oneDecimalText(hours)} h`;

/** Formats a user's workload of the next seven days: '12 h of 25.5 h, away today'. */
export function workloadText({
  neededHours,
  availableHours,
  isAway,
}: Omit<Workload, 'personId'>): string {
  if (availableHours === 0) return 'no free hours in the next seven days';
  return `${hoursText(neededHours)} of ${hoursText(availableHours)}${isAway ? ', away today' : ''}`;
}

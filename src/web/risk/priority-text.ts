import { type Day, daysBetween } from '#shared/core/dates.ts';
import { countText, dollarsText, shareText } from '#shared/core/words.ts';
import type { RiskRow } from '#shared/risk/rows.ts';

/** Formats the time until a renewal: 'in 12 days', '3 days overdue'. */
export function timeToRenewalText(renewalOn: Day, today: Day): string {
  const days = daysBetween(today, renewalOn);
  return days < 0 ? `${countText(-days, 'day')} overdue` : `in ${countText(days, 'day')}`;
}

/** Formats the factors of the priority, one on each line. A renewal factor of 1 is left out. */
export function priorityFactorsText(
  { lossChance, annualRevenue, renewalFactor, renewalOn }: RiskRow,
  today: Day,
): string {
  if (lossChance === null || annualRevenue === null) return '';
  const parts = [
    `${shareText(lossChance)} chance of loss`,
    `× ${dollarsText(annualRevenue)} yearly revenue`,
  ];
  if (renewalFactor !== 1 && renewalOn !== null)
    parts.push(`× ${renewalFactor}, renewal ${timeToRenewalText(renewalOn, today)}`);
  return parts.join('\n');
}

import { type Day, daysBetween } from '#shared/core/dates.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { monthInWords } from '#shared/core/words.ts';
import type {
  RevenueMove,
  RevenuePeriod,
  RevenuePeriodLength,
  revenueMoveKinds,
} from './contracts.ts';

/**
 * Returns the share of monthly revenue retained without expansion, 0–1; `null` without revenue at
 * the start.
 */
export const grossRetention = ({ start, contraction, churn }: RevenuePeriod): number | null =>
  start > 0 ? (start - contraction - churn) / start : null;

/**
 * Returns the share of monthly revenue retained including expansion. The share is above 1 when
 * expansion exceeds losses; `null` without revenue at the start.
 */
export const netRetention = ({
  start,
  contraction,
  churn,
  expansion,
}: RevenuePeriod): number | null =>
  start > 0 ? (start - contraction - churn + expansion) / start : null;

/**
 * Returns the share of customers that had a contract at the start and none at the end, 0–1; `null`
 * for too few customers.
 */
export const logoChurn = ({ customers, lost }: RevenuePeriod): number | null =>
  customers < minimumGroupSize ? null : lost / customers;

/** Returns the renewed share of the amount due, 0–1; `null` when nothing was due. */
export const renewalRate = ({ due, renewed }: RevenuePeriod): number | null =>
  due > 0 ? renewed / due : null;

export function classifyRevenueMove({
  start,
  end,
}: Pick<RevenueMove, 'start' | 'end'>): (typeof revenueMoveKinds)[number] {
  if (start === 0) return 'New';
  if (end === 0) return 'Churn';
  return end > start ? 'Expansion' : 'Contraction';
}

const monthsIn: Record<RevenuePeriodLength, number> = { month: 1, quarter: 3 };
const shownPeriods: Record<RevenuePeriodLength, number> = { month: 13, quarter: 6 };

/** Returns the first day of each complete period and of the current period, oldest first. */
export function listRevenuePeriodStarts(by: RevenuePeriodLength, today: Day): Day[] {
  const months = monthsIn[by];
  const month = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  const running = month - (month % months);
  return Array.from({ length: shownPeriods[by] + 1 }, (_, at) =>
    dayOfMonth(running - (shownPeriods[by] - at) * months),
  );
}

const dayOfMonth = (month: number): Day =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;

/** Names a period, such as "Oct 2026" or "Q4 2026". */
export const revenuePeriodName = ({ from, to }: Pick<RevenuePeriod, 'from' | 'to'>): string =>
  daysBetween(from, to) > 31
    ? `Q${Math.ceil(Number(from.slice(5, 7)) / 3)} ${from.slice(0, 4)}`
    : monthInWords(from);

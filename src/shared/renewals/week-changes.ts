import { addDays, type Day, weekStartOf } from '#shared/core/dates.ts';
import { quarterText } from './quarters.ts';
import type { RenewalBefore } from './renewals.ts';
import type { RenewalWeekChange } from './words.ts';

/** Number of days by which the snapshot of a comparison should be older than today. */
export const comparisonDays = 7;

/**
 * Number of days beyond the listed ones that a snapshot contains, so that a renewal that comes into
 * view is not taken for a new one.
 */
export const snapshotExtraDays = 35;

/** Returns the day of the next weekly snapshot, a Sunday after today. */
export const nextSnapshotDay = (today: Day): Day => addDays(weekStartOf(today), 7);

/**
 * Returns the change of a renewal since its state in the snapshot. `before` is `null` for a renewal
 * that the snapshot does not contain. Amounts are compared in cents.
 */
export function renewalWeekChange(
  before: RenewalBefore | null,
  now: RenewalBefore,
): RenewalWeekChange {
  if (before === null) return 'New';
  if (now.stage !== before.stage && now.stage === 'signed') return 'Signed';
  if (now.stage !== before.stage && now.stage === 'lost') return 'Lost';
  if (quarterText(now.dueOn) !== quarterText(before.dueOn))
    return now.dueOn === null || (before.dueOn !== null && now.dueOn > before.dueOn)
      ? 'Slipped'
      : 'Pulled in';
  if (now.forecast !== before.forecast) return 'Category changed';
  if (cents(now.amountDue) !== cents(before.amountDue)) return 'Amount changed';
  return cents(now.expected) === cents(before.expected) ? 'Unchanged' : 'Probability changed';
}

const cents = (dollars: number | null): number | null =>
  dollars === null ? null : Math.round(dollars * 100);

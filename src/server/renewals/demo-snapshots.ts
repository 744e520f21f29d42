import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day, listWeekStartsUntil, weekStartOf } from '#shared/core/dates.ts';
import type { RenewalChange } from '#shared/renewals/renewals.ts';
import {
  findCustomersWithNoticeFrom,
  findHealthOfWeek,
  findRenewalChangesBefore,
} from './demo-snapshot-queries.ts';
import { findRenewalRows, type RenewalRow } from './queries.ts';
import { toListedRenewal } from './rules.ts';
import { snapshotDaysAhead } from './snapshot.ts';
import { insertRenewalSnapshot } from './snapshot-queries.ts';

/** Number of past weeks for which the demo has snapshots. */
const snapshotWeeks = 4;

/**
 * Inserts the snapshots of the past weeks, as the weekly job would have taken them: with the stages
 * and forecasts entered by then, the notices given by then, and the health of the week closed then.
 */
export async function seedDemoSnapshots(transaction: Queries, today: Day): Promise<void> {
  for (const day of listWeekStartsUntil(weekStartOf(addDays(today, -1)), snapshotWeeks)) {
    const changes = Map.groupBy(
      await findRenewalChangesBefore(transaction, day),
      ({ dealId }) => dealId,
    );
    const health = new Map(
      (await findHealthOfWeek(transaction, addDays(day, -7))).map((row) => [
        row.institutionId,
        row,
      ]),
    );
    const laterNotices = await findCustomersWithNoticeFrom(transaction, day);
    const rows = await findRenewalRows(transaction, day, snapshotDaysAhead);
    await insertRenewalSnapshot(
      transaction,
      day,
      rows.map((row) => {
        const customer = health.get(row.institutionId);
        return toListedRenewal(
          {
            ...withChanges(
              row,
              (changes.get(row.dealId) ?? []).map(({ change }) => change),
            ),
            leavesOn: laterNotices.has(row.institutionId) ? null : row.leavesOn,
          },
          customer && { ...customer, churnTier: null },
          day,
          { comparedWith: null },
        );
      }),
    );
  }
}

/** Returns the renewal with only the given changes, in the order in which they were made. */
function withChanges(row: RenewalRow, changes: readonly RenewalChange[]): RenewalRow {
  const newest = <Action extends RenewalChange['action']>(action: Action) =>
    changes.findLast(
      (change): change is Extract<RenewalChange, { action: Action }> => change.action === action,
    );
  return {
    ...row,
    stage: newest('stage')?.stage ?? 'not_started',
    call: newest('call')?.call ?? null,
    expectedSet: newest('expected')?.dollars ?? null,
    decision: null,
  };
}

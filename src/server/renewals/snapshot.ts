import type { Dependencies } from '#server/core/dependencies.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import type { Day } from '#shared/core/dates.ts';
import { renewalListDayLimits } from '#shared/renewals/rules.ts';
import { snapshotExtraDays } from '#shared/renewals/week-changes.ts';
import { findRenewalRows } from './queries.ts';
import { toListedRenewal } from './rules.ts';
import { hasRenewalSnapshot, insertRenewalSnapshot } from './snapshot-queries.ts';

/** Number of days ahead for which a snapshot contains renewals. */
export const snapshotDaysAhead = renewalListDayLimits.ahead + snapshotExtraDays;

/**
 * Takes the snapshot of a day, unless it exists. Returns the number of stored renewals.
 */
export async function takeRenewalSnapshot(
  dependencies: Dependencies,
  day: Day,
): Promise<{ renewals: number }> {
  const { background } = dependencies.database;
  if (await hasRenewalSnapshot(background, day)) return { renewals: 0 };
  const customers = (await institutionListReader(dependencies)()).answer.rows;
  const byId = new Map(customers.map((row) => [row.institutionId, row]));
  const rows = (await findRenewalRows(background, day, snapshotDaysAhead)).map((row) =>
    toListedRenewal(row, byId.get(row.institutionId), day, { comparedWith: null }),
  );
  await insertRenewalSnapshot(background, day, rows);
  return { renewals: rows.length };
}

import type { Dependencies } from '#server/core/dependencies.ts';
import { isHubspotUsed } from '#server/crm/choose-crm.ts';
import { createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { readNoticesVersion } from '#server/notices/queries.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { dayIn } from '#shared/core/dates.ts';
import { getRenewals } from '#shared/renewals/renewals.ts';
import { nextSnapshotDay } from '#shared/renewals/week-changes.ts';
import { findDepartedRenewals } from './comparison.ts';
import { findRenewalRows, readRenewalsCacheVersion } from './queries.ts';
import { toListedRenewal } from './rules.ts';
import { findComparisonDay, findSnapshotRenewals } from './snapshot-queries.ts';

/**
 * Returns the cached list of renewals. It is rebuilt every day and when deals, customers, scores,
 * notices or forecasts change.
 */
export function createRenewalListReader(dependencies: Dependencies) {
  const { database, clock, env } = dependencies;
  const customers = institutionListReader(dependencies);
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  async function build() {
    const day = today();
    const { foreground } = database;
    const byId = new Map((await customers()).answer.rows.map((row) => [row.institutionId, row]));
    const comparedWith = await findComparisonDay(foreground, day);
    const snapshot =
      comparedWith === null ? [] : await findSnapshotRenewals(foreground, comparedWith);
    const beforeById = new Map(snapshot.map((row) => [row.dealId, row]));
    const rows = await findRenewalRows(foreground, day);
    const listed = rows.map((row) =>
      toListedRenewal(row, byId.get(row.institutionId), day, {
        comparedWith,
        before: beforeById.get(row.dealId) ?? null,
      }),
    );
    return getRenewals.response.parse({
      today: day,
      comparedWith,
      nextSnapshotOn: nextSnapshotDay(day),
      departed: findDepartedRenewals(snapshot, new Set(rows.map(({ dealId }) => dealId)), day),
      outcomesFrom: isHubspotUsed(env) ? 'hubspot' : 'page',
      rows: listed,
    });
  }

  return createVersionCheckedListReader(
    async () =>
      `${today()} ${(await customers()).id} ${await readRenewalsCacheVersion(database.foreground)} ${await readNoticesVersion(database.foreground)}`,
    build,
  );
}

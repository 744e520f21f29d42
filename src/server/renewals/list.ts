import type { Dependencies } from '#server/core/dependencies.ts';
import { createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { readNoticesVersion } from '#server/notices/queries.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { dayIn } from '#shared/core/dates.ts';
import { getRenewals } from '#shared/renewals/renewals.ts';
import { findRenewalRows, readRenewalsCacheVersion } from './queries.ts';
import { toListedRenewal } from './rules.ts';

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
    const byId = new Map((await customers()).answer.rows.map((row) => [row.institutionId, row]));
    const rows = await findRenewalRows(database.foreground, day);
    return getRenewals.response.parse({
      today: day,
      rows: rows.map((row) => toListedRenewal(row, byId.get(row.institutionId), day)),
    });
  }

  return createVersionCheckedListReader(
    async () =>
      `${today()} ${(await customers()).id} ${await readRenewalsCacheVersion(database.foreground)} ${await readNoticesVersion(database.foreground)}`,
    build,
  );
}

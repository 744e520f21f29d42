import type { Dependencies } from '#server/core/dependencies.ts';
import { createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { getActionItems } from '#shared/action-items/action-items.ts';
import { dayIn, daysBetween } from '#shared/core/dates.ts';
import { findActionItemRows, readActionItemsCacheVersion } from './queries.ts';

/**
 * Returns the cached list of action items. It is rebuilt every day and when items, customers,
 * owners or scores change.
 */
export function createActionItemListReader(dependencies: Dependencies) {
  const { database, clock, env } = dependencies;
  const customers = institutionListReader(dependencies);
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  async function build() {
    const day = today();
    const byId = new Map((await customers()).answer.rows.map((row) => [row.institutionId, row]));
    const rows = (await findActionItemRows(database.foreground, day, env.BUSINESS_TIME_ZONE)).map(
      (call) => {
        const customer = byId.get(call.institutionId);
        return {
          ...call,
          adoptionScore: customer?.adoptionScore ?? null,
          healthTier: customer?.healthTier ?? ('Unknown' as const),
          ageDays: daysBetween(call.openedOn, call.closedOn ?? day),
          personName: call.assignee?.name ?? customer?.ownerName ?? null,
        };
      },
    );
    return getActionItems.response.parse({ today: day, rows });
  }

  return createVersionCheckedListReader(
    async () =>
      `${today()} ${(await customers()).id} ${await readActionItemsCacheVersion(database.foreground)}`,
    build,
  );
}

import type { Dependencies } from '#server/core/dependencies.ts';
import { createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { getTicketList } from '#shared/tickets/desk.ts';
import { deskVersion, findDeskRows } from './queries.ts';
import { toListedTicket } from './rules.ts';

/** Maximum age of the list in milliseconds. Waiting times grow even when no data changes. */
const freshMilliseconds = 15 * 60_000;

/**
 * Returns the cached list of tickets. It is rebuilt every 15 minutes and when tickets, customers or
 * scores change.
 */
export function createTicketListReader(dependencies: Dependencies) {
  const { database, clock, env } = dependencies;
  const customers = institutionListReader(dependencies);

  async function customersById() {
    return new Map((await customers()).answer.rows.map((row) => [row.institutionId, row]));
  }

  async function build() {
    const byId = await customersById();
    const now = clock();
    const rows = await findDeskRows(database.foreground, now, env.BUSINESS_TIME_ZONE);
    return getTicketList.response.parse({
      rows: rows.map((row) => toListedTicket(row, byId.get(row.institutionId), now)),
    });
  }

  return {
    list: createVersionCheckedListReader(
      async () =>
        `${Math.floor(clock().getTime() / freshMilliseconds)} ${(await customers()).id} ${await deskVersion(database.foreground)}`,
      build,
    ),
    customersById,
  };
}

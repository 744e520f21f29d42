import type { Dependencies } from '#server/core/dependencies.ts';
import { freshList } from '#server/list/cached-list.ts';
import { institutionList } from '#server/portfolio/list.ts';
import { getTicketList } from '#shared/tickets/desk.ts';
import { deskRows, deskVersion } from './queries.ts';
import { listedTicket } from './rules.ts';

/** Customers wait although nothing happens: hours are no older than this. */
const freshMilliseconds = 15 * 60_000;

/** The desk's tickets as they stand now: made anew with every change of tickets, customers or scores, and every quarter of an hour. */
export function ticketList(dependencies: Dependencies) {
  const { database, clock, env } = dependencies;
  const customers = institutionList(dependencies);

  async function standings() {
    return new Map((await customers()).answer.rows.map((row) => [row.institutionId, row]));
  }

  async function build() {
    const byId = await standings();
    const now = clock();
    const rows = await deskRows(database.foreground, now, env.BUSINESS_TIME_ZONE);
    return getTicketList.response.parse({ rows: rows.map((row) => listedTicket(row, byId.get(row.institutionId), now)) });
  }

  return {
    list: freshList(
      async () =>
        `${Math.floor(clock().getTime() / freshMilliseconds)} ${(await customers()).etag} ${await deskVersion(database.foreground)}`,
      build,
    ),
    standings,
  };
}

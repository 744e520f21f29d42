import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/** When the mirror was last brought up to date as a whole; null before it ever was. */
export async function mirrorAsOf(queries: Queries): Promise<Date | null> {
  return (await queries.selectFrom('hubspot_mirror').select('as_of').executeTakeFirst())?.as_of ?? null;
}

/** Whether the database holds the demo's customers, whose deals a pass would take away. */
export async function holdsDemo(queries: Queries): Promise<boolean> {
  const { rows } = await sql`select from demo_world limit 1`.execute(queries);
  return rows.length > 0;
}

export interface MirrorState {
  /** Whose rows the mirror's are; null before there are any. */
  published: string | null;
  watermark: Date | null;
}

/** Far more than lies between two pages: who says nothing for so long is dead. */
const leaseMilliseconds = 4 * 60_000;
const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMilliseconds);

/** Gives the mirror to a pass; undefined while another one has it. What a pass that broke off had read is forgotten. */
export async function beginPass(queries: Queries, pass: string, now: Date): Promise<MirrorState | undefined> {
  const { rows } = await sql<MirrorState>`
    insert into hubspot_mirror as m (pass, leased_until) values (${pass}, ${leaseFrom(now)})
    on conflict (one_row) do update set pass = excluded.pass, leased_until = excluded.leased_until
    where m.leased_until is null or m.leased_until <= ${now}
    returning published, watermark`.execute(queries);
  const state = rows[0];
  if (state !== undefined) await forgetPasses(queries, state.published);
  return state;
}

/** Whether the pass still has the mirror, which it then has for some minutes more. */
export async function goOn(queries: Queries, pass: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('hubspot_mirror')
    .set({ leased_until: leaseFrom(now) })
    .where('pass', '=', pass)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Gives the mirror back. */
export async function endPass(queries: Queries, pass: string): Promise<void> {
  await queries.updateTable('hubspot_mirror').set({ leased_until: null }).where('pass', '=', pass).execute();
}

/** Whether no other pass began since; none can until the transaction ends. */
export async function isNewestPass(transaction: Queries, pass: string): Promise<boolean> {
  const row = await transaction.selectFrom('hubspot_mirror').select('pass').forUpdate().executeTakeFirst();
  return row?.pass === pass;
}

const passTables = ['hubspot_company', 'hubspot_deal', 'hubspot_deal_company', 'hubspot_ticket', 'hubspot_ticket_company', 'hubspot_gone'];

/** Forgets what every other pass has read. */
export async function forgetPasses(queries: Queries, kept: string | null): Promise<void> {
  for (const table of passTables) await sql`delete from ${sql.table(table)} where pass is distinct from ${kept}::uuid`.execute(queries);
}

import type { Database } from '#server/core/db/database.ts';

/**
 * Returns a hash of each table's rows, sorted by their text. Two databases are equal when all
 * hashes are equal. Leaves out `rate_window`, because counted requests are written with a delay.
 */
export async function computeTableHashes(
  database: Database,
  without: readonly string[] = [],
): Promise<Record<string, string>> {
  const { rows } = await database.execute(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') order by 1`,
  );
  const hashes: Record<string, string> = {};
  for (const name of rows
    .map((row) => String(row.name))
    .filter((each) => each !== 'rate_window' && !without.includes(each))) {
    const found = await database.execute(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\\n' order by t::text collate "C"), '')) as hash from ${name} t`,
    );
    hashes[name] = String(found.rows[0]?.hash);
  }
  return hashes;
}

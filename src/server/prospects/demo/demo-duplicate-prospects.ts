import type { Queries } from '#server/core/db/database.ts';
import { duplicateDemoProspect, findDemoProspectsWithoutPlace } from './demo-rows-queries.ts';

/** Maximum number of the demo's practices that are prospects twice. */
const mostDuplicates = 3;

/**
 * Makes some of the demo's prospects second records of others, so that there is something to merge.
 */
export async function seedDemoDuplicates(
  transaction: Queries,
  won: ReadonlySet<number>,
): Promise<void> {
  const ids = (await findDemoProspectsWithoutPlace(transaction))
    .map(({ prospect_id }) => prospect_id)
    .filter((id) => !won.has(id));
  const count = Math.min(mostDuplicates, Math.floor(ids.length / 2));
  for (const [at, original] of ids.slice(0, count).entries()) {
    const duplicate = ids[count + at];
    if (duplicate !== undefined) await duplicateDemoProspect(transaction, { original, duplicate });
  }
}

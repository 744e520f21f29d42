import type { Dependencies } from '#server/core/dependencies.ts';
import { answerUnlessCrmDown } from '#server/institutions/optional-crm-answer.ts';
import { createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { getLosses } from '#shared/churn/losses/losses.ts';
import { findLossRows, lossesCacheVersion } from './queries.ts';
import { toLoss } from './rules.ts';

/**
 * Returns the cached list of losses. The cache is renewed when losses, official weeks or owners
 * change.
 */
export function createLossListReader({
  database,
  crm,
  log,
  env,
}: Pick<Dependencies, 'database' | 'crm' | 'log' | 'env'>) {
  const { foreground } = database;

  async function readVersion(): Promise<string> {
    const asOf = await answerUnlessCrmDown(log, () => crm.asOf());
    return `${await lossesCacheVersion(foreground)} ${asOf?.toISOString()}`;
  }

  async function build() {
    const rows = await findLossRows(foreground);
    const owners = await answerUnlessCrmDown(log, () =>
      crm.dealOwners([...new Set(rows.map((row) => row.institution_id))]),
    );
    return getLosses.response.parse({
      rows: rows.map((row) =>
        toLoss(
          row,
          owners?.get(String(row.institution_id))?.ownerName ?? null,
          env.BUSINESS_TIME_ZONE,
        ),
      ),
    });
  }

  return createVersionCheckedListReader(readVersion, build);
}

import type { Queries } from '#server/core/db/database.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import type { ValueMap } from '#shared/imports/values.ts';

/** Returns the values that users mapped for files of a source. */
export async function findSavedValueMap(
  queries: Queries,
  kind: ImportKind,
  externalSource: string,
): Promise<ValueMap> {
  const found = await queries
    .selectFrom('import_mapping')
    .select('value_map')
    .where('kind', '=', kind)
    .where('external_source', '=', externalSource)
    .executeTakeFirst();
  return found?.value_map ?? {};
}

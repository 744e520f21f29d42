import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { saidSystemOf } from '#server/institutions/said-system-sql.ts';
import type { Merge } from './merge.ts';

/** Writes the records systems that administrators said are meant in place of the names that the file has for them. */
export const nameSystems = (transaction: Queries, { importId }: Pick<Merge, 'importId'>) =>
  sql`
    update practice_staging s set ehr = n.system from records_system_name n
    where s.import_id = ${importId}::uuid and n.said = ${saidSystemOf(sql`s.ehr`)} and s.ehr <> n.system`.execute(transaction);

import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { normalizedEhrNameSql } from '#server/institutions/system-name-sql.ts';
import type { StagedImportRun } from './merge.ts';

/** Replaces the EHR names in staged rows with the EHRs that admins mapped to these names. */
export const replaceStagedEhrNames = (
  transaction: Queries,
  { importId }: Pick<StagedImportRun, 'importId'>,
) =>
  sql`
    update practice_staging s set ehr = n.system from records_system_name n
    where s.import_id = ${importId}::uuid and n.said = ${normalizedEhrNameSql(sql`s.ehr`)} and s.ehr <> n.system`.execute(
    transaction,
  );

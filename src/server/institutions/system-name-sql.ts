import { type RawBuilder, sql } from 'kysely';

/**
 * Returns SQL that normalizes an EHR name for comparisons in the same way as `normalizeEhrName`.
 */
export const normalizedEhrNameSql = (name: RawBuilder<unknown>) =>
  sql`regexp_replace(lower(trim(${name})), '\\s+', ' ', 'g')`;

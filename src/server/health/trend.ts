import type { Queries } from '#server/core/db/database.ts';
import type { InstitutionHealth } from '#shared/health/health.ts';
import { findInstitutionFacts, findProvisionalScore, findScoredWeeks } from './queries.ts';
import { buildHealthRecord, healthRecordWeeks } from './rules.ts';

/**
 * Returns the health records of an institution's last `weeks` official weeks, oldest first;
 * `undefined` for an unknown institution.
 */
export async function readHealthTrend(
  queries: Queries,
  institutionId: number,
  weeks: number,
): Promise<InstitutionHealth[] | undefined> {
  const institution = await findInstitutionFacts(queries, institutionId);
  if (institution === undefined) return undefined;
  const scored = await findScoredWeeks(queries, institutionId, weeks + healthRecordWeeks - 1);
  const provisional =
    scored.length === 0 ? null : await findProvisionalScore(queries, institutionId);
  return scored
    .slice(0, weeks)
    .map((week, index) =>
      buildHealthRecord(
        institution,
        week,
        scored.slice(index + 1, index + healthRecordWeeks),
        index === 0 ? provisional : null,
      ),
    )
    .reverse();
}

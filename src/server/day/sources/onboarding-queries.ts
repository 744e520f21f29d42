import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

interface CaseWeek {
  institution_id: number;
  week_end: Day;
  day: number;
  score: number | null;
  expected: number;
}

/** Returns the scores of the onboarding cases at the end of the last official week. */
export async function findLatestOnboardingScores(
  queries: Queries,
  institutionIds: readonly number[],
): Promise<CaseWeek[]> {
  const { rows } = await sql<CaseWeek>`
    select institution_id, week_start + 6 as week_end, day, score, expected from onboarding_week
    where week_start = (select max(week_start) from official_week) and institution_id = any(${institutionIds}::bigint[])
    order by institution_id`.execute(queries);
  return rows;
}

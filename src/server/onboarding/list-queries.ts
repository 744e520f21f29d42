import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { OnboardingState } from '#shared/institutions/onboarding-states.ts';
import type { MilestoneRow } from './facts-queries.ts';

/** Returns a cache version that changes with cases, customers, official weeks and rules. */
export async function readOnboardingListCacheVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':',
      (select version from list_version where list = 'onboarding'), (select version from list_version where list = 'practices'),
      (select max(closed_at) from official_week), (select max(rules_version_id) from rules_version)) as version`.execute(
    queries,
  );
  return rows[0]?.version ?? '';
}

export interface MilestoneWithEvidence extends MilestoneRow {
  evidence: string | null;
  done_by: string | null;
}

export async function findMilestonesOfCustomer(
  queries: Queries,
  institutionId: number,
): Promise<MilestoneWithEvidence[]> {
  const { rows } = await sql<MilestoneWithEvidence>`
    select m.institution_id, m.milestone, m.product, m.side, m.due_day, m.done_on, m.evidence, p.name as done_by
    from onboarding_milestone m left join person p on p.user_id = m.done_by
    where m.institution_id = ${institutionId}`.execute(queries);
  return rows;
}

export interface PastCaseStatus {
  institutionId: number;
  institutionName: string;
  day: number;
  score: number | null;
  expected: number;
  state: OnboardingState;
}

export async function findCaseStatusesInWeek(
  queries: Queries,
  week: Day,
): Promise<PastCaseStatus[]> {
  const { rows } = await sql<PastCaseStatus>`
    select w.institution_id as "institutionId", i.name as "institutionName", w.day, w.score, w.expected, w.state
    from onboarding_week w join institution i using (institution_id)
    where w.week_start = ${week}::date order by w.institution_id`.execute(queries);
  return rows;
}

import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { HealthTier } from '#shared/core/tiers.ts';
import type { RiskOutcomeKind, RiskReasonKey } from '#shared/work/cases.ts';

export interface ScoredWeek {
  institution_id: number;
  week: Day;
  score: number | null;
  tier: HealthTier;
  declining: number;
  zeroUsage: boolean;
  rules: HealthRules;
}

/**
 * Returns the scores of the institutions in the last official week. Leaves out institutions without
 * a score in this week.
 */
export const findLastWeekScores = (
  queries: Queries,
  institutionIds: readonly number[],
): Promise<ScoredWeek[]> =>
  queries
    .selectFrom('score_week as s')
    .innerJoin('rules_version as r', 'r.rules_version_id', 's.rules_version_id')
    .select([
      's.institution_id',
      's.week_start as week',
      's.adoption_score as score',
      's.health_tier as tier',
      's.weeks_declining as declining',
      's.has_zero_usage as zeroUsage',
      'r.rules',
    ])
    .where('s.institution_id', 'in', institutionIds)
    .where('s.week_start', '=', (of) =>
      of.selectFrom('official_week').select((week) => week.fn.max('week_start').as('last')),
    )
    .execute();

interface NewOutcome {
  outcomeId: string;
  userId: string;
  at: Date;
  outcome: RiskOutcomeKind;
  note: string;
}

/** State of the institution at the time of an outcome. It is stored with the outcome. */
export interface InstitutionStateAtOutcome {
  institutionId: number;
  week: Day | null;
  score: number | null;
  tier: HealthTier | null;
  reasons: readonly RiskReasonKey[];
}

/** Adds the outcome to each institution that does not have an outcome with this id. */
export async function insertRiskOutcomes(
  queries: Queries,
  judged: readonly InstitutionStateAtOutcome[],
  outcome: NewOutcome,
): Promise<void> {
  await queries
    .insertInto('risk_outcome')
    .values(
      judged.map(({ institutionId, week, score, tier, reasons }) => ({
        institution_id: institutionId,
        outcome_id: outcome.outcomeId,
        decided_by: outcome.userId,
        decided_at: outcome.at,
        outcome: outcome.outcome,
        note: outcome.note,
        judged_week: week,
        judged_score: score,
        judged_tier: tier,
        judged_reasons: JSON.stringify(reasons),
        withdrawn_at: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Counts the institutions whose outcome with this id equals the request. A lower count than
 * requested means that the id was used for another outcome.
 */
export async function countOutcomesMatchingRequest(
  queries: Queries,
  institutionIds: readonly number[],
  outcome: NewOutcome,
): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from risk_outcome where institution_id = any(${institutionIds}::bigint[]) and outcome_id = ${outcome.outcomeId}::uuid
      and decided_by = ${outcome.userId}::uuid and outcome = ${outcome.outcome} and note = ${outcome.note}`.execute(
    queries,
  );
  return rows[0]?.found ?? 0;
}

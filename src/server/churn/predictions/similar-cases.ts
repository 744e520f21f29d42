import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { notFound } from '#server/core/errors.ts';
import { patternKeys } from '#shared/churn/patterns/patterns.ts';
import type { PastCase } from '#shared/churn/predictions/list.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { HealthTier } from '#shared/core/tiers.ts';
import { flagsSql } from '../quality/flags-queries.ts';
import { currentModel } from './model-queries.ts';
import { horizonDays, modelValues } from './panel.ts';

interface CaseRow {
  institution_id: number;
  name: string;
  day: Day;
  noticed_on: Day | null;
  reason: string | null;
  patterns: string[];
  known: (number | null)[];
  score: number | null;
  tier: HealthTier | null;
  done: string[] | null;
}

const eachShown = 3;

/** How far apart two customers are: the mean square of the differences, each by how much the feature varies; unknown against known counts as one. */
export function distance(one: readonly number[], other: readonly number[], deviations: readonly number[]): number {
  let sum = 0;
  for (const [at, value] of one.entries()) {
    const against = other[at] ?? Number.NaN;
    if (Number.isNaN(value) && Number.isNaN(against)) continue;
    const deviation = deviations[at] ?? 0;
    const apart = Number.isNaN(value) || Number.isNaN(against) ? 1 : deviation > 0 ? (value - against) / deviation : 0;
    sum += Math.min(9, apart * apart);
  }
  return sum / one.length;
}

/** The past flags most like what is known of a customer today, of those that left and of those that stayed. */
export async function similarCases(queries: Queries, institutionId: number, today: Day): Promise<{ lost: PastCase[]; stayed: PastCase[] }> {
  const own = await queries
    .selectFrom('churn_feature')
    .select('known')
    .where('institution_id', '=', institutionId)
    .orderBy('day', 'desc')
    .executeTakeFirst();
  const model = await currentModel(queries);
  if (own === undefined || model === undefined) throw notFound('A prediction of this institution');
  const values = modelValues(own.known);
  const { rows } = await sql<CaseRow>`
    with flag as materialized (${flagsSql(addDays(today, -horizonDays))})
    select f.institution_id, i.name, f.day, f.noticed_on, c.reason, f.patterns, k.known, s.adoption_score as score, s.health_tier as tier,
      (select array_agg(distinct w.kind || ':' || w.event) from work_event w where w.institution_id = f.institution_id
        and w.at >= f.day and w.at < f.day + ${horizonDays}::integer) as done
    from flag f join institution i using (institution_id) join churn_feature k on k.day = f.day and k.institution_id = f.institution_id
    left join churn_event c on c.institution_id = f.institution_id and c.taken_back_at is null and c.noticed_on = f.noticed_on
    left join score_week s on s.institution_id = f.institution_id and s.week_start = f.day - 7
    where f.institution_id <> ${institutionId}`.execute(queries);
  const near = rows
    .map((row) => ({ row, apart: distance(values, modelValues(row.known), model.report.deviations) }))
    .sort((a, b) => a.apart - b.apart || a.row.institution_id - b.row.institution_id)
    .map(({ row }) => pastCase(row));
  return {
    lost: near.filter(({ noticedOn }) => noticedOn !== null).slice(0, eachShown),
    stayed: near.filter(({ noticedOn }) => noticedOn === null).slice(0, eachShown),
  };
}

const doneWords: Record<string, string> = {
  'task:created': 'a task',
  'task:done': 'a task done',
  'risk:assigned': 'assigned',
  'risk:snoozed': 'snoozed',
  'risk:prediction_accepted': 'prediction accepted',
  'risk:prediction_rejected': 'prediction rejected',
};

const pastCase = (row: CaseRow): PastCase => ({
  institutionId: row.institution_id,
  institutionName: row.name,
  flaggedOn: row.day,
  noticedOn: row.noticed_on,
  reason: row.reason,
  score: row.score,
  patterns: patternKeys.filter((key) => row.patterns.includes(key)),
  done: (row.done ?? []).flatMap((key) => doneWords[key] ?? []),
  healthTier: row.tier,
});

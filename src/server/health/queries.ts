import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { institutionColumns } from '#server/institutions/fields.ts';
import type { Day } from '#shared/core/dates.ts';
import type { InstitutionFacts, ScoredWeek } from './rules.ts';

/**
 * SQL for the last day on which a connection of institution `i` reported. Searches one week after
 * another, newest first, because this uses the index.
 */
const lastReportOn = sql<Day | null>`(
  select r.newest
  from generate_series((select max(week_start) from feed_week), (select min(week_start) from feed_week), interval '-7 days') w (start)
  cross join lateral (
    select max(last_report_on) as newest from feed_week f where f.week_start = w.start::date and f.institution_id = i.institution_id offset 0
  ) r
  where r.newest is not null limit 1)`;

/**
 * Returns the facts of the health record that do not come from scoring; `undefined` for an unknown
 * institution.
 */
export async function findInstitutionFacts(
  database: Queries,
  institution: number,
): Promise<InstitutionFacts | undefined> {
  return database
    .selectFrom('institution as i')
    .select((of) => [
      ...institutionColumns,
      'begins_on',
      'churned_on',
      of
        .selectFrom('crm_ticket as t')
        .select((ticket) => ticket.fn.countAll<number>().as('count'))
        .whereRef('t.institution_id', '=', 'i.institution_id')
        .$asScalar()
        .$notNull()
        .as('tickets'),
      of
        .selectFrom('location as l')
        .select('l.online_booking_link')
        .whereRef('l.institution_id', '=', 'i.institution_id')
        .where('l.online_booking_link', 'is not', null)
        .orderBy('l.location_id')
        .limit(1)
        .$asScalar()
        .as('online_booking_link'),
      lastReportOn.as('last_report_on'),
    ])
    .where('i.institution_id', '=', institution)
    .executeTakeFirst();
}

/** Returns the last `count` official weeks in which the institution has a score, newest first. */
export async function findScoredWeeks(
  database: Queries,
  institution: number,
  count: number,
): Promise<ScoredWeek[]> {
  const scores = await database
    .selectFrom('score_week as s')
    .innerJoin('rules_version as r', 'r.rules_version_id', 's.rules_version_id')
    .selectAll('s')
    .select('r.rules')
    .where('s.institution_id', '=', institution)
    .orderBy('s.week_start', 'desc')
    .limit(count)
    .execute();
  const oldest = scores.at(-1);
  if (!oldest) return [];
  const rows = await database
    .selectFrom('product_week')
    .selectAll()
    .where('institution_id', '=', institution)
    .where('week_start', '>=', oldest.week_start)
    .execute();
  const rowsOf = Map.groupBy(rows, (row) => row.week_start);
  return scores.map(({ rules, ...score }) => ({
    score,
    products: rowsOf.get(score.week_start) ?? [],
    rules,
  }));
}

export async function findProvisionalScore(database: Queries, institution: number) {
  const found = await database
    .selectFrom('score_provisional')
    .select(['adoption_score', 'health_tier', 'as_of_day', 'made_at'])
    .where('institution_id', '=', institution)
    .executeTakeFirst();
  if (!found) return null;
  return {
    adoptionScore: found.adoption_score,
    healthTier: found.health_tier,
    asOfDay: found.as_of_day,
    madeAt: found.made_at.toISOString(),
  };
}

/** Returns the number of the institution's open locations on a day. */
export async function countActiveLocations(
  database: Queries,
  institution: number,
  day: Day,
): Promise<number> {
  const { count } = await database
    .selectFrom('location')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('institution_id', '=', institution)
    .where((of) => of.or([of('begins_on', 'is', null), of('begins_on', '<=', day)]))
    .where((of) => of.or([of('closed_on', 'is', null), of('closed_on', '>', day)]))
    .executeTakeFirstOrThrow();
  return count;
}

import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { BlockerKind, MilestoneKey } from '#shared/onboarding/milestones.ts';

export interface CaseRow {
  institution_id: number;
  name: string;
  live_on: Day | null;
  churned_on: Day | null;
  contract_on: Day | null;
  kickoff_on: Day | null;
  extension_days: number;
  handed_over_on: Day | null;
  graduated_on: Day | null;
  version: number;
  ehr: string | null;
  locations: number;
  entitled: ProductKey[];
}

/**
 * Maximum number of days after go-live for which a case is read, including pauses and extensions.
 */
export const maximumOnboardingDays = 600;

/** Returns the cases of the given institutions; `null` returns all cases. */
export async function findCaseRows(
  queries: Queries,
  ids: readonly number[] | null,
): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    with wanted as (select * from onboarding_case where ${ids === null ? sql`true` : sql`institution_id = any(${ids}::bigint[])`}),
    place as (
      select l.institution_id, count(*) filter (where l.closed_on is null or l.closed_on = i.churned_on) as locations,
             mode() within group (order by l.ehr) as ehr
      from location l join institution i using (institution_id) join wanted using (institution_id) group by l.institution_id
    ),
    sold as (
      select e.institution_id, array_agg(distinct e.product) as products
      from entitlement e join institution i using (institution_id) join wanted using (institution_id)
      where i.live_on is null or (e.valid_from <= i.live_on + 180 and (e.valid_to is null or e.valid_to > i.live_on))
      group by e.institution_id
    )
    select w.institution_id, i.name, i.live_on, i.churned_on, w.contract_on, w.kickoff_on, w.extension_days, w.handed_over_on,
           w.graduated_on, w.version, place.ehr, coalesce(place.locations, 0) as locations, coalesce(sold.products, '{}') as entitled
    from wanted w join institution i using (institution_id)
    left join place using (institution_id) left join sold using (institution_id)
    order by w.institution_id`.execute(queries);
  return rows;
}

export interface MilestoneRow {
  institution_id: number;
  milestone: MilestoneKey;
  product: ProductKey | '';
  side: 'us' | 'customer';
  due_day: number;
  done_on: Day | null;
}

export interface PauseRow {
  institution_id: number;
  from_on: Day;
  until_on: Day | null;
  reason: string;
}

export interface BlockerRow {
  institution_id: number;
  from_on: Day;
  until_on: Day | null;
  blocker: BlockerKind;
}

export interface ScoredWeekRow {
  institution_id: number;
  week_end: Day;
  adoption_score: number | null;
}

/** Onboarding case with all the facts that determine its status. */
export interface OnboardingCase {
  row: CaseRow;
  milestones: MilestoneRow[];
  pauses: PauseRow[];
  blockers: BlockerRow[];
  weeks: ScoredWeekRow[];
}

/** Returns the cases of the given institutions with their facts; `null` returns all cases. */
export async function findOnboardingCases(
  queries: Queries,
  ids: readonly number[] | null = null,
): Promise<OnboardingCase[]> {
  const rows = await findCaseRows(queries, ids);
  const found = rows.map((row) => row.institution_id);
  const milestones = await queries
    .selectFrom('onboarding_milestone')
    .select(['institution_id', 'milestone', 'product', 'side', 'due_day', 'done_on'])
    .where('institution_id', '=', sql<number>`any(${found}::bigint[])`)
    .execute();
  const pauses = await queries
    .selectFrom('onboarding_pause')
    .selectAll()
    .orderBy('from_on')
    .execute();
  const blockers = await queries
    .selectFrom('onboarding_blocker')
    .selectAll()
    .orderBy('from_on')
    .execute();
  const { rows: weeks } = await sql<ScoredWeekRow>`
    select s.institution_id, s.week_start + 6 as week_end, s.adoption_score
    from score_week s join institution i using (institution_id)
    where s.institution_id = any(${found}::bigint[]) and s.week_start + 6 >= i.live_on
      and s.week_start < i.live_on + ${maximumOnboardingDays}::integer
    order by s.week_start`.execute(queries);
  const of = <Row extends { institution_id: number }>(all: readonly Row[]) =>
    Map.groupBy(all, (row) => row.institution_id);
  const [milestonesOf, pausesOf, blockersOf, weeksOf] = [
    of(milestones),
    of(pauses),
    of(blockers),
    of(weeks),
  ];
  return rows.map((row) => ({
    row,
    milestones: milestonesOf.get(row.institution_id) ?? [],
    pauses: pausesOf.get(row.institution_id) ?? [],
    blockers: blockersOf.get(row.institution_id) ?? [],
    weeks: weeksOf.get(row.institution_id) ?? [],
  }));
}

import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { institutionIdsConditionSql } from '#server/institutions/matches-institutions-sql.ts';
import { maximumOnboardingDays } from '#server/onboarding/facts-queries.ts';
import type { Day } from '#shared/core/dates.ts';
import type { SlaSourceInput } from './source.ts';

export interface OnboardingCaseFacts {
  institutionId: number;
  institutionName: string;
  liveOn: Day;
  leftOn: Day | null;
  graduatedOn: Day | null;
  extensionDays: number;
  pauses: { from: Day; until: Day | null; reason: string }[];
}

/** Returns the onboarding cases of customers that went live recently. */
export async function findRecentCases({
  queries,
  today,
  institutionIds,
}: SlaSourceInput): Promise<OnboardingCaseFacts[]> {
  const { rows } = await sql<OnboardingCaseFacts>`
    select c.institution_id as "institutionId", i.name as "institutionName", i.live_on as "liveOn", i.churned_on as "leftOn",
      c.graduated_on as "graduatedOn", c.extension_days as "extensionDays", coalesce(p.pauses, '[]') as pauses
    from onboarding_case c join institution i using (institution_id)
    left join (
      select institution_id, json_agg(json_build_object('from', from_on, 'until', until_on, 'reason', reason) order by from_on) as pauses
      from onboarding_pause group by institution_id
    ) p using (institution_id)
    where i.live_on between ${today}::date - ${maximumOnboardingDays}::integer and ${today}::date
      and ${institutionIdsConditionSql('c.institution_id', institutionIds)}
    order by c.institution_id`.execute(queries);
  return rows;
}

/**
 * Returns the first touch of each requested customer at or after the instant `from`. The keys of
 * the map are positions in `requested`, starting at 0.
 */
export async function findFirstTouches(
  queries: Queries,
  requested: readonly { institutionId: number; from: Date }[],
): Promise<Map<number, { at: Date; what: string }>> {
  const { rows } = await sql<{ place: number; at: Date; what: string }>`
    select w.place::integer, t.at, t.what
    from unnest(${requested.map(({ institutionId }) => institutionId)}::bigint[], ${requested.map(({ from }) => from.toISOString())}::timestamptz[])
      with ordinality as w (institution_id, from_at, place)
    cross join lateral (
      select at, what from (
        select created_at as at, 'Note' as what from note where institution_id = w.institution_id and deleted_at is null
        union all
        select decided_at, 'Outcome' from risk_outcome where institution_id = w.institution_id and withdrawn_at is null
        union all
        select changed_at, 'Onboarding step' from onboarding_change where institution_id = w.institution_id
      ) touch where at >= w.from_at order by at limit 1
    ) t`.execute(queries);
  return new Map(rows.map(({ place, at, what }) => [place - 1, { at, what }]));
}

import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { HealthTier, SizeTier } from '#shared/core/tiers.ts';

/** Changes whenever the list does: customers, the last official week, tickets and our own deals. */
export async function institutionListVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':',
      (select version from list_version where list = 'practices'),
      (select max(closed_at) from official_week),
      (select max(updated_at) from crm_ticket),
      (select max(updated_at) from crm_deal)) as version`.execute(queries);
  return rows[0]?.version ?? '';
}

export interface InstitutionRow {
  institution_id: number;
  name: string;
  external_id: string | null;
  external_source: string | null;
  practice_type: string | null;
  live_on: Day | null;
  scored_practice_type: string | null;
  ehr: string | null;
  city: string | null;
  state: string | null;
  locations: number;
  location_count: number | null;
  size_tier: SizeTier | null;
  in_grace: boolean | null;
  adoption_score: number | null;
  health_tier: HealthTier | null;
  previous_score: number | null;
  previous_health_tier: HealthTier | null;
  score_change: number | null;
  percent_change: number | null;
  tier_change: 'up' | 'down' | 'flat' | null;
  change_by_usage: number | null;
  change_by_peers: number | null;
  change_by_entitlements: number | null;
  change_by_locations: number | null;
  at_risk: boolean | null;
  has_zero_usage: boolean | null;
  weeks_at_risk: number | null;
  weeks_declining: number | null;
  weeks_improving: number | null;
  coverage: number | null;
  measured_locations: number | null;
  entitled_features: number | null;
  active_features: number | null;
  tickets: number;
  open_tickets: number;
}

/** Every present customer with its row of the week, which may be missing. */
export async function institutionRows(queries: Queries, week: Day | null): Promise<InstitutionRow[]> {
  const { rows } = await sql<InstitutionRow>`
    with open_location as (
      select institution_id, count(*) as locations,
             (array_agg(city order by location_id))[1] as city, (array_agg(state order by location_id))[1] as state,
             mode() within group (order by ehr) as ehr
      from location where closed_on is null group by institution_id
    ),
    ticket as (
      select institution_id, count(*) as tickets, count(*) filter (where closed_at is null) as open_tickets
      from crm_ticket group by institution_id
    )
    select i.institution_id, i.name, i.external_id, i.external_source, i.practice_type, i.live_on, s.practice_type as scored_practice_type,
           l.ehr, l.city, l.state, coalesce(l.locations, 0) as locations, s.location_count, s.size_tier, s.in_grace,
           s.adoption_score, s.health_tier, s.previous_score, s.previous_health_tier, s.score_change, s.percent_change, s.tier_change,
           s.change_by_usage, s.change_by_peers, s.change_by_entitlements, s.change_by_locations, s.at_risk, s.has_zero_usage,
           s.weeks_at_risk, s.weeks_declining, s.weeks_improving, s.coverage, s.measured_locations, s.entitled_features,
           s.active_features, coalesce(t.tickets, 0) as tickets, coalesce(t.open_tickets, 0) as open_tickets
    from institution i
    left join score_week s on s.institution_id = i.institution_id and s.week_start = ${week}::date
    left join open_location l on l.institution_id = i.institution_id
    left join ticket t on t.institution_id = i.institution_id
    where i.churned_on is null
    order by i.institution_id`.execute(queries);
  return rows;
}

export interface ProductRow {
  institution_id: number;
  product: ProductKey;
  entitled: boolean;
  usage: number;
  score: number | null;
}

export const productRows = (queries: Queries, week: Day): Promise<ProductRow[]> =>
  queries
    .selectFrom('product_week')
    .select(['institution_id', 'product', 'entitled', 'usage', 'score'])
    .where('week_start', '=', week)
    .execute();

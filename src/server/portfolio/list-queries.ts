import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { type InstitutionFieldsRow, institutionColumns } from '#server/institutions/fields.ts';
import { scoreFactsColumns } from '#server/scoring/facts.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { OnboardingState } from '#shared/institutions/onboarding-states.ts';

/** Changes whenever the list does: customers, the last official week with its standings in onboarding, the rules, tickets and our own deals. */
export async function institutionListVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':',
      (select version from list_version where list = 'practices'),
      (select max(closed_at) from official_week),
      (select max(rules_version_id) from rules_version),
      (select max(updated_at) from crm_ticket),
      (select max(updated_at) from crm_deal),
      (select count(*) from onboarding_week where week_start = (select max(week_start) from official_week))) as version`.execute(queries);
  return rows[0]?.version ?? '';
}

export interface InstitutionRow extends InstitutionFieldsRow {
  external_id: string | null;
  external_source: string | null;
  practice_type: string | null;
  ehr: string | null;
  city: string | null;
  state: string | null;
  locations: number;
  open_tickets: number;
  onboarding_state: OnboardingState | null;
}

/** Every present customer. */
export async function institutionRows(queries: Queries): Promise<InstitutionRow[]> {
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
    select ${sql.join(institutionColumns.map((column) => sql.ref(`i.${column}`)))}, i.external_id, i.external_source, i.practice_type,
           l.ehr, l.city, l.state, coalesce(l.locations, 0) as locations,
           coalesce(t.tickets, 0) as tickets, coalesce(t.open_tickets, 0) as open_tickets, o.state as onboarding_state
    from institution i
    left join open_location l on l.institution_id = i.institution_id
    left join ticket t on t.institution_id = i.institution_id
    left join onboarding_week o on o.institution_id = i.institution_id and o.week_start = (select max(week_start) from official_week)
    where i.churned_on is null
    order by i.institution_id`.execute(queries);
  return rows;
}

export const scoreRows = (queries: Queries, week: Day) =>
  queries
    .selectFrom('score_week')
    .select(['institution_id', 'practice_type', 'measured_locations', ...scoreFactsColumns])
    .where('week_start', '=', week)
    .execute();

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

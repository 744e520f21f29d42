import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { type InstitutionFieldsRow, institutionColumns } from '#server/institutions/fields.ts';
import { scoreFactsColumns } from '#server/scoring/facts.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { ChurnTier } from '#shared/core/tiers.ts';
import type { OnboardingState } from '#shared/institutions/onboarding-states.ts';
import { predictionStaleHours } from '#shared/portfolio/constants.ts';
import { lossConfirmationDays } from '#shared/scoring/constants.ts';

interface CurrentTime {
  now: Date;
  timeZone: string;
}

/**
 * SQL for the day whose churn tiers are shown: the day of the latest prediction run. Selects no day
 * when this run is outdated. Also selects no day when the current model is no better than chance or
 * no better than the simple rule.
 */
const predictionDay = ({ now, timeZone }: CurrentTime) => sql`
  select max(r.day) as day from churn_run r
  where r.step = 'score' and r.status = 'succeeded'
    and least(r.ended_at, (r.day + 1)::timestamp at time zone ${timeZone}) >= ${new Date(now.getTime() - predictionStaleHours * 3_600_000)}::timestamptz
    and r.day = (select max(day) from churn_prediction where not is_backtest)
    and exists (select from churn_model m where m.state = 'current' and (m.report->>'beatsChance')::boolean and (m.report->>'beatsRule')::boolean)`;

export interface InstitutionListVersion {
  /** Version of the customers, the last official week, rules, notices and churn tiers. */
  facts: string;
  /** Version of tickets, local deals and onboarding states, which change during the day. */
  work: string;
}

/** Returns the cache version of each part of the list. */
export async function readInstitutionListCacheVersion(
  queries: Queries,
  current: CurrentTime,
): Promise<InstitutionListVersion> {
  const { rows } = await sql<InstitutionListVersion>`
    select concat_ws(':', (select max(updated_at) from crm_ticket), (select max(updated_at) from crm_deal),
      (select version from list_version where list = 'onboarding')) as work, concat_ws(':',
      (select version from list_version where list = 'practices'),
      (select max(closed_at) from official_week),
      (select max(rules_version_id) from rules_version),
      (select day from (${predictionDay(current)}) shown), (select max(ended_at) from churn_run where step = 'score'),
      (select concat_ws(',', count(*), max(decided_at)) from churn_verdict), (select concat_ws(',', count(*), sum(version)) from churn_event)) as facts`.execute(
    queries,
  );
  return rows[0] ?? { facts: '', work: '' };
}

export interface TicketCounts {
  tickets: number;
  open_tickets: number;
}

/** Returns the numbers of tickets by institution; institutions without tickets are left out. */
export async function findTicketCounts(queries: Queries): Promise<Map<number, TicketCounts>> {
  const { rows } = await sql<TicketCounts & { institution_id: number }>`
    select institution_id, count(*) as tickets, count(*) filter (where closed_at is null) as open_tickets
    from crm_ticket group by institution_id`.execute(queries);
  return new Map(rows.map((row) => [row.institution_id, row]));
}

/** Returns the current onboarding states by institution. Leaves out customers without a case. */
export async function findOnboardingStates(
  queries: Queries,
): Promise<Map<number, OnboardingState>> {
  const { rows } = await sql<{ institution_id: number; state: OnboardingState }>`
    select institution_id, state from onboarding_case where state is not null`.execute(queries);
  return new Map(rows.map((row) => [row.institution_id, row.state]));
}

export interface InstitutionRow extends Omit<InstitutionFieldsRow, 'tickets'> {
  external_id: string | null;
  external_source: string | null;
  practice_type: string | null;
  ehr: string | null;
  city: string | null;
  state: string | null;
  locations: number;
  leaves_on: Day | null;
}

/** Returns all current customers. */
export async function findInstitutionRows(queries: Queries): Promise<InstitutionRow[]> {
  const { rows } = await sql<InstitutionRow>`
    with open_location as (
      select institution_id, count(*) as locations,
             (array_agg(city order by location_id))[1] as city, (array_agg(state order by location_id))[1] as state,
             mode() within group (order by ehr) as ehr
      from location where closed_on is null group by institution_id
    )
    select ${sql.join(institutionColumns.map((column) => sql.ref(`i.${column}`)))}, i.external_id, i.external_source, i.practice_type,
           l.ehr, l.city, l.state, coalesce(l.locations, 0) as locations,
           notice.effective_on as leaves_on
    from institution i
    left join open_location l on l.institution_id = i.institution_id
    left join churn_event notice on notice.institution_id = i.institution_id and notice.taken_back_at is null
    where i.churned_on is null
    order by i.institution_id`.execute(queries);
  return rows;
}

/** Returns the current churn tiers by institution. Leaves out rejected predictions. */
export async function findChurnTiers(
  queries: Queries,
  current: CurrentTime,
): Promise<Map<number, ChurnTier>> {
  const { rows } = await sql<{ institution_id: number; tier: ChurnTier }>`
    select p.institution_id, p.tier from churn_prediction p join (${predictionDay(current)}) shown on shown.day = p.day
    where p.tier is not null and coalesce((
      select v.verdict from churn_verdict v where v.institution_id = p.institution_id and v.day > p.day - ${lossConfirmationDays}::integer
      order by v.decided_at desc limit 1), '') <> 'rejected'`.execute(queries);
  return new Map(rows.map((row) => [row.institution_id, row.tier]));
}

/**
 * Returns the institutions that had a churn tier seven days earlier. Leaves out predictions that
 * were rejected by then. Returns `null` when there were no predictions.
 */
export async function findInstitutionsPreviouslyInChurnTier(
  queries: Queries,
  current: CurrentTime,
): Promise<Set<number> | null> {
  const { rows } = await sql<{ institution_id: number; in_tier: boolean }>`
    select p.institution_id, p.tier is not null and coalesce((
      select v.verdict from churn_verdict v where v.institution_id = p.institution_id and v.day > p.day - ${lossConfirmationDays}::integer
        and v.decided_at < (p.day + 1)::timestamp at time zone ${current.timeZone}
      order by v.decided_at desc limit 1), '') <> 'rejected' as in_tier
    from churn_prediction p join (${predictionDay(current)}) shown on p.day = shown.day - 7
    where not p.is_backtest`.execute(queries);
  return rows.length === 0
    ? null
    : new Set(rows.filter((row) => row.in_tier).map((row) => row.institution_id));
}

export const findScoreRowsOfWeek = (queries: Queries, week: Day) =>
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

export const findProductRowsOfWeek = (queries: Queries, week: Day): Promise<ProductRow[]> =>
  queries
    .selectFrom('product_week')
    .select(['institution_id', 'product', 'entitled', 'usage', 'score'])
    .where('week_start', '=', week)
    .execute();

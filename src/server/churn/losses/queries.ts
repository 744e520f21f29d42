import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { insertOnce, updateRowAtVersion } from '#server/core/db/writes.ts';
import { joinedUserSql } from '#server/work/people-queries.ts';
import { reportedDaysBeforeNotice } from '#shared/churn/constants.ts';
import type { Loss, LossInput } from '#shared/churn/losses/losses.ts';
import type { Signal } from '#shared/churn/patterns/signals.ts';
import type { Day } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import type { ChurnTier, HealthTier, SizeTier } from '#shared/core/tiers.ts';

export interface LossRow {
  loss_id: string;
  institution_id: number;
  name: string;
  live_on: Day | null;
  noticed_on: Day;
  effective_on: Day;
  reason: string;
  reason_detail: string | null;
  found_reason: string | null;
  found_detail: string | null;
  avoidable: Loss['avoidable'];
  competitor: string | null;
  monthly_cents: number | null;
  locations_lost: number | null;
  win_back_on: Day | null;
  taken_back_at: Date | null;
  taken_back_by: Person | null;
  taken_back_reason: string | null;
  version: number;
  size_tier: SizeTier | null;
  practice_type: string | null;
  ehr: string | null;
  /** Health at each number of days in `reportedDaysBeforeNotice`; `null` when it is unknown. */
  health_before: ({ score: number | null; tier: HealthTier } | null)[];
  predicted_tier: ChurnTier | null;
  predicted_before: number | null;
  touched_at: Date | null;
  retro_done_at: Date | null;
  missed_feature: string | null;
  missed_comparison: Signal['comparison'] | null;
  missed_value: number | null;
}

/** Returns all losses, newest notice first, or only the loss `lossId`. */
export async function findLossRows(queries: Queries, lossId?: string): Promise<LossRow[]> {
  const { rows } = await sql<LossRow>`
    select e.*, i.name, i.live_on, i.practice_type, place.ehr, size.size_tier, health.health_before, p.tier as predicted_tier, e.noticed_on - p.day as predicted_before,
      greatest(
        (select max(w.at) from work_event w where w.institution_id = e.institution_id and w.at < e.noticed_on),
        (select max(n.created_at) from note n where n.institution_id = e.institution_id and n.deleted_at is null and n.created_at < e.noticed_on)) as touched_at,
      r.done_at as retro_done_at, r.missed_feature, r.missed_comparison, r.missed_value, ${joinedUserSql('undoer')} as taken_back_by
    from churn_event e
    join institution i on i.institution_id = e.institution_id
    left join churn_retro r on r.institution_id = e.institution_id and r.loss_id = e.loss_id
    left join person undoer on undoer.user_id = e.taken_back_by
    left join (select institution_id, mode() within group (order by ehr) as ehr from location group by 1) place on place.institution_id = e.institution_id
    left join lateral (
      select s.size_tier from score_week s where s.institution_id = e.institution_id and s.week_start + 6 < e.noticed_on order by s.week_start desc limit 1
    ) size on true
    left join lateral (
      select jsonb_agg(
        case when s.health_tier is not null then jsonb_build_object('score', s.adoption_score, 'tier', s.health_tier) end order by d.place) as health_before
      from unnest(${[...reportedDaysBeforeNotice]}::integer[]) with ordinality d (days, place)
      left join lateral (
        select week_start from official_week w where w.week_end <= e.noticed_on - d.days order by week_start desc limit 1
      ) w on true
      left join score_week s on s.week_start = w.week_start and s.institution_id = e.institution_id
    ) health on true
    left join lateral (
      select p.tier, p.day from churn_prediction p
      where p.institution_id = e.institution_id and p.tier is not null and p.day < e.noticed_on and p.day >= e.noticed_on - 60 order by p.day limit 1
    ) p on true
    where ${lossId === undefined ? sql`true` : sql`e.loss_id = ${lossId}::uuid`}
    order by e.noticed_on desc, e.institution_id, e.loss_id`.execute(queries);
  return rows;
}

/** Returns a cache version that changes with losses, reviews, official weeks and predictions. */
export async function lossesCacheVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select concat_ws(',', count(*), sum(version)) from churn_event), (select concat_ws(',', count(*), sum(version)) from churn_retro),
      (select max(closed_at) from official_week), (select max(made_at) from churn_model), (select max(day) from churn_prediction)) as version`.execute(
    queries,
  );
  return rows[0]?.version ?? '';
}

const columnsOf = (facts: LossInput) => ({
  noticed_on: facts.noticedOn,
  effective_on: facts.effectiveOn,
  reason: facts.reason,
  reason_detail: facts.reasonDetail,
  found_reason: facts.foundReason,
  found_detail: facts.foundDetail,
  avoidable: facts.avoidable,
  competitor: facts.competitor === '' ? null : facts.competitor,
  monthly_cents: facts.monthlyDollars === null ? null : Math.round(facts.monthlyDollars * 100),
  locations_lost: facts.locationsLost,
  win_back_on: facts.winBackOn,
});

interface Entered extends LossInput {
  institutionId: number;
  lossId: string;
  userId: string;
  at: Date;
}

/**
 * Inserts a loss. Returns `false` when its id already exists or the institution has another active
 * loss.
 */
export const insertLoss = (
  queries: Queries,
  { institutionId, lossId, userId, at, ...facts }: Entered,
): Promise<boolean> =>
  insertOnce(
    queries.insertInto('churn_event').values({
      institution_id: institutionId,
      loss_id: lossId,
      entered_by: userId,
      entered_at: at,
      ...columnsOf(facts),
    }),
  );

export interface LossVersion {
  institutionId: number;
  lossId: string;
  version: number;
}

const activeLoss = (queries: Queries, { institutionId, lossId }: LossVersion) =>
  queries
    .updateTable('churn_event')
    .where('institution_id', '=', institutionId)
    .where('loss_id', '=', lossId)
    .where('taken_back_at', 'is', null);

export const updateLoss = (queries: Queries, loss: LossVersion, facts: LossInput) =>
  updateRowAtVersion(
    activeLoss(queries, loss).set({ ...columnsOf(facts), version: loss.version + 1 }),
    loss.version,
  );

export const withdrawLoss = (
  queries: Queries,
  loss: LossVersion,
  by: { userId: string; reason: string; at: Date },
) =>
  updateRowAtVersion(
    activeLoss(queries, loss).set({
      taken_back_at: by.at,
      taken_back_by: by.userId,
      taken_back_reason: by.reason,
      version: loss.version + 1,
    }),
    loss.version,
  );

export interface GoLiveRow {
  live_on: Day | null;
  name: string;
}

export const findGoLive = (
  queries: Queries,
  institutionId: number,
): Promise<GoLiveRow | undefined> =>
  queries
    .selectFrom('institution')
    .select(['live_on', 'name'])
    .where('institution_id', '=', institutionId)
    .executeTakeFirst();

export interface LossDefaults {
  monthlyDollars: number | null;
  locations: number | null;
}

/**
 * Returns the revenue of the current contracts, otherwise of the next open renewal, and the number
 * of open locations; `undefined` for an unknown institution.
 */
export async function findLossDefaults(
  queries: Queries,
  institutionId: number,
  today: Day,
): Promise<LossDefaults | undefined> {
  const { rows } = await sql<LossDefaults>`
    select coalesce(
        (select sum(monthly_cents) / 100.0 from contract_term c
          where c.institution_id = i.institution_id and c.starts_on <= ${today}::date and (c.ends_on is null or c.ends_on > ${today}::date)),
        (select round(d.amount_cents / 1200.0, 2) from crm_deal d
          where d.institution_id = i.institution_id and not d.closed and d.pipeline ilike 'renewal%' and d.amount_cents > 0
          order by d.closes_on, d.deal_id limit 1))::float8 as "monthlyDollars",
      (select nullif(count(*), 0)::integer from location l where l.institution_id = i.institution_id and l.closed_on is null) as locations
    from institution i where i.institution_id = ${institutionId}`.execute(queries);
  return rows[0];
}

export const findActiveNotice = (
  queries: Queries,
  institutionId: number,
): Promise<{ loss_id: string; noticed_on: Day } | undefined> =>
  queries
    .selectFrom('churn_event')
    .select(['loss_id', 'noticed_on'])
    .where('institution_id', '=', institutionId)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst();

/**
 * Marks institutions as left from the effective date of their loss. When a loss was moved to a
 * later date or withdrawn, marks the institution as a customer again.
 */
export async function updateDepartures(
  queries: Queries,
  today: Day,
  now: Date,
  institutionId?: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update institution i set churned_on = d.left_on, updated_at = ${now}::timestamptz
    from (
      select i.institution_id, e.effective_on as left_on
      from institution i left join churn_event e on e.institution_id = i.institution_id and e.taken_back_at is null and e.effective_on <= ${today}::date
      where ${institutionId === undefined ? sql`e.effective_on is not null` : sql`i.institution_id = ${institutionId}::bigint`}
    ) d
    where i.institution_id = d.institution_id and i.churned_on is distinct from d.left_on`.execute(
    queries,
  );
  return Number(numAffectedRows ?? 0);
}

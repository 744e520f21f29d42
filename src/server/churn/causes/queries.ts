import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { RiskEpisode } from '#shared/churn/causes/episodes.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { lossConfirmationDays } from '#shared/scoring/constants.ts';

/**
 * When a customer is at risk again after more than this number of days without risk, a new episode
 * starts.
 */
const episodeGapDays = 28;

/** Returns a cache version that changes with official weeks, losses, notes, work and outcomes. */
export async function riskEpisodesCacheVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select max(closed_at) from official_week), (select concat_ws(',', count(*), sum(version)) from churn_event),
      (select version from list_version where list = 'work')) as version`.execute(queries);
  return rows[0]?.version ?? '';
}

/**
 * Returns all risk episodes, computed from the official weeks. An episode with a notice within 60
 * days after its end is lost; without a notice, it is saved. An episode is open until four weeks
 * without risk have passed.
 */
export async function findRiskEpisodes(queries: Queries, today: Day): Promise<RiskEpisode[]> {
  const { rows } = await sql<RiskEpisode>`
    with week as (
      select institution_id, week_start + 7 as day, size_tier,
        week_start - lag(week_start) over (partition by institution_id order by week_start) as gap
      from score_week where at_risk
    ), placed as (
      select institution_id, day, size_tier,
        count(*) filter (where gap is null or gap > ${episodeGapDays}::integer) over (partition by institution_id order by day) as place
      from week
    ), episode as (
      select institution_id, place, min(day) as began_on, max(day) as last_on, (array_agg(size_tier order by day desc))[1] as size_tier
      from placed group by institution_id, place
    ), newest as (select max(week_start) + 7 as day from official_week),
    told as (
      select e.*, c.noticed_on, e.last_on > newest.day - ${episodeGapDays}::integer as goes_on
      from episode e cross join newest
      left join churn_event c on c.institution_id = e.institution_id and c.taken_back_at is null
        and c.noticed_on >= e.began_on and c.noticed_on < e.last_on + ${lossConfirmationDays}::integer
      -- What came after the notice is no risk any more.
      where not exists (
        select from churn_event before where before.institution_id = e.institution_id and before.taken_back_at is null and before.noticed_on < e.began_on)
    ), ended as (
      select t.*, coalesce(t.noticed_on, case when t.goes_on then ${addDays(today, 1)}::date else t.last_on end) as until from told t
    )
    select e.institution_id as "institutionId", i.name as "institutionName", e.size_tier as "sizeTier", e.began_on as "beganOn",
      case when e.noticed_on is not null then e.noticed_on when not e.goes_on then e.last_on end as "endedOn",
      case when e.noticed_on is not null then 'Lost' when e.goes_on then 'Open'
        when e.last_on + ${lossConfirmationDays}::integer <= ${today}::date then 'Saved' else 'Too early to tell' end as outcome,
      e.noticed_on as "noticedOn",
      exists (select from work_event w where w.institution_id = e.institution_id and w.at >= e.began_on and w.at < e.until)
        or exists (select from risk_outcome o where o.institution_id = e.institution_id and o.withdrawn_at is null
          and o.decided_at >= e.began_on and o.decided_at < e.until)
        or exists (select from note n where n.institution_id = e.institution_id and n.deleted_at is null
          and n.created_at >= e.began_on and n.created_at < e.until) as "isTreated"
    from ended e join institution i on i.institution_id = e.institution_id
    order by e.began_on desc, e.institution_id`.execute(queries);
  return rows;
}

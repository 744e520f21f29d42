import { sql } from 'kysely';
import { institutionIdsConditionSql } from '#server/institutions/matches-institutions-sql.ts';
import { addDays, type Day, dayIn } from '#shared/core/dates.ts';
import type { SlaSourceInput } from './source.ts';

export interface RiskPeriod {
  institutionId: number;
  institutionName: string;
  firstWeek: Day;
  /** Closing time of the first week in which the customer was at risk. */
  began: Date;
  /**
   * Closing time of the first week in which the customer was no longer at risk, or the day of the
   * customer's loss. `null` while the customer is at risk.
   */
  goneAt: Date | null;
  hasLeft: boolean;
  touchedAt: Date | null;
  touchedBy: string | null;
  assigneeId: string | null;
  assigneeName: string | null;
}

/**
 * Returns the periods of consecutive official weeks in which a customer was at risk, each with its
 * first touch. A week takes effect at the time when it was first closed. If it was closed before
 * its scheduled time or at least seven days late, the scheduled time applies instead.
 */
export async function findRiskPeriods({
  queries,
  timeZone,
  institutionIds,
  since,
  workedSince,
}: SlaSourceInput): Promise<RiskPeriod[]> {
  const { rows } = await sql<RiskPeriod>`
    with known as materialized (
      select week_start, scheduled,
        case when closed_at < scheduled + interval '7 days' then greatest(closed_at, scheduled) else scheduled end as at
      from (
        select week_start, min(closed_at) as closed_at, ((week_start + 7)::timestamp + interval '2 hours') at time zone ${timeZone} as scheduled
        from (select week_start, closed_at from official_week union all select week_start, closed_at from week_version) w group by week_start
      ) w
    ),
    newest as (select max(week_start) as week_start from official_week),
    run as materialized (
      select s.institution_id, s.week_start as last_week, s.week_start - 7 * (s.weeks_at_risk - 1) as first_week
      from score_week s
      where ${institutionIdsConditionSql('s.institution_id', institutionIds)} and s.at_risk and s.weeks_at_risk > 0 and s.week_start >= ${addDays(dayIn(timeZone, since), -14)}::date
        and not exists (
          select from score_week n where n.institution_id = s.institution_id and n.week_start = s.week_start + 7 and n.at_risk)
    ),
    clock as materialized (
      select r.institution_id, i.name, r.first_week,
        coalesce(b.at, ((r.first_week + 7)::timestamp + interval '2 hours') at time zone ${timeZone}) as began,
        case when i.churned_on is not null then least(i.churned_on::timestamp at time zone ${timeZone}, e.at)
          when r.last_week < newest.week_start then coalesce(e.at, ((r.last_week + 14)::timestamp + interval '2 hours') at time zone ${timeZone}) end as gone_at,
        i.churned_on is not null and (e.at is null or i.churned_on::timestamp at time zone ${timeZone} <= e.at) as has_left
      from run r cross join newest join institution i using (institution_id)
      left join known b on b.week_start = r.first_week left join known e on e.week_start = r.last_week + 7
    )
    select c.institution_id as "institutionId", c.name as "institutionName", c.first_week as "firstWeek", c.began,
      c.gone_at as "goneAt", c.has_left as "hasLeft", t.at as "touchedAt", t.what as "touchedBy",
      r.assignee_id as "assigneeId", p.name as "assigneeName"
    from clock c
    left join lateral (
      select at, what from (
        select created_at as at, 'Note' as what from note where institution_id = c.institution_id and deleted_at is null
        union all
        select decided_at, 'Outcome' from risk_outcome where institution_id = c.institution_id and withdrawn_at is null
      ) touch where at >= c.began and (c.gone_at is null or at <= c.gone_at) order by at limit 1
    ) t on true
    left join risk_case r on r.institution_id = c.institution_id left join person p on p.user_id = r.assignee_id
    where c.began >= ${workedSince}::timestamptz and (c.gone_at is null or c.gone_at > c.began)
      and (coalesce(t.at, c.gone_at) is null or coalesce(t.at, c.gone_at) >= ${since}::timestamptz)`.execute(
    queries,
  );
  return rows;
}

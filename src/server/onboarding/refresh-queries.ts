import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { OnboardingState } from '#shared/institutions/onboarding-states.ts';
import type { MilestoneRow } from './facts-queries.ts';
import { maximumOnboardingDays } from './facts-queries.ts';

/**
 * Opens onboarding cases for new customers, and for customers that went live since the first
 * official week. A customer is new for `onboardingDays` days after go-live; before go-live, the
 * days count from its first contract. Returns the number of opened cases.
 */
export async function openOnboardingCases(
  queries: Queries,
  today: Day,
  onboardingDays: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into onboarding_case (institution_id, contract_on)
    select i.institution_id, signed.on_day
    from institution i left join (select institution_id, min(starts_on) as on_day from contract group by institution_id) signed using (institution_id)
    where coalesce(i.live_on, signed.on_day) >= ${today}::date - ${onboardingDays}::integer and i.churned_on is null
      or i.live_on >= (select min(week_start) from official_week)
    on conflict do nothing`.execute(queries);
  return Number(numAffectedRows ?? 0);
}

/** Opens the onboarding case of one institution. An existing case stays unchanged. */
export async function insertOnboardingCase(
  queries: Queries,
  institutionId: number,
  contractOn: Day,
): Promise<void> {
  await queries
    .insertInto('onboarding_case')
    .values({
      institution_id: institutionId,
      contract_on: contractOn,
      kickoff_on: null,
      handed_over_on: null,
      graduated_on: null,
      graduated_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Returns the institutions whose case can still change: not live yet, or live for at most
 * `maximumOnboardingDays` days.
 */
export async function findCasesToAdvance(queries: Queries, today: Day): Promise<number[]> {
  const { rows } = await sql<{ institution_id: number }>`
    select institution_id from onboarding_case c join institution i using (institution_id)
    where i.live_on is null or i.live_on >= ${today}::date - ${maximumOnboardingDays}::integer
    order by institution_id`.execute(queries);
  return rows.map((row) => row.institution_id);
}

export async function addMilestones(
  queries: Queries,
  rows: readonly Omit<MilestoneRow, 'done_on'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into onboarding_milestone (institution_id, milestone, product, side, due_day)
    select * from unnest(${rows.map((row) => row.institution_id)}::bigint[], ${rows.map((row) => row.milestone)}::text[],
      ${rows.map((row) => row.product)}::text[], ${rows.map((row) => row.side)}::text[], ${rows.map((row) => row.due_day)}::integer[])
    on conflict do nothing`.execute(queries);
}

const dayText = (day: string) => sql.raw(`to_char(${day}, 'FMMon FMDD, YYYY')`);

/**
 * Completes milestones that stored data proves: contract, kick-off, EHR connection, booking link
 * and first use of each product.
 */
export async function completeMilestonesByData(
  queries: Queries,
  ids: readonly number[],
  today: Day,
): Promise<void> {
  const some = sql`${ids}::bigint[]`;
  await sql`
    update onboarding_milestone m set done_on = case m.milestone when 'contract' then c.contract_on else c.kickoff_on end
    from onboarding_case c
    where c.institution_id = m.institution_id and m.institution_id = any(${some}) and m.done_on is null
      and (m.milestone = 'contract' and c.contract_on is not null or m.milestone = 'kickoff' and c.kickoff_on is not null)`.execute(
    queries,
  );
  await sql`
    update onboarding_milestone m set done_on = f.day, evidence = f.name || ' reported first on ' || ${dayText('f.day')}
    from (
      select distinct on (w.institution_id) w.institution_id, l.name, w.last_report_on as day
      from feed_week w join location l using (institution_id, location_id)
      where w.institution_id = any(${some}) order by w.institution_id, w.last_report_on, w.location_id
    ) f
    where f.institution_id = m.institution_id and m.milestone = 'ehr_connected' and m.done_on is null and f.day <= ${today}::date`.execute(
    queries,
  );
  await sql`
    update onboarding_milestone m set done_on = l.day, evidence = l.name || ' has the booking link ' || l.online_booking_link
    from (
      select distinct on (l.institution_id) l.institution_id, l.name, l.online_booking_link,
        greatest(coalesce(l.begins_on, i.live_on), i.live_on) as day
      from location l join institution i using (institution_id)
      where l.institution_id = any(${some}) and l.online_booking_link is not null
      order by l.institution_id, coalesce(l.begins_on, i.live_on), l.location_id
    ) l
    where l.institution_id = m.institution_id and m.milestone = 'booking_link' and m.done_on is null and l.day <= ${today}::date`.execute(
    queries,
  );
  // Daily usage is stored only for the newest weeks. In earlier weeks, the end of the week counts
  // as the day of the first use.
  await sql`
    update onboarding_milestone m
    set done_on = used.day, evidence = case
      when used.product = 'payments' then '$' || round(used.value::numeric, 2) || ' at '
      when used.value = 1 then '1 use at ' else round(used.value::numeric) || ' uses at ' end || l.name
      || case when used.is_day then ' on ' || ${dayText('used.day')} else ' in the week of ' || ${dayText('used.week_start')} end
    from (
      select w.institution_id, w.product, w.week_start, d.day is not null as is_day, coalesce(d.location_id, s.location_id) as location_id,
        coalesce(d.value, s.value) as value, least(coalesce(d.day, w.week_start + 6), ${today}::date) as day
      from (
        select u.institution_id, u.product, min(u.week_start) as week_start
        from usage_week u join onboarding_milestone o on o.institution_id = u.institution_id and o.product = u.product
          and o.milestone = 'first_use' and o.done_on is null
        join institution i on i.institution_id = u.institution_id
        where u.institution_id = any(${some}) and u.value > 0 and u.week_start + 6 >= i.live_on
        group by u.institution_id, u.product
      ) w
      left join lateral (
        select d.day, d.location_id, d.value from usage_daily d
        where d.institution_id = w.institution_id and d.product = w.product and d.value > 0 and d.day between w.week_start and w.week_start + 6
        order by d.day, d.value desc, d.location_id limit 1
      ) d on true
      cross join lateral (
        select u.location_id, u.value from usage_week u
        where u.week_start = w.week_start and u.institution_id = w.institution_id and u.product = w.product and u.value > 0
        order by u.value desc, u.location_id limit 1
      ) s
    ) used join location l on l.institution_id = used.institution_id and l.location_id = used.location_id
    where used.institution_id = m.institution_id and used.product = m.product and m.milestone = 'first_use' and m.done_on is null`.execute(
    queries,
  );
}

export interface ProvenMilestone {
  institutionId: number;
  milestone: MilestoneRow['milestone'];
  doneOn: Day;
  evidence: string;
}

export async function completeProvenMilestones(
  queries: Queries,
  proofs: readonly ProvenMilestone[],
): Promise<void> {
  if (proofs.length === 0) return;
  await sql`
    update onboarding_milestone m set done_on = p.done_on, evidence = p.evidence
    from unnest(${proofs.map((proof) => proof.institutionId)}::bigint[], ${proofs.map((proof) => proof.milestone)}::text[],
      ${proofs.map((proof) => proof.doneOn)}::date[], ${proofs.map((proof) => proof.evidence)}::text[])
      as p (institution_id, milestone, done_on, evidence)
    where m.institution_id = p.institution_id and m.milestone = p.milestone and m.done_on is null`.execute(
    queries,
  );
}

export async function graduateByScores(
  queries: Queries,
  graduates: readonly { institutionId: number; on: Day }[],
): Promise<void> {
  if (graduates.length === 0) return;
  await sql`
    update onboarding_case c set graduated_on = g.graduated_on, version = c.version + 1
    from unnest(${graduates.map(({ institutionId }) => institutionId)}::bigint[], ${graduates.map(({ on }) => on)}::date[])
      as g (institution_id, graduated_on)
    where c.institution_id = g.institution_id and c.graduated_on is null`.execute(queries);
}

export interface WeeklyStatusRow {
  institution_id: number;
  week_start: Day;
  day: number;
  score: number | null;
  expected: number;
  state: OnboardingState;
  blocker: string | null;
  milestones_done: number;
}

/** Saves the current states of cases. A case whose state is unchanged is not written. */
export async function saveCurrentStates(
  queries: Queries,
  states: readonly { institutionId: number; state: OnboardingState }[],
): Promise<void> {
  await sql`
    update onboarding_case c set state = current.state
    from unnest(${states.map(({ institutionId }) => institutionId)}::bigint[], ${states.map(({ state }) => state)}::text[])
      as current (institution_id, state)
    where c.institution_id = current.institution_id and c.state is distinct from current.state`.execute(
    queries,
  );
}

/** Inserts the weekly statuses. Existing weeks stay unchanged. */
export async function insertWeeklyStatuses(
  queries: Queries,
  rows: readonly WeeklyStatusRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into onboarding_week (institution_id, week_start, day, score, expected, state, blocker, milestones_done)
    select * from unnest(${rows.map((row) => row.institution_id)}::bigint[], ${rows.map((row) => row.week_start)}::date[],
      ${rows.map((row) => row.day)}::integer[], ${rows.map((row) => row.score)}::float8[], ${rows.map((row) => row.expected)}::float8[],
      ${rows.map((row) => row.state)}::text[], ${rows.map((row) => row.blocker)}::text[], ${rows.map((row) => row.milestones_done)}::integer[])
    on conflict do nothing`.execute(queries);
}

export async function findSavedHistoryWeeks(
  queries: Queries,
  ids: readonly number[],
): Promise<Set<string>> {
  const { rows } = await sql<{ institution_id: number; week_start: Day }>`
    select institution_id, week_start from onboarding_week where institution_id = any(${ids}::bigint[])`.execute(
    queries,
  );
  return new Set(rows.map((row) => `${row.institution_id} ${row.week_start}`));
}

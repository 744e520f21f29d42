import type { Dependencies } from '#server/core/dependencies.ts';
import { answerUnlessCrmDown } from '#server/institutions/optional-crm-answer.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import {
  findAbsencesSince,
  findCurrentWorkingTime,
  findPersonalWorkingWeeks,
} from '#server/work/working-time/working-time-queries.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import type { Person } from '#shared/core/person.ts';
import type { DayItem, getDayPlan, PlannedItem } from '#shared/day/day.ts';
import { mergeDuplicateItems, scheduleItemsInDay } from '#shared/day/rules.ts';
import { estimateLossChance, findRenewalFactor } from '#shared/risk/priority.ts';
import { computeFreeMinutes, isDayWithinSpan } from '#shared/work/working-time-rules.ts';
import { findDayPlan, sumMinutesClosedToday } from './queries.ts';
import type { DaySourceInput } from './sources/source.ts';
import { daySources } from './sources/sources.ts';

export type PersonDay = ResponseOf<typeof getDayPlan>;

/**
 * Returns a user's day: work from all sources, up to the user's free hours. It includes the work of
 * absent colleagues for whom the user is the cover.
 */
export async function buildDay(dependencies: Dependencies, person: Person): Promise<PersonDay> {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const now = clock();
  const today = dayIn(env.BUSINESS_TIME_ZONE, now);
  const { settings } = await findCurrentWorkingTime(foreground, env.BUSINESS_TIME_ZONE);
  const absences = (await findAbsencesSince(foreground, today)).filter((absence) =>
    isDayWithinSpan(absence, today),
  );
  const isAway = absences.some((absence) => absence.person.id === person.id);
  const coveredColleagues = absences
    .filter(({ cover }) => cover?.id === person.id)
    .map((absence) => absence.person);
  const moment = { now, today, minutes: settings.minutes };
  const own = await workOf(dependencies, person, moment);
  const items: DayItem[] = own.items.map((item) => ({ ...item, coveringFor: null }));
  for (const colleague of coveredColleagues) {
    const covered = await workOf(dependencies, colleague, moment);
    const known = new Set(items.map(({ key }) => key));
    items.push(
      ...covered.items
        .filter(({ key }) => !known.has(key))
        .map((item) => ({ ...item, coveringFor: colleague })),
    );
  }
  const plan = await findDayPlan(foreground, person.id, today);
  const planned = items.map((item): PlannedItem => {
    const { movedTo = null, version = 0 } = plan.get(item.key) ?? {};
    return {
      ...item,
      movedTo: movedTo !== null && movedTo > today ? movedTo : null,
      planVersion: version,
    };
  });
  const ownWeek = (await findPersonalWorkingWeeks(foreground)).get(person.id) ?? null;
  const free = computeFreeMinutes(
    {
      workingTime: settings,
      ownWeek,
      absences: absences.filter((each) => each.person.id === person.id),
    },
    today,
  );
  const doneMinutes = await sumMinutesClosedToday(foreground, person.id, {
    today,
    timeZone: env.BUSINESS_TIME_ZONE,
    taskMinutes: settings.minutes.task,
  });
  const places = new Map(
    [...plan.values()].flatMap(({ key, place }) => (place === null ? [] : [[key, place] as const])),
  );
  return {
    person,
    today,
    freeMinutes: free,
    doneMinutes,
    isAway,
    customers: own.customers,
    ...scheduleItemsInDay(
      planned.filter(({ movedTo }) => movedTo === null),
      Math.max(0, free - doneMinutes),
      places,
    ),
    moved: planned
      .filter(({ movedTo }) => movedTo !== null)
      .toSorted((one, other) =>
        `${one.movedTo}${one.key}`.localeCompare(`${other.movedTo}${other.key}`),
      ),
  };
}

async function workOf(
  dependencies: Dependencies,
  person: Person,
  moment: Pick<DaySourceInput, 'now' | 'today' | 'minutes'>,
) {
  const { crm, log } = dependencies;
  const { rows, rules, weekStartDate } = (await institutionListReader(dependencies)()).answer;
  const own = rows.filter(({ ownerName }) => ownerName === person.name);
  const all = new Map(rows.map((row) => [row.institutionId, row]));
  const answer = await answerUnlessCrmDown(log, () =>
    crm.renewals(own.map(({ institutionId }) => institutionId)),
  );
  const renewals = answer ?? new Map<string, never>();
  function stakeOf(institutionId: number): number | null {
    const score = all.get(institutionId)?.adoptionScore ?? null;
    const renewal = renewals.get(String(institutionId));
    if (score === null || renewal?.annualRevenue == null) return null;
    return (
      estimateLossChance(score, rules.healthyFrom) *
      renewal.annualRevenue *
      findRenewalFactor(renewal.renewalOn, moment.today)
    );
  }
  const facts: DaySourceInput = {
    dependencies,
    ...moment,
    person,
    all,
    own,
    weekStartDate,
    renewals,
    stakeOf,
  };
  const items = [];
  for (const source of daySources)
    items.push(...(await source(facts)).map((item) => ({ prospect: null, ...item })));
  return {
    items: mergeDuplicateItems(items),
    customers:
      rows.length > 0 && rows.every(({ ownerName }) => ownerName === null) ? null : own.length,
  };
}

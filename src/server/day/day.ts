import type { Dependencies } from '#server/core/dependencies.ts';
import { answerUnlessCrmDown } from '#server/institutions/optional-crm-answer.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { findRiskCases } from '#server/work/cases/cases-queries.ts';
import {
  findAbsencesSince,
  findCurrentWorkingTime,
  findPersonalWorkingWeeks,
} from '#server/work/working-time/working-time-queries.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import type { Person } from '#shared/core/person.ts';
import type { DayItem, DayRow, getDayPlan, PlannedItem } from '#shared/day/day.ts';
import {
  compareDayItems,
  groupByCustomer,
  hasFinishingOutcome,
  isHiddenBySnooze,
  isLateFirstTouch,
  mergeStepClocks,
  scheduleItemsInDay,
} from '#shared/day/rules.ts';
import { computePriority, estimateLossChance, findRenewalFactor } from '#shared/risk/priority.ts';
import { computeFreeMinutes, isDayWithinSpan } from '#shared/work/working-time-rules.ts';
import { type DayPlanRow, findDayPlan, sumMinutesClosedToday } from './queries.ts';
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
  const isLate = (row: DayRow) => isLateFirstTouch(row, today);
  const present = groupByCustomer(planned.filter(({ movedTo }) => movedTo === null));
  return {
    person,
    today,
    freeMinutes: free,
    doneMinutes,
    isAway,
    customers: own.customers,
    ...scheduleItemsInDay(
      present.filter((row) => !isLate(row)),
      Math.max(0, free - doneMinutes),
      ({ items: own }) => firstPlace(own, plan),
    ),
    lateFirstTouches: present.filter(isLate).toSorted(compareDayItems),
    moved: groupByCustomer(planned.filter(({ movedTo }) => movedTo !== null)).toSorted(
      (one, other) => `${one.movedTo}${one.key}`.localeCompare(`${other.movedTo}${other.key}`),
    ),
  };
}

/** Returns the first position that the user gave to one of the items; `undefined` without one. */
function firstPlace(
  items: readonly PlannedItem[],
  plan: ReadonlyMap<string, DayPlanRow>,
): number | undefined {
  const places = items.flatMap(({ key }) => plan.get(key)?.place ?? []);
  return places.length === 0 ? undefined : Math.min(...places);
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
    return computePriority(
      estimateLossChance(score, rules.healthyFrom),
      renewal.annualRevenue,
      findRenewalFactor(renewal.renewalOn, moment.today),
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
    items.push(...(await source(facts)).map((item) => ({ prospect: null, save: null, ...item })));
  return {
    items: await withoutFinishedItems(facts, mergeStepClocks(items)),
    customers:
      rows.length > 0 && rows.every(({ ownerName }) => ownerName === null) ? null : own.length,
  };
}

/**
 * Leaves out work that an outcome finished, and work that the snooze of its customer hides.
 */
async function withoutFinishedItems<Item extends Omit<DayItem, 'coveringFor'>>(
  { dependencies: { database, env }, today, weekStartDate }: DaySourceInput,
  items: readonly Item[],
): Promise<Item[]> {
  const ids = new Set(
    items
      .filter(isHiddenBySnooze)
      .flatMap(({ institutionId }) => (institutionId === null ? [] : [institutionId])),
  );
  if (ids.size === 0) return [...items];
  const cases = new Map(
    (await findRiskCases(database.foreground, [...ids], today)).map((each) => [
      each.institutionId,
      each,
    ]),
  );
  return items.filter((item) => {
    const riskCase = item.institutionId === null ? undefined : cases.get(item.institutionId);
    if (riskCase === undefined || !isHiddenBySnooze(item)) return true;
    const { snooze, lastOutcome } = riskCase;
    if (snooze !== null) return false;
    const last = lastOutcome && {
      judgedWeek: lastOutcome.judgedWeek,
      day: dayIn(env.BUSINESS_TIME_ZONE, new Date(lastOutcome.at)),
    };
    return !hasFinishingOutcome(item, { last, weekStartDate, today });
  });
}

import type { createActionItemListReader } from '#server/action-items/list.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { findRiskCases } from '#server/work/cases/cases-queries.ts';
import {
  findAbsencesSince,
  findCurrentWorkingTime,
  findPersonalWorkingWeeks,
} from '#server/work/working-time/working-time-queries.ts';
import type { ListedActionItem } from '#shared/action-items/action-items.ts';
import { addDays, type Day, dayIn } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { computeLoadHours, isRiskWorkNeeded } from '#shared/team/rules.ts';
import type { TeamMemberLoad } from '#shared/team/team.ts';
import type { RiskCase } from '#shared/work/cases.ts';
import type { WorkingTime } from '#shared/work/working-time.ts';
import { computeFreeMinutes, isDayWithinSpan } from '#shared/work/working-time-rules.ts';
import {
  countProspectWork,
  countTasksByAssignee,
  findAssignableUsers,
  findDisabledUsers,
  type OwnerWithNames,
  type ProspectLoad,
  type TaskLoad,
} from './queries.ts';

export type ActionItemListReader = ReturnType<typeof createActionItemListReader>;

/** Open risk case. It is work of its assignee or, without an assignee, of the customer's owner. */
export interface OpenRiskCase extends Pick<RiskCase, 'institutionId' | 'version' | 'assignee'> {
  isSnoozed: boolean;
}

/** Snapshot of the team's open work. */
export interface TeamWork {
  today: Day;
  settings: WorkingTime;
  customers: readonly ListedInstitution[];
  /**
   * `people` are the enabled users, to whom work can be assigned. `former` are the disabled users.
   */
  people: readonly OwnerWithNames[];
  former: readonly OwnerWithNames[];
  tasks: ReadonlyMap<string, TaskLoad>;
  prospectWork: ReadonlyMap<string, ProspectLoad>;
  calls: readonly ListedActionItem[];
  cases: readonly OpenRiskCase[];
  loads: readonly PersonLoad[];
}

/**
 * Load of a user with the work from which it is computed. Snoozed action items and snoozed cases
 * count as zero hours.
 */
export interface PersonLoad extends TeamMemberLoad {
  cover: Person | null;
  customers: readonly ListedInstitution[];
  calls: readonly ListedActionItem[];
  cases: readonly OpenRiskCase[];
}

export async function loadTeamWork(
  dependencies: Dependencies,
  callsNow: ActionItemListReader,
): Promise<TeamWork> {
  const { database, clock, env } = dependencies;
  const { foreground } = database;
  const today = dayIn(env.BUSINESS_TIME_ZONE, clock());
  const customers = (await institutionListReader(dependencies)()).answer.rows;
  const atRisk = customers.filter(isRiskWorkNeeded).map(({ institutionId }) => institutionId);
  const known = {
    today,
    customers,
    settings: (await findCurrentWorkingTime(foreground, env.BUSINESS_TIME_ZONE)).settings,
    people: await findAssignableUsers(foreground),
    former: await findDisabledUsers(foreground),
    tasks: await countTasksByAssignee(foreground, today),
    prospectWork: await countProspectWork(foreground),
    calls: (await callsNow()).answer.rows.filter(({ outcome }) => outcome === null),
    cases: (await findRiskCases(foreground, atRisk, today)).map(({ snooze, ...each }) => ({
      ...each,
      isSnoozed: snooze !== null,
    })),
  };
  const weekOf = await loadAvailableHoursLookup(foreground, known.settings, today);
  const workOf = createWorkLookup(known);
  const loads = known.people.map((owner): PersonLoad => {
    const { person } = owner;
    const { id } = person;
    const own = workOf(owner);
    const openTasks = (known.tasks.get(id)?.open ?? 0) + (known.prospectWork.get(id)?.tasks ?? 0);
    return {
      person,
      ...own,
      hours: hoursOf(own, openTasks, known.settings),
      ...weekOf(id),
    };
  });
  return { ...known, loads };
}

type Week = Pick<PersonLoad, 'availableHours' | 'isAway' | 'isUncovered' | 'cover'>;

/**
 * Returns each user's available hours in the next seven days, and whether the user is away today.
 */
export async function loadAvailableHoursLookup(
  queries: Queries,
  workingTime: WorkingTime,
  today: Day,
): Promise<(userId: string) => Week> {
  const absences = await findAbsencesSince(queries, today);
  const weeks = await findPersonalWorkingWeeks(queries);
  return (userId) => {
    const theirs = absences.filter((absence) => absence.person.id === userId);
    const away = theirs.find((absence) => isDayWithinSpan(absence, today));
    const time = { workingTime, ownWeek: weeks.get(userId) ?? null, absences: theirs };
    const minutes = Array.from({ length: 7 }, (_, at) =>
      computeFreeMinutes(time, addDays(today, at)),
    );
    return {
      availableHours: minutes.reduce((sum, each) => sum + each, 0) / 60,
      isAway: away !== undefined,
      isUncovered: away !== undefined && (away.cover === null || away.coverIsAway),
      cover: away?.coverIsAway === false ? away.cover : null,
    };
  };
}

type OwnWork = Pick<PersonLoad, 'customers' | 'calls' | 'cases'>;

/**
 * Returns a function that finds the work of a user. This is the work assigned to the user, and
 * unassigned work for the customers that the user owns.
 */
export function createWorkLookup({
  customers,
  calls,
  cases,
}: Pick<TeamWork, 'customers' | 'calls' | 'cases'>) {
  const owned = Map.groupBy(customers, ({ ownerName }) => ownerName);
  const ownerOf = new Map(
    customers.map(({ institutionId, ownerName }) => [institutionId, ownerName]),
  );
  const given = <Work extends { assignee: Person | null; institutionId: number }>(
    work: readonly Work[],
  ) => ({
    to: Map.groupBy(work, ({ assignee }) => assignee?.id),
    of: Map.groupBy(
      work.filter(({ assignee }) => assignee === null),
      ({ institutionId }) => ownerOf.get(institutionId),
    ),
  });
  const givenCalls = given(calls);
  const givenCases = given(cases);
  return ({ person, ownerNames }: OwnerWithNames): OwnWork => {
    const ofNames = <Work>(work: ReadonlyMap<string | null | undefined, Work[]>) =>
      ownerNames.flatMap((name) => work.get(name) ?? []);
    return {
      customers: ofNames(owned),
      calls: [...(givenCalls.to.get(person.id) ?? []), ...ofNames(givenCalls.of)],
      cases: [...(givenCases.to.get(person.id) ?? []), ...ofNames(givenCases.of)],
    };
  };
}

const hoursOf = ({ customers, calls, cases }: OwnWork, openTasks: number, settings: WorkingTime) =>
  computeLoadHours(
    {
      customers,
      openTasks,
      riskCases: cases.filter(({ isSnoozed }) => !isSnoozed).length,
      callMinutes: calls.reduce(
        (sum, { snooze, minutes }) => sum + (snooze === null ? minutes : 0),
        0,
      ),
    },
    settings,
  );

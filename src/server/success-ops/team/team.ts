import type { Dependencies } from '#server/core/dependencies.ts';
import { askCrm } from '#server/institutions/ask-crm.ts';
import { institutionList } from '#server/portfolio/list.ts';
import { enabledPeople } from '#server/work/people-queries.ts';
import { workSummaries } from '#server/work/tasks-queries.ts';
import { absencesSince, ownWeeks, workingTimeInForce } from '#server/work/working-time-queries.ts';
import { addDays, dayIn } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { neededHours, untouchedDays } from '#shared/success-ops/team/rules.ts';
import type { getTeam, TeamRow } from '#shared/success-ops/team/team.ts';
import { freeMinutes, isWithin } from '#shared/work/working-time-rules.ts';
import { signInNames, taskLoads } from './queries.ts';

/** How much each person has to do against the hours they have, and customers that nobody looks after. */
export async function teamOf(dependencies: Dependencies): Promise<ResponseOf<typeof getTeam>> {
  const { database, clock, env, crm, log } = dependencies;
  const { foreground } = database;
  const now = clock();
  const today = dayIn(env.BUSINESS_TIME_ZONE, now);
  const { rows: customers } = (await institutionList(dependencies)()).answer;
  const byOwner = Map.groupBy(customers, ({ ownerName }) => ownerName);
  const renewals = await askCrm(log, () => crm.renewals(customers.map(({ institutionId }) => institutionId)));
  const touchedSince = new Date(now.getTime() - untouchedDays * 86_400_000).toISOString();
  const touches = new Map((await workSummaries(foreground, today)).map((each) => [each.institutionId, each.lastTouchAt ?? '']));
  const { settings } = await workingTimeInForce(foreground, env.BUSINESS_TIME_ZONE);
  const weeks = await ownWeeks(foreground);
  const absences = await absencesSince(foreground, today);
  const tasks = await taskLoads(foreground, today);
  const people = await enabledPeople(foreground);
  const names = await signInNames(
    foreground,
    people.map(({ id }) => id),
  );
  const nextDays = Array.from({ length: 7 }, (_, at) => addDays(today, at));

  const rows = people.map((person): TeamRow => {
    const ownerName = names.get(person.id) ?? person.name;
    const own = byOwner.get(ownerName) ?? [];
    const load = tasks.get(person.id);
    const theirs = absences.filter((absence) => absence.person.id === person.id);
    const time = { workingTime: settings, ownWeek: weeks.get(person.id) ?? null, absences: theirs };
    const away = theirs.find((absence) => isWithin(absence, today));
    const revenues = own.map(({ institutionId }) => renewals?.get(String(institutionId))?.annualRevenue ?? 0);
    return {
      person,
      ownerName,
      neededHours: neededHours(own, load?.open ?? 0, settings),
      availableHours: nextDays.reduce((sum, day) => sum + freeMinutes(time, day), 0) / 60,
      customers: own.length,
      revenue: renewals === undefined ? null : revenues.reduce((sum, each) => sum + each, 0),
      onboarding: own.filter(({ onboardingState }) => onboardingState !== null).length,
      atRisk: own.filter(({ atRisk }) => atRisk).length,
      untouched: own.filter(({ institutionId }) => (touches.get(institutionId) ?? '') < touchedSince).length,
      openTasks: load?.open ?? 0,
      overdueTasks: load?.overdue ?? 0,
      oldestOverdueDays: load?.oldest_days ?? null,
      isAway: away !== undefined,
      isUncovered: away !== undefined && (away.cover === null || away.coverIsAway),
    };
  });
  const known = new Set<string | null>([...rows.map(({ ownerName }) => ownerName), unassignedOwner, null]);
  const unknownOwners = [...byOwner].flatMap(([ownerName, owned]) =>
    ownerName === null || known.has(ownerName) ? [] : [{ ownerName, customers: owned.length }],
  );
  const isUnasked = customers.length > 0 && byOwner.get(null)?.length === customers.length;
  return {
    rows: rows.filter((row) => row.customers > 0 || row.openTasks > 0 || row.isAway),
    withoutOwner: isUnasked ? null : (byOwner.get(unassignedOwner)?.length ?? 0),
    unknownOwners,
  };
}

import type { Dependencies } from '#server/core/dependencies.ts';
import { answerUnlessCrmDown } from '#server/institutions/optional-crm-answer.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { isInOnboarding } from '#shared/team/rules.ts';
import { classifyTaskByDueDate, taskDueDateGroups } from '#shared/team/task-age-groups.ts';
import type { DisabledUserWithWork, getTeam, TeamRow } from '#shared/team/team.ts';
import {
  type ActionItemListReader,
  createWorkLookup,
  loadTeamWork,
  type TeamWork,
} from './loads.ts';
import { countTasksByDueDate } from './queries.ts';
import type { UntouchedListReader } from './rows.ts';

/** Returns each user's load and available hours, and the customers without an active owner. */
export async function buildTeam(
  dependencies: Dependencies,
  lists: { calls: ActionItemListReader; untouched: UntouchedListReader },
): Promise<ResponseOf<typeof getTeam>> {
  const { database, crm, log } = dependencies;
  const work = await loadTeamWork(dependencies, lists.calls);
  const { customers, loads, tasks, prospectWork, today } = work;
  const renewals = await answerUnlessCrmDown(log, () =>
    crm.renewals(customers.map(({ institutionId }) => institutionId)),
  );
  const untouched = Map.groupBy(
    (await lists.untouched()).answer.rows,
    ({ ownerName }) => ownerName,
  );
  const rows = loads.map(({ cover: _, customers: own, calls, cases, ...load }): TeamRow => {
    const ofTasks = tasks.get(load.person.id);
    const revenues = own.map(
      ({ institutionId }) => renewals?.get(String(institutionId))?.annualRevenue ?? 0,
    );
    return {
      ...load,
      customers: own.length,
      revenue: renewals === undefined ? null : revenues.reduce((sum, each) => sum + each, 0),
      onboarding: own.filter(isInOnboarding).length,
      atRisk: own.filter(({ atRisk }) => atRisk).length,
      untouched: untouched.get(load.person.name)?.length ?? 0,
      openTasks: ofTasks?.open ?? 0,
      overdueTasks: ofTasks?.overdue ?? 0,
      oldestOverdueDays: ofTasks?.oldest_days ?? null,
      openCalls: calls.length,
      riskCases: cases.filter(({ isSnoozed }) => !isSnoozed).length,
      prospects: prospectWork.get(load.person.id)?.prospects ?? 0,
      prospectTasks: prospectWork.get(load.person.id)?.tasks ?? 0,
    };
  });
  const tasksByAge = Map.groupBy(await countTasksByDueDate(database.foreground), ({ due_on }) =>
    classifyTaskByDueDate(due_on, today),
  );
  return {
    rows: rows.filter(
      (row) =>
        row.customers > 0 ||
        row.openTasks > 0 ||
        row.openCalls > 0 ||
        row.riskCases > 0 ||
        row.prospects > 0 ||
        row.prospectTasks > 0 ||
        row.isAway,
    ),
    ...gapsOf(work),
    taskAges: taskDueDateGroups.map((age) => ({
      age,
      tasks: (tasksByAge.get(age) ?? []).reduce((sum, each) => sum + each.tasks, 0),
    })),
  };
}

/** Returns the customers without an owner, and the remaining work of disabled users. */
function gapsOf({ customers, people, former, tasks, prospectWork, calls, cases }: TeamWork) {
  const byOwner = Map.groupBy(customers, ({ ownerName }) => ownerName);
  const lacksOwners = customers.length > 0 && byOwner.get(null)?.length === customers.length;
  const here = new Set(people.map(({ person }) => person.name));
  const workOf = createWorkLookup({ customers, calls, cases });
  const leavers = former
    .map((owner): DisabledUserWithWork => {
      const own = workOf(owner);
      return {
        person: owner.person,
        ownerNames: [...owner.ownerNames],
        // If an enabled user has the same name, that user owns these customers, so they are not
        // counted for the disabled user.
        customers: here.has(owner.person.name) ? 0 : own.customers.length,
        openTasks: tasks.get(owner.person.id)?.open ?? 0,
        riskCases: own.cases.filter(({ assignee }) => assignee?.id === owner.person.id).length,
        openCalls: own.calls.filter(({ assignee }) => assignee?.id === owner.person.id).length,
        prospects: prospectWork.get(owner.person.id)?.prospects ?? 0,
        prospectTasks: prospectWork.get(owner.person.id)?.tasks ?? 0,
      };
    })
    .filter(({ person: _, ownerNames: __, ...counts }) =>
      Object.values(counts).some((count) => count > 0),
    );
  const known = new Set<string | null>([
    ...here,
    ...leavers.flatMap(({ ownerNames }) => ownerNames),
    unassignedOwner,
    null,
  ]);
  return {
    withoutOwner: lacksOwners ? null : (byOwner.get(unassignedOwner)?.length ?? 0),
    unknownOwners: [...byOwner].flatMap(([ownerName, owned]) =>
      ownerName === null || known.has(ownerName) ? [] : [{ ownerName, customers: owned.length }],
    ),
    leavers,
  };
}

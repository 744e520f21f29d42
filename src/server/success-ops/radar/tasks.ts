import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { institutionList } from '#server/portfolio/list.ts';
import { writeWorkEvents } from '#server/work/event-queries.ts';
import { enabledPeople } from '#server/work/people-queries.ts';
import { insertTasks } from '#server/work/tasks-queries.ts';
import { type Day, dayIn } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { counted, cut, dayInWords } from '#shared/core/words.ts';
import { incidentName } from '#shared/success-ops/radar/words.ts';
import { bulkLimit } from '#shared/work/many.ts';
import { longestTaskTitle } from '#shared/work/tasks.ts';
import { nextOpenDay } from './open-days.ts';
import { customersWithoutTask, type HeldIncident, linkTasks } from './task-queries.ts';

interface OwnerShare {
  person: Person | null;
  ownerName: string | null;
  institutionIds: number[];
}

export interface TaskPlan {
  title: string;
  details: string;
  dueOn: Day;
  owners: OwnerShare[];
  alreadyHave: number;
  left: number;
}

/** Who gets the tasks of which customers: the owner, where it is somebody who can be given work here. */
function sharesOf(
  institutionIds: readonly number[],
  ownerOf: ReadonlyMap<number, string | null>,
  people: ReadonlyMap<string, Person>,
): OwnerShare[] {
  const byOwner = Map.groupBy(institutionIds, (id) => ownerOf.get(id) ?? unassignedOwner);
  return [...byOwner]
    .map(([name, own]): OwnerShare => {
      return { person: people.get(name) ?? null, ownerName: name === unassignedOwner ? null : name, institutionIds: own };
    })
    .sort(
      (one, other) => other.institutionIds.length - one.institutionIds.length || (one.ownerName ?? '').localeCompare(other.ownerName ?? ''),
    );
}

/** Who owns which customer, and who can be given work by name. */
export interface Owners {
  ownerOf: ReadonlyMap<number, string | null>;
  people: ReadonlyMap<string, Person>;
  dueOn: Day;
}

/** Read before a transaction begins, because the list of customers is read on the same connection. */
export async function ownersNow(dependencies: Dependencies): Promise<Owners> {
  const { database, clock, env } = dependencies;
  const customers = (await institutionList(dependencies)()).answer.rows;
  return {
    ownerOf: new Map(customers.map(({ institutionId, ownerName }) => [institutionId, ownerName])),
    people: new Map((await enabledPeople(database.foreground)).map((person) => [person.name, person])),
    dueOn: nextOpenDay(dayIn(env.BUSINESS_TIME_ZONE, clock())),
  };
}

/** The tasks that an incident's silent customers do not have yet. */
export async function taskPlan(queries: Queries, incident: HeldIncident, { ownerOf, people, dueOn }: Owners): Promise<TaskPlan> {
  const { without, having } = await customersWithoutTask(queries, incident.incidentId);
  const wanted = without.slice(0, bulkLimit);
  return {
    ...taskTexts(incident),
    dueOn,
    owners: sharesOf(wanted, ownerOf, people),
    alreadyHave: having,
    left: without.length - wanted.length,
  };
}

function taskTexts(incident: HeldIncident): Pick<TaskPlan, 'title' | 'details'> {
  const name = incidentName(incident);
  return {
    title: cut(`Check the silent feed: ${name}`, longestTaskTitle),
    details: `No usage has come since ${dayInWords(incident.silentSince)}. It is one of ${counted(incident.silent, 'connection')} that fell silent together (${name}), so it is rather the connection than the practice. Check the connection before judging what the customer uses.`,
  };
}

/** Makes the tasks of a plan under one id, by which they can be undone; answers the customers that got one. */
export async function makeTasks(
  transaction: Queries,
  { title, details, dueOn, owners }: TaskPlan,
  made: { incidentId: string; workId: string; userId: string; at: Date },
): Promise<number[]> {
  const { incidentId, workId: taskId, userId, at } = made;
  const all: number[] = [];
  for (const { person, institutionIds } of owners) {
    const task = { taskId, title, details, dueOn, assignee: person, status: 'open', snoozedUntil: null, userId, at } as const;
    const added = await insertTasks(transaction, institutionIds, task);
    const detail = { title, assignee: person?.name ?? null, due: dueOn };
    const events = added.map((institutionId) => ({ institutionId, kind: 'task', event: 'created', subjectId: taskId, detail }) as const);
    await writeWorkEvents(transaction, events, userId, at);
    all.push(...added);
  }
  await linkTasks(transaction, incidentId, taskId, all);
  return all;
}

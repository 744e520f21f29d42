import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { writeWorkEvents } from '#server/work/event-queries.ts';
import { findEnabledPeople } from '#server/work/people-queries.ts';
import { insertTaskForCustomers } from '#server/work/tasks/tasks-queries.ts';
import { type Day, dayIn } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import { countText, dayInWords, truncateText } from '#shared/core/words.ts';
import { incidentName } from '#shared/radar/words.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { maxTaskTitleLength } from '#shared/work/tasks.ts';
import { nextOpenDay } from './open-days.ts';
import {
  findCustomersWithoutTask,
  linkTasksToIncident,
  type StoredIncident,
} from './task-queries.ts';

interface OwnerShare {
  person: Person | null;
  ownerName: string | null;
  institutionIds: number[];
}

export interface IncidentTaskPlan {
  title: string;
  details: string;
  dueOn: Day;
  owners: OwnerShare[];
  alreadyHave: number;
  left: number;
}

/**
 * Groups customers by owner, largest group first. `person` is the user with the owner's name;
 * `null` without an active user.
 */
function sharesOf(
  institutionIds: readonly number[],
  ownerOf: ReadonlyMap<number, string | null>,
  people: ReadonlyMap<string, Person>,
): OwnerShare[] {
  const byOwner = Map.groupBy(institutionIds, (id) => ownerOf.get(id) ?? unassignedOwner);
  return [...byOwner]
    .map(([name, own]): OwnerShare => {
      return {
        person: people.get(name) ?? null,
        ownerName: name === unassignedOwner ? null : name,
        institutionIds: own,
      };
    })
    .sort(
      (one, other) =>
        other.institutionIds.length - one.institutionIds.length ||
        (one.ownerName ?? '').localeCompare(other.ownerName ?? ''),
    );
}

/** Owner names by customer, active users by name, and the due date of new tasks. */
export interface IncidentTaskContext {
  ownerOf: ReadonlyMap<number, string | null>;
  people: ReadonlyMap<string, Person>;
  dueOn: Day;
}

/**
 * Loads the owners of customers. Call this before a transaction, because the customer list is read
 * on the same connection.
 */
export async function loadIncidentTaskContext(
  dependencies: Dependencies,
): Promise<IncidentTaskContext> {
  const { database, clock, env } = dependencies;
  const customers = (await institutionListReader(dependencies)()).answer.rows;
  return {
    ownerOf: new Map(customers.map(({ institutionId, ownerName }) => [institutionId, ownerName])),
    people: new Map(
      (await findEnabledPeople(database.foreground)).map((person) => [person.name, person]),
    ),
    dueOn: nextOpenDay(dayIn(env.BUSINESS_TIME_ZONE, clock())),
  };
}

/** Returns the tasks to create for the silent customers of an incident that have no task yet. */
export async function planIncidentTasks(
  queries: Queries,
  incident: StoredIncident,
  { ownerOf, people, dueOn }: IncidentTaskContext,
): Promise<IncidentTaskPlan> {
  const { without, having } = await findCustomersWithoutTask(queries, incident.incidentId);
  const selected = without.slice(0, maxBulkItems);
  return {
    ...taskTexts(incident),
    dueOn,
    owners: sharesOf(selected, ownerOf, people),
    alreadyHave: having,
    left: without.length - selected.length,
  };
}

function taskTexts(incident: StoredIncident): Pick<IncidentTaskPlan, 'title' | 'details'> {
  const name = incidentName(incident);
  return {
    title: truncateText(`Check silent connection: ${name}`, maxTaskTitleLength),
    details: `No usage received since ${dayInWords(incident.silentSince)}. ${countText(incident.silent, 'connection')} went silent together (${name}), so the connection is the likely cause, not the practice. Check the connection before you judge the customer’s usage.`,
  };
}

/**
 * Creates the tasks of a plan under one id, with which they can be undone together. Returns the
 * customers that got a task.
 */
export async function createIncidentTasks(
  transaction: Queries,
  { title, details, dueOn, owners }: IncidentTaskPlan,
  made: { incidentId: string; workId: string; userId: string; at: Date },
): Promise<number[]> {
  const { incidentId, workId: taskId, userId, at } = made;
  const all: number[] = [];
  for (const { person, institutionIds } of owners) {
    const task = {
      taskId,
      title,
      details,
      dueOn,
      assignee: person,
      status: 'open',
      snoozedUntil: null,
      userId,
      at,
    } as const;
    const added = await insertTaskForCustomers(transaction, institutionIds, task);
    const detail = { title, assignee: person?.name ?? null, due: dueOn };
    const events = added.map(
      (institutionId) =>
        ({ institutionId, kind: 'task', event: 'created', subjectId: taskId, detail }) as const,
    );
    await writeWorkEvents(transaction, events, userId, at);
    all.push(...added);
  }
  await linkTasksToIncident(transaction, incidentId, taskId, all);
  return all;
}

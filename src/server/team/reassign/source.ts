import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound, unprocessable } from '#server/core/errors.ts';
import type { QueryOf } from '#shared/core/endpoint.ts';
import { unassignedOwner } from '#shared/core/provider-answers.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import {
  type getReassignable,
  isProspectKind,
  type MovableItem,
  maxReassignedItems,
  type Reassignable,
} from '#shared/team/reassign/reassign.ts';
import { computeCustomerHours } from '#shared/team/rules.ts';
import { type ActionItemListReader, loadTeamWork, type TeamWork } from '../loads.ts';
import type { OwnerWithNames } from '../queries.ts';
import { findCustomersWithDeal } from './deal-queries.ts';
import { findProspectsOfUser, findProspectTasksOfUser } from './prospect-queries.ts';
import { findOpenTasksOfUser } from './task-queries.ts';

interface Source {
  owner: OwnerWithNames | null;
  ownerNames: readonly string[];
  isActive: boolean;
}

function sourceOf(
  { people, former }: TeamWork,
  { person, owner }: QueryOf<typeof getReassignable>,
): Source {
  if ((person === undefined) === (owner === undefined))
    throw unprocessable('person: specify either a person or an owner');
  if (owner !== undefined) return { owner: null, ownerNames: [owner], isActive: false };
  const isThem = (each: OwnerWithNames) => each.person.id === person;
  const active = people.find(isThem);
  const found = active ?? former.find(isThem);
  if (found === undefined) throw notFound('This person');
  return { owner: found, ownerNames: found.ownerNames, isActive: active !== undefined };
}

/**
 * Returns the items that can be reassigned from a user or owner, their hours, and the loads of all
 * possible assignees.
 */
export async function loadReassignmentChoices(
  dependencies: Dependencies,
  calls: ActionItemListReader,
  query: QueryOf<typeof getReassignable>,
): Promise<Reassignable> {
  const { database, crm } = dependencies;
  const work = await loadTeamWork(dependencies, calls);
  const source = sourceOf(work, query);
  const own = work.customers.filter(({ ownerName }) =>
    source.ownerNames.includes(ownerName ?? unassignedOwner),
  );
  const movable = crm.isSynchronized
    ? new Set<number>()
    : await findCustomersWithDeal(database.foreground, own.map(idOf));
  const ownerId = otherOwners(work, source);
  const items: MovableItem[] = [
    ...own
      .filter(({ institutionId }) => movable.has(institutionId))
      .map((each) => ({ ...customerItem(each, work), ownerId: null })),
    ...(source.owner === null ? [] : await personItems(dependencies, work, source.owner)).map(
      (item) => ({
        ...item,
        ownerId: isProspectKind(item.kind) ? null : (ownerId.get(item.subjectId) ?? null),
      }),
    ),
  ];
  return {
    person: source.owner?.person ?? null,
    isActive: source.isActive,
    items: items.slice(0, maxReassignedItems),
    left: Math.max(0, items.length - maxReassignedItems),
    fixedCustomers: own.length - movable.size,
    ownersAreElsewhere: crm.isSynchronized,
    loads: work.loads.map(({ customers: _, calls: __, cases: ___, ...load }) => load),
  };
}

const idOf = ({ institutionId }: ListedInstitution): number => institutionId;

/**
 * Returns the user id of each customer's owner by institution id. Leaves out customers without an
 * enabled owner, and customers whose owner is the source of the reassignment.
 */
function otherOwners(
  { customers, people }: TeamWork,
  { ownerNames: from }: Source,
): Map<number, string> {
  const byName = new Map(people.map(({ person }) => [person.name, person]));
  return new Map(
    customers.flatMap(({ institutionId, ownerName }) => {
      const id =
        ownerName === null || from.includes(ownerName) ? undefined : byName.get(ownerName)?.id;
      return id === undefined ? [] : [[institutionId, id] as const];
    }),
  );
}

type Item = Omit<MovableItem, 'ownerId'>;

/**
 * Converts a customer to an item. Its hours include its unassigned risk cases and action items,
 * which are reassigned with the customer.
 */
function customerItem(customer: ListedInstitution, { settings, calls, cases }: TeamWork): Item {
  const { institutionId, institutionName } = customer;
  const waits = cases.some(
    (each) => each.institutionId === institutionId && each.assignee === null && !each.isSnoozed,
  );
  const minutes = calls
    .filter(
      (call) =>
        call.institutionId === institutionId && call.assignee === null && call.snooze === null,
    )
    .reduce((sum, call) => sum + call.minutes, waits ? settings.minutes.risk : 0);
  const hours = computeCustomerHours(customer, settings) + minutes / 60;
  return {
    kind: 'customer',
    subjectId: institutionId,
    subjectName: institutionName,
    id: null,
    title: 'Customer',
    version: 0,
    hours,
  };
}

async function personItems(
  { database }: Dependencies,
  work: TeamWork,
  { person }: OwnerWithNames,
): Promise<Item[]> {
  const { settings, customers, calls, cases } = work;
  const names = new Map(
    customers.map(({ institutionId, institutionName }) => [institutionId, institutionName]),
  );
  const isGiven = ({ assignee }: { assignee: { id: string } | null }) => assignee?.id === person.id;
  return [
    ...(await findOpenTasksOfUser(database.foreground, person.id)).map(
      ({ institutionId, institutionName, taskId, title, version }): Item => ({
        kind: 'task',
        subjectId: institutionId,
        subjectName: institutionName,
        id: taskId,
        title,
        version,
        hours: settings.minutes.task / 60,
      }),
    ),
    ...cases.filter(isGiven).map(({ institutionId, version, isSnoozed }): Item => {
      const hours = isSnoozed ? 0 : settings.minutes.risk / 60;
      return {
        kind: 'risk',
        subjectId: institutionId,
        subjectName: names.get(institutionId) ?? '',
        id: null,
        title: 'Risk case',
        version,
        hours,
      };
    }),
    ...calls
      .filter(isGiven)
      .map(({ institutionId, institutionName, callId, title, version, snooze, minutes }): Item => {
        const hours = snooze === null ? minutes / 60 : 0;
        const subject = { subjectId: institutionId, subjectName: institutionName };
        return { kind: 'call', ...subject, id: callId, title, version, hours };
      }),
    ...(await findProspectsOfUser(database.foreground, person.id)).map(
      ({ prospectId, name, version }): Item => ({
        kind: 'prospect',
        subjectId: prospectId,
        subjectName: name,
        id: null,
        title: 'Prospect',
        version,
        hours: 0,
      }),
    ),
    ...(await findProspectTasksOfUser(database.foreground, person.id)).map(
      ({ prospectId, name, taskId, title, version }): Item => ({
        kind: 'prospectTask',
        subjectId: prospectId,
        subjectName: name,
        id: taskId,
        title,
        version,
        hours: settings.minutes.task / 60,
      }),
    ),
  ];
}

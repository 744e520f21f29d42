import { paths } from '#shared/core/pages/paths.ts';
import { listSearch } from '#shared/list/address.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { TaskAge } from '#shared/success-ops/team/task-ages.ts';

const oneOf = (column: string, ...values: string[]): ListFilter => ({ column, kind: 'one-of', values });

/** The search of a list of customers with this owner. */
export const ofOwner = (...ownerNames: string[]): string => listSearch({ filters: [oneOf('ownerName', ...ownerNames)] });

export const customersOf = (...ownerNames: string[]) => ({ pathname: paths.portfolio, search: `scope=all&${ofOwner(...ownerNames)}` });

const rows = (of: 'tasks' | 'untouched', filters: readonly ListFilter[]) => ({
  search: [`part=team&rows=${of}`, listSearch({ filters })].filter((part) => part !== '').join('&'),
});

/** The team's open tasks, or some of them. */
export function tasksRows({ personName, age, isOverdue = false }: { personName?: string; age?: TaskAge; isOverdue?: boolean } = {}) {
  return rows('tasks', [
    ...(personName === undefined ? [] : [oneOf('personName', personName)]),
    ...(age === undefined ? [] : [oneOf('age', age)]),
    ...(isOverdue ? [{ column: 'overdueDays', kind: 'range' as const, from: 1, to: null }] : []),
  ]);
}

export const untouchedRows = (ownerName: string) => rows('untouched', [oneOf('ownerName', ownerName)]);

/** The open calls to action that are a person's. */
export const callsOf = (personName: string) => ({
  search: `part=queue&scope=all&${listSearch({ filters: [oneOf('personName', personName), oneOf('state', 'Open', 'Snoozed')] })}`,
});

/** Customers at risk whose case is given to a person. */
export const casesOf = (personName: string) => ({
  pathname: paths.atRisk,
  search: `tab=all&scope=all&${listSearch({ filters: [oneOf('assigneeName', personName)] })}`,
});

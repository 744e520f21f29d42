import { paths } from '#shared/core/pages/paths.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { TaskDueDateGroup } from '#shared/team/task-age-groups.ts';

const oneOf = (column: string, ...values: string[]): ListFilter => ({
  column,
  kind: 'one-of',
  values,
});

/** Returns the query string of a customer list that is filtered by owners. */
export const ownerFilterSearch = (...ownerNames: string[]): string =>
  formatListQueryString({ filters: [oneOf('ownerName', ...ownerNames)] });

export const customersOfOwnersPath = (...ownerNames: string[]) => ({
  pathname: paths.portfolio,
  search: `scope=all&${ownerFilterSearch(...ownerNames)}`,
});

const rows = (of: 'tasks' | 'untouched', filters: readonly ListFilter[]) => ({
  search: [`part=team&rows=${of}`, formatListQueryString({ filters })]
    .filter((part) => part !== '')
    .join('&'),
});

/** Returns a link to the team's open tasks, which can be filtered. */
export function teamTasksPath({
  personName,
  age,
  isOverdue = false,
}: {
  personName?: string;
  age?: TaskDueDateGroup;
  isOverdue?: boolean;
} = {}) {
  return rows('tasks', [
    ...(personName === undefined ? [] : [oneOf('personName', personName)]),
    ...(age === undefined ? [] : [oneOf('age', age)]),
    ...(isOverdue ? [{ column: 'overdueDays', kind: 'range' as const, from: 1, to: null }] : []),
  ]);
}

export const untouchedCustomersPath = (ownerName: string) =>
  rows('untouched', [oneOf('ownerName', ownerName)]);

/** Returns a link to a person's open action items. */
export const actionItemsOfPersonPath = (personName: string) => ({
  search: `part=queue&scope=all&${formatListQueryString({ filters: [oneOf('personName', personName), oneOf('state', 'Open', 'Snoozed')] })}`,
});

/** Returns a link to the at-risk customers that are assigned to a person. */
export const riskCasesOfPersonPath = (personName: string) => ({
  pathname: paths.atRisk,
  search: `tab=all&scope=all&${formatListQueryString({ filters: [oneOf('assigneeName', personName)] })}`,
});

/** Returns a link to a person's prospects that are neither won nor lost. */
export const openProspectsOfPersonPath = (personName: string) => ({
  pathname: paths.prospects,
  search: formatListQueryString({
    filters: [
      oneOf('owner', personName),
      { column: 'stage', kind: 'none-of', values: ['Won', 'Lost'] },
    ],
  }),
});

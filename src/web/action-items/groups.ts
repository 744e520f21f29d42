import type { ListedActionItem } from '#shared/action-items/action-items.ts';
import { addedManuallyLabel } from '#shared/action-items/columns.ts';
import { boardColumnOf } from '#shared/action-items/rules.ts';
import {
  actionItemKindLabels,
  actionItemKinds,
  boardColumnNames,
} from '#shared/action-items/words.ts';
import type { Day } from '#shared/core/dates.ts';

export const groupings = ['person', 'due', 'source', 'customer', 'kind'] as const;
export type Grouping = (typeof groupings)[number];
export const groupingNames: Record<Grouping, string> = {
  person: 'Person',
  due: 'Due',
  source: 'Source',
  customer: 'Customer',
  kind: 'Kind',
};

const nobody = 'Unassigned';
const nameIn: Record<Grouping, (row: ListedActionItem, today: Day) => string> = {
  person: ({ personName }) => personName ?? nobody,
  due: boardColumnOf,
  source: ({ rule }) => rule?.name ?? addedManuallyLabel,
  customer: ({ institutionName }) => institutionName,
  kind: ({ kind }) => actionItemKindLabels[kind],
};
/** Groupings whose groups have a fixed order. Groups of all other groupings are sorted by size. */
const orders: Partial<Record<Grouping, readonly string[]>> = {
  due: boardColumnNames,
  kind: actionItemKinds.map((kind) => actionItemKindLabels[kind]),
};

export interface ActionItemGroup {
  name: string;
  rows: ListedActionItem[];
  overdue: number;
  /** Estimated minutes of the open and snoozed action items. */
  minutes: number;
}

/**
 * Divides action items into groups and keeps the order of the items within each group. The groups
 * have the fixed order of the grouping, if there is one; otherwise the largest group comes first.
 */
export function groupActionItems(
  rows: readonly ListedActionItem[],
  by: Grouping,
  today: Day,
): ActionItemGroup[] {
  const order = orders[by];
  return [...Map.groupBy(rows, (row) => nameIn[by](row, today))]
    .map(([name, own]) => ({
      name,
      rows: own,
      overdue: own.filter((row) => boardColumnOf(row, today) === 'Overdue').length,
      minutes: own.reduce((sum, { outcome, minutes }) => sum + (outcome === null ? minutes : 0), 0),
    }))
    .sort((one, other) =>
      order === undefined
        ? other.rows.length - one.rows.length || one.name.localeCompare(other.name)
        : order.indexOf(one.name) - order.indexOf(other.name),
    );
}

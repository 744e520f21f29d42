import type { ListedActionItem } from '#shared/action-items/action-items.ts';
import { type ListColumn, type ListValue, valueText } from '#shared/list/column.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { RuleOutcomeCounts } from './alerts.ts';
import { alertRuleParameters } from './constants.ts';

const declineColumns: ReadonlySet<string> = new Set([
  'scoreChange',
  'percentChange',
  'tierChange',
  'consecutiveWeeksDeclining',
  'changeByUsage',
]);

/**
 * Returns `true` when a rule is about a decline. Such a rule does not fire in weeks with a seasonal
 * drop, in which usage falls for customers in general.
 */
export const isDeclineRule = (filters: readonly ListFilter[]): boolean =>
  filters.some(({ column }) => declineColumns.has(column));

type Column = ListColumn<ListedInstitution>;

export const findFilteredColumns = (filters: readonly ListFilter[]): Column[] =>
  filters.flatMap(({ column: key }) => institutionColumns.find((each) => each.key === key) ?? []);

/**
 * Describes why a customer matched a rule, with the customer's values in the columns that the rule
 * filters.
 */
export const matchReasonText = (
  filters: readonly ListFilter[],
  seen: (column: Column) => ListValue,
): string =>
  findFilteredColumns(filters)
    .map((column) => `${column.label}: ${valueText(column, seen(column))}`)
    .join(', ');

/** Counts the action items for which a rule fired recently, by outcome. */
export function countRuleOutcomes(
  ruleId: string,
  calls: readonly Pick<ListedActionItem, 'rule' | 'recentFirings' | 'outcome'>[],
): RuleOutcomeCounts {
  const own = calls.filter(
    ({ rule, recentFirings }) => rule?.ruleId === ruleId && recentFirings > 0,
  );
  const count = (outcome: ListedActionItem['outcome']) =>
    own.filter((call) => call.outcome === outcome).length;
  return {
    fired: own.reduce((sum, { recentFirings }) => sum + recentFirings, 0),
    calls: own.length,
    acted: count('acted'),
    falseAlarms: count('false_alarm'),
    lapsed: count('lapsed'),
    open: count(null),
  };
}

const closedOf = ({ acted, falseAlarms, lapsed }: RuleOutcomeCounts): number =>
  acted + falseAlarms + lapsed;

/**
 * Returns the share of closed action items that were acted on, 0–1; `null` when too few are closed.
 */
export const actedOnShare = (ledger: RuleOutcomeCounts): number | null =>
  closedOf(ledger) < alertRuleParameters.leastShown ? null : ledger.acted / closedOf(ledger);

/**
 * Returns `true` when a rule is mostly noise. Enough of its action items must be closed, and too
 * few of them acted on.
 */
export const isNoisyRule = (ledger: RuleOutcomeCounts): boolean =>
  closedOf(ledger) >= alertRuleParameters.leastToMute &&
  ledger.acted / closedOf(ledger) < alertRuleParameters.muteBelow;

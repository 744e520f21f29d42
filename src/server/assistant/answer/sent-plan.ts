import type { Plan, SentPlan } from '#shared/assistant/plan.ts';
import { formatListSearch, parseList } from '#shared/list/address.ts';
import { isNumericColumn, type ListColumn } from '#shared/list/column.ts';

export const formatPlan = (plan: Plan): SentPlan => ({
  ...plan,
  state: formatListSearch(plan.state),
  aggregate:
    plan.aggregate.kind === 'share'
      ? { kind: 'share', filters: formatListSearch({ filters: plan.aggregate.filters }) }
      : plan.aggregate,
  groups: [...plan.groups],
  shown: [...plan.shown],
});

/**
 * Parses a plan that was sent by a page, which may be older than the server. Returns the problems of
 * parts that the list no longer has; a plan with problems must not run.
 */
export function parsePlan(
  sent: SentPlan,
  columns: readonly ListColumn<never>[],
): { plan: Plan; problems: readonly string[] } {
  const state = parseList(new URLSearchParams(sent.state), columns);
  const share =
    sent.aggregate.kind === 'share'
      ? parseList(new URLSearchParams(sent.aggregate.filters), columns)
      : undefined;
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const named = [
    ...sent.groups.map(({ column }) => column),
    ...sent.shown,
    ...('column' in sent.aggregate ? [sent.aggregate.column] : []),
  ];
  const missing = named.filter((key) => !byKey.has(key));
  const measure = 'column' in sent.aggregate ? byKey.get(sent.aggregate.column) : undefined;
  const { search, filters, sort } = state.state;
  return {
    plan: {
      ...sent,
      state: { search, filters, sort },
      aggregate:
        sent.aggregate.kind === 'share'
          ? { kind: 'share', filters: share?.state.filters ?? [] }
          : sent.aggregate,
    },
    problems: [
      ...state.problems,
      ...(share?.problems ?? []),
      ...missing.map((key) => `This list no longer has the column “${key}”.`),
      ...(measure !== undefined && !isNumericColumn(measure)
        ? [`${measure.label} is not a number.`]
        : []),
    ],
  };
}

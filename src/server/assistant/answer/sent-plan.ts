import type { Plan, SentPlan } from '#shared/assistant/plan.ts';
import { findPlanProblems } from '#shared/assistant/plan-problems.ts';
import { formatListQueryString, parseList } from '#shared/list/address.ts';
import type { ListColumn } from '#shared/list/column.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';

export const formatPlan = (plan: Plan): SentPlan => ({
  ...plan,
  state: formatListQueryString(plan.state),
  aggregate:
    plan.aggregate.kind === 'share'
      ? { kind: 'share', filters: formatListQueryString({ filters: plan.aggregate.filters }) }
      : plan.aggregate,
  groups: [...plan.groups],
  shown: [...plan.shown],
});

/** Maximum number of problems that a refusal names. */
const maxProblems = 3;

/**
 * Parses a plan that was sent by a page, which may be older than the server. Returns the problems of
 * parts that the list no longer has or can't compute; a plan with problems must not run.
 */
export function parsePlan(
  sent: SentPlan,
  columns: readonly ListColumn<never>[],
  vocabulary: ListVocabulary,
): { plan: Plan; problems: readonly string[] } {
  const state = parseList(new URLSearchParams(sent.state), columns);
  const share =
    sent.aggregate.kind === 'share'
      ? parseList(new URLSearchParams(sent.aggregate.filters), columns)
      : undefined;
  const { search, filters, sort } = state.state;
  const plan: Plan = {
    ...sent,
    state: { search, filters, sort },
    aggregate:
      sent.aggregate.kind === 'share'
        ? { kind: 'share', filters: share?.state.filters ?? [] }
        : sent.aggregate,
  };
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const problems = [
    ...state.problems,
    ...(share?.problems ?? []),
    ...findPlanProblems(plan, byKey, vocabulary),
  ];
  return { plan, problems: problems.slice(0, maxProblems) };
}

import type { Plan, SentPlan } from '#shared/assistant/plan.ts';
import type { UntypedListRows } from '#shared/list/source.ts';
import { type ListFilter, resolveViewerFilters } from '#shared/list/state.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import type { AskContext } from '../context.ts';
import { parsePlan } from './sent-plan.ts';

/** Plan with the words and rows of its list. */
export interface PlanWithList {
  plan: Plan;
  vocabulary: ListVocabulary;
  source: UntypedListRows;
}

export const toVocabularyWithColumns = ({ vocabulary, source }: PlanWithList) => ({
  vocabulary,
  columns: source.columns,
});

/** Returns a sent plan with its list, or the reason why the list or its columns no longer exist. */
export async function readSentPlan(
  sent: SentPlan,
  { lists }: Pick<AskContext, 'lists'>,
): Promise<PlanWithList | string> {
  const list = lists.find(({ vocabulary }) => vocabulary.key === sent.list);
  if (list === undefined) return 'This list doesn’t exist anymore or isn’t available to you.';
  const source = await list.source();
  const { plan, problems } = parsePlan(sent, source.columns, list.vocabulary);
  return problems.length > 0 ? problems.join(' ') : { plan, vocabulary: list.vocabulary, source };
}

/** Replaces 'me' by the user's name. */
export function replaceMeWithViewerName({ plan }: PlanWithList, viewer: string | null): Plan {
  const of = (filters: readonly ListFilter[]) => resolveViewerFilters(filters, viewer);
  return {
    ...plan,
    state: { ...plan.state, filters: of(plan.state.filters) },
    aggregate:
      plan.aggregate.kind === 'share'
        ? { kind: 'share', filters: of(plan.aggregate.filters) }
        : plan.aggregate,
  };
}

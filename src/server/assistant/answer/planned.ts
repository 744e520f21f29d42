import type { Plan } from '#shared/assistant/plan.ts';
import type { ListSource } from '#shared/list/source.ts';
import { type ListFilter, resolveViewerFilters } from '#shared/list/state.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';

/** Plan with the words and rows of its list. */
export interface Planned {
  plan: Plan;
  vocabulary: ListVocabulary;
  source: ListSource;
}

export const readListOf = ({ vocabulary, source }: Planned) => ({
  vocabulary,
  columns: source.columns,
});

/** Replaces 'me' by the user's name. */
export function resolveViewer({ plan }: Planned, viewer: string | null): Plan {
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

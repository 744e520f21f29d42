import { queryOptions } from '@tanstack/react-query';
import { postPlan } from '#shared/assistant/assistant.ts';
import { type CatalogList, getCatalog } from '#shared/assistant/catalog.ts';
import type { SentPlan } from '#shared/assistant/plan.ts';
import { postPlanColumns } from '#shared/assistant/plan-columns.ts';
import { postRewrite } from '#shared/assistant/rewrite.ts';
import { call, endpointQuery } from '#web/core/api.ts';

export const catalogQuery = queryOptions({
  ...endpointQuery(getCatalog),
  select: ({ lists }) => lists,
});

/** `true` when a language model can rewrite refused questions. */
export const hasLanguageModelQuery = queryOptions({
  ...endpointQuery(getCatalog),
  select: ({ hasLanguageModel }) => hasLanguageModel,
});

/**
 * Rewrites a refused question with the language model. The rewrite is requested once for each
 * question.
 */
export const rewriteQuery = (question: string) =>
  queryOptions({
    queryKey: [postRewrite.path, question],
    queryFn: ({ signal }) => call(postRewrite, { body: { question }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Computes the answer of a plan. It is computed again when a board or a conversation is opened, and
 * when work changes.
 */
export const planQuery = (plan: SentPlan) =>
  queryOptions({
    queryKey: [postPlan.path, plan],
    queryFn: ({ signal }) => call(postPlan, { body: { plan }, signal }),
    staleTime: 0,
    meta: { dependsOnWork: true },
  });

/** Loads the columns of a plan's list with the values of a column, each time a filter is opened. */
export const planColumnsQuery = (plan: SentPlan, column: string | null) =>
  queryOptions({
    queryKey: [postPlanColumns.path, plan, column],
    queryFn: ({ signal }) => call(postPlanColumns, { body: { plan, column }, signal }),
    staleTime: 0,
  });

const pathOf = ({ page }: CatalogList): string => page.split('?')[0] ?? page;

/**
 * Returns at most `count` example questions, from the first list of each page: the first example of
 * each list, then the second of each, and so on.
 */
export function pickExamples(lists: readonly CatalogList[], count: number): string[] {
  const paths = lists.map(pathOf);
  const isFirst = (list: CatalogList, at: number) => paths.indexOf(pathOf(list)) === at;
  const different = lists.filter(isFirst);
  const most = Math.max(0, ...different.map(({ examples }) => examples.length));
  return Array.from({ length: most }, (_, at) =>
    different.flatMap(({ examples }) => examples[at] ?? []),
  )
    .flat()
    .slice(0, count);
}

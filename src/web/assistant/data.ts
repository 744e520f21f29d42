import { queryOptions } from '@tanstack/react-query';
import { type CatalogList, getCatalog } from '#shared/assistant/catalog.ts';
import { endpointQuery } from '#web/core/api.ts';

export const catalogQuery = queryOptions({
  ...endpointQuery(getCatalog),
  select: ({ lists }) => lists,
});

/**
 * Returns at most `count` example questions: the first example of each list, then the second of
 * each, and so on.
 */
export function pickExamples(lists: readonly CatalogList[], count: number): string[] {
  const most = Math.max(0, ...lists.map(({ examples }) => examples.length));
  return Array.from({ length: most }, (_, at) =>
    lists.flatMap(({ examples }) => examples[at] ?? []),
  )
    .flat()
    .slice(0, count);
}

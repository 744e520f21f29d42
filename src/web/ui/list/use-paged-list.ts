import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { formatListQueryString } from '#shared/list/address.ts';
import type { RowsQueryState } from './List.tsx';
import {
  type ColumnOptionsQuery,
  type ListControl,
  type ListStateOptions,
  useListState,
} from './use-list.ts';

interface LoadedPage<Row> {
  rows: Row[];
  total: number;
  matching: number;
}

interface PagedListOptions<Row> extends ListStateOptions<Row> {
  /** Key of the pages in the query cache. Queries with this key are refetched after a change. */
  queryKey: readonly string[];
  loadPage: (list: string, offset: number, signal: AbortSignal) => Promise<LoadedPage<Row>>;
  /** Returns the query of the option columns' values under the filters of a list. */
  optionsQuery: (list: string) => ColumnOptionsQuery;
  rowId: (row: Row) => string | number;
}

/**
 * Holds a list's state in the URL like `useList`, and loads the rows page by page from the server,
 * which filters and sorts them. All functions must be the same on every render.
 */
export function usePagedList<Row>({
  queryKey,
  loadPage,
  optionsQuery,
  rowId,
  ...options
}: PagedListOptions<Row>): { list: ListControl<Row>; source: RowsQueryState } {
  const { control, resolved } = useListState(options);
  const listText =
    resolved === undefined
      ? ''
      : formatListQueryString({
          search: resolved.search,
          filters: resolved.filters,
          sort: resolved.sort,
        });
  const query = useInfiniteQuery({
    queryKey: [...queryKey, listText],
    queryFn: ({ pageParam, signal }) => loadPage(listText, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return last.rows.length === 0 || loaded >= last.matching ? undefined : loaded;
    },
    enabled: resolved !== undefined,
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = useMemo(() => {
    // A row that moved between the requests of two pages can be in both.
    const byId = new Map(data?.pages.flatMap((page) => page.rows.map((row) => [rowId(row), row])));
    return data === undefined ? undefined : [...byId.values()];
  }, [data, rowId]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const newest = data?.pages.at(-1);
  return {
    list: {
      ...control,
      rows,
      matching: rows,
      remote: {
        total: newest?.total,
        matching: newest?.matching,
        loadMore,
        optionsQuery: (selection) => optionsQuery(formatListQueryString(selection)),
      },
    },
    source: query,
  };
}

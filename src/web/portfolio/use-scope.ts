import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SavedView } from '#shared/list/saved-views.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { createOwnerSegment, extractSegment, findSegmentRows } from '#shared/portfolio/segment.ts';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { savedViewsQuery } from '#web/ui/list/views/saved-views-data.ts';
import { useCustomerScope } from './own-scope.ts';

/** Name of the list whose saved views can be scopes. */
export const portfolioListName = 'portfolio';

export interface PortfolioScopeState {
  /** Scope: 'all', 'mine' or the id of a saved view. */
  value: string;
  views: readonly SavedView[];
  /**
   * Customers of the scope, as in the API's `segment` parameter: '' for all customers, `undefined`
   * while loading.
   */
  segment: string | undefined;
  rows: readonly ListedInstitution[] | undefined;
  /** Message that the scope in the URL is not available; `undefined` otherwise. */
  problem: string | undefined;
  choose: (value: string) => void;
}

/**
 * Holds the page's scope in the URL: all customers, the current user's own customers, or the
 * customers of a saved view.
 */
export function usePortfolioScope(
  all: readonly ListedInstitution[] | undefined,
): PortfolioScopeState {
  const { scope: value, choose } = useCustomerScope();
  const viewer = useViewerName();
  const saved = useQuery(savedViewsQuery(portfolioListName));
  const view = saved.data?.rows.find(({ savedViewId }) => savedViewId === value);
  const isGone = value !== 'all' && value !== 'mine' && !saved.isPending && view === undefined;
  const segment = segmentFor();
  const rows = useMemo(
    () =>
      segment === undefined
        ? undefined
        : segment === ''
          ? all
          : all && findSegmentRows(all, new URLSearchParams(segment)).rows,
    [all, segment],
  );

  function segmentFor(): string | undefined {
    if (value === 'all' || isGone) return '';
    if (value === 'mine') return viewer === null ? undefined : createOwnerSegment(viewer);
    return view && extractSegment(new URLSearchParams(view.search), viewer);
  }

  return {
    value: isGone ? 'all' : value,
    views: saved.data?.rows ?? [],
    segment,
    rows,
    problem: isGone
      ? 'The saved view of this link was deleted or is private. Showing all customers.'
      : undefined,
    choose,
  };
}

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { userQuery } from '#web/auth/data.ts';
import { institutionListQuery } from '#web/portfolio/institution-list.tsx';
import {
  churnGroupKey,
  groupsByColoring,
  type PinColoring,
  type PinGroup,
} from '../draw/groups.ts';
import { computePointTierIndexes, type PointTable } from '../draw/point-table.ts';
import { classifyScoreChange, computeRowGroupIndexes, ownerGroupKey } from './color-rules.ts';

export interface Coloring {
  /** Current coloring. It is `tier` until the data for another coloring is loaded. */
  by: PinColoring;
  groups: readonly PinGroup[];
  /** Group index of each point; `undefined` while the practices are loading. */
  group: Uint8Array | undefined;
  isPending: boolean;
  error: Error | null;
  retry: () => void;
}

/**
 * Returns the groups and colors of the pins. The customer list is fetched only for colorings that
 * need it.
 */
export function useColoring(
  requested: PinColoring,
  points: PointTable<Practice> | undefined,
): Coloring {
  const list = useQuery({ ...institutionListQuery, enabled: requested !== 'tier' });
  const user = useQuery(userQuery);
  const me = user.data?.name;

  const keyOf = useMemo(() => {
    if (requested === 'tier' || !list.data) return undefined;
    const { rows, rules } = list.data;
    const keyOf: Record<Exclude<PinColoring, 'tier'>, (row: ListedInstitution) => string> = {
      change: ({ percentChange }) => classifyScoreChange(percentChange, rules.flatBand),
      owner: ({ ownerName }) => ownerGroupKey(ownerName, me),
      churn: ({ churnTier }) => churnGroupKey(churnTier),
    };
    return new Map(rows.map((row) => [row.institutionId, keyOf[requested](row)]));
  }, [requested, list.data, me]);

  const by = keyOf ? requested : 'tier';
  const groups = groupsByColoring[by];
  const group = useMemo(
    () =>
      points &&
      (keyOf
        ? computeRowGroupIndexes(points.rows, groups, keyOf)
        : computePointTierIndexes(points)),
    [points, groups, keyOf],
  );
  return {
    by,
    groups,
    group,
    isPending: requested !== 'tier' && list.isPending,
    error: requested === 'tier' ? null : list.error,
    retry: () => void list.refetch(),
  };
}

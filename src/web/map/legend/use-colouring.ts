import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Practice } from '#shared/institutions/institutions.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { userQuery } from '#web/auth/data.ts';
import { institutionListQuery } from '#web/portfolio/institution-list.tsx';
import { type Colouring, churnKeyOf, type Group, groupsOf } from '../draw/groups.ts';
import { type Points, tierIndexes } from '../draw/points.ts';
import { changeKeyOf, groupIndexes, ownerKeyOf } from './colour-rules.ts';

export interface Coloured {
  /** What the pins are coloured by: by tier until the facts for another colouring are there. */
  by: Colouring;
  groups: readonly Group[];
  /** Each point's place among the groups; undefined before the practices are there. */
  group: Uint8Array | undefined;
  isPending: boolean;
  error: Error | null;
  retry: () => void;
}

/** The colours of the pins. Changes, owners and churn tiers come with the list of customers, which is fetched when somebody wants to see them. */
export function useColouring(wanted: Colouring, points: Points<Practice> | undefined): Coloured {
  const list = useQuery({ ...institutionListQuery, enabled: wanted !== 'tier' });
  const user = useQuery(userQuery);
  const me = user.data?.name;

  const keyOf = useMemo(() => {
    if (wanted === 'tier' || !list.data) return undefined;
    const { rows, rules } = list.data;
    const keyOf: Record<Exclude<Colouring, 'tier'>, (row: ListedInstitution) => string> = {
      change: ({ percentChange }) => changeKeyOf(percentChange, rules.flatBand),
      owner: ({ ownerName }) => ownerKeyOf(ownerName, me),
      churn: ({ churnTier }) => churnKeyOf(churnTier),
    };
    return new Map(rows.map((row) => [row.institutionId, keyOf[wanted](row)]));
  }, [wanted, list.data, me]);

  const by = keyOf ? wanted : 'tier';
  const groups = groupsOf[by];
  const group = useMemo(() => points && (keyOf ? groupIndexes(points.rows, groups, keyOf) : tierIndexes(points)), [points, groups, keyOf]);
  return {
    by,
    groups,
    group,
    isPending: wanted !== 'tier' && list.isPending,
    error: wanted === 'tier' ? null : list.error,
    retry: () => void list.refetch(),
  };
}

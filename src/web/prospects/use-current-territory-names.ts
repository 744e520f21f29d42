import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getTerritoryRenames } from '#shared/prospects/list.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { renameTerritories } from '#shared/prospects/territories.ts';
import { endpointQuery } from '#web/core/api.ts';
import type { ListStateControl } from '#web/ui/list/use-list.ts';

/**
 * Replaces former names of territories in the filters of a list, as in old links and saved views,
 * so that the filters show the names with which they are applied.
 */
export function useCurrentTerritoryNames({
  state: { filters },
  change,
}: Pick<ListStateControl<ListedProspect>, 'state' | 'change'>): void {
  const isFiltered = filters.some(({ column }) => column === 'territory');
  const { data } = useQuery({ ...endpointQuery(getTerritoryRenames), enabled: isFiltered });
  useEffect(() => {
    if (data === undefined) return;
    const names = new Map(data.rows.map(({ former, current }) => [former, current]));
    const next = renameTerritories(filters, names);
    if (JSON.stringify(next) !== JSON.stringify(filters))
      change({ filters: [...next] }, { replace: true });
  }, [data, filters, change]);
}

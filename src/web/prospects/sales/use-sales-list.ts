import { formatListQueryString } from '#shared/list/address.ts';
import { prospectColumns } from '#shared/prospects/columns.ts';
import { useListState } from '#web/ui/list/use-list.ts';
import { useCurrentTerritoryNames } from '../use-current-territory-names.ts';

/**
 * Returns the search and filters of the board and the map, and their text for requests. The text is
 * `undefined` while saved views load.
 */
export function useSalesList() {
  const { control, resolved } = useListState({ name: 'sales', columns: prospectColumns });
  useCurrentTerritoryNames(control);
  return {
    control,
    listText:
      resolved && formatListQueryString({ search: resolved.search, filters: resolved.filters }),
  };
}

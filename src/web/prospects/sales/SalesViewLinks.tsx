import { SegmentedControl } from '@mantine/core';
import { useNavigate } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import type { ListState } from '#shared/list/state.ts';

const viewPaths = { board: paths.sales, list: paths.prospects, map: paths.salesMap };
type SalesView = keyof typeof viewPaths;

interface Properties {
  chosen: SalesView;
  state: ListState;
}

/** Switch between the board, the list and the map of the same prospects. */
export function SalesViewLinks({ chosen, state: { search, filters } }: Properties) {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      data-guide="sales-views"
      size="xs"
      aria-label="View"
      value={chosen}
      data={[
        { value: 'board', label: 'Board' },
        { value: 'list', label: 'List' },
        { value: 'map', label: 'Map' },
      ]}
      onChange={(view) =>
        void navigate({
          pathname: viewPaths[view],
          search: formatListQueryString({ search, filters }),
        })
      }
    />
  );
}

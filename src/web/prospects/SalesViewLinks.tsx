import { SegmentedControl } from '@mantine/core';
import { useNavigate } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import type { ListState } from '#shared/list/state.ts';

interface Properties {
  chosen: 'board' | 'list';
  state: ListState;
}

/** Switch between the board and the list of the same prospects. */
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
      ]}
      onChange={(view) => {
        const query = formatListQueryString({ search, filters });
        void navigate({
          pathname: view === 'board' ? paths.sales : paths.prospects,
          search: query,
        });
      }}
    />
  );
}

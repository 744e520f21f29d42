import { paths } from '#shared/core/pages/paths.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import type { ListState } from '#shared/list/state.ts';
import { PageLinks } from '#web/ui/page/PageLinks.tsx';

const pages = [
  { to: paths.sales, name: 'Board' },
  { to: paths.prospects, name: 'List' },
  { to: paths.salesMap, name: 'Map' },
] as const;

interface Properties {
  currentPath: (typeof pages)[number]['to'];
  state: ListState;
}

/** Links between the board, the list and the map of the same prospects. */
export function SalesViewLinks({ currentPath, state: { search, filters } }: Properties) {
  return (
    <PageLinks
      label="Views of prospects"
      pages={pages}
      currentPath={currentPath}
      search={formatListQueryString({ search, filters })}
      guide="sales-views"
    />
  );
}

import { NativeSelect } from '@mantine/core';
import type { PortfolioScopeState } from './use-scope.ts';

/**
 * Select field for the page's scope: all customers, the current user's own customers, or the
 * customers of a saved view.
 */
export function ScopePicker({ scope }: { scope: PortfolioScopeState }) {
  return (
    <NativeSelect
      label="Scope"
      size="sm"
      data-guide="portfolio-scope"
      value={scope.value}
      onChange={(event) => scope.choose(event.currentTarget.value)}
      data={[
        { value: 'all', label: 'All customers' },
        { value: 'mine', label: 'My customers' },
        ...(scope.views.length === 0
          ? []
          : [
              {
                group: 'Saved views',
                items: scope.views.map(({ savedViewId, name }) => ({
                  value: savedViewId,
                  label: name,
                })),
              },
            ]),
      ]}
    />
  );
}

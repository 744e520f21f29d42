import { Group, NativeSelect } from '@mantine/core';
import { OwnCustomersSwitch } from './OwnCustomersSwitch.tsx';
import type { PortfolioScopeState } from './use-scope.ts';

/**
 * Switch for the page's scope: all customers, the current user's own customers, or the customers of
 * a saved view.
 */
export function ScopePicker({ scope: { value, views, choose } }: { scope: PortfolioScopeState }) {
  const isView = views.some(({ savedViewId }) => savedViewId === value);
  return (
    <Group gap="xs" data-guide="portfolio-scope">
      <OwnCustomersSwitch scope={isView ? null : value} onChoose={choose} />
      {views.length > 0 && (
        <NativeSelect
          aria-label="Saved view"
          size="xs"
          value={isView ? value : ''}
          onChange={({ currentTarget }) => choose(currentTarget.value || 'all')}
          data={[
            { value: '', label: isView ? 'No saved view' : 'Saved view…' },
            ...views.map(({ savedViewId, name }) => ({ value: savedViewId, label: name })),
          ]}
        />
      )}
    </Group>
  );
}

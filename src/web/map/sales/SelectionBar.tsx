import { Button, Group, Text } from '@mantine/core';
import { countText } from '#shared/core/words.ts';
import { maxRouteSelection } from '#shared/institutions/route-selection.ts';
import { ProspectTripLinks } from '#web/prospects/ProspectTripLinks.tsx';
import type { MappedProspect } from './mapped-prospects.ts';

interface Properties {
  /** Prospects in the drawn area, or in view without one. */
  selected: readonly MappedProspect[];
  hasArea: boolean;
  /** `undefined` while the map loads. */
  onDraw: (() => void) | undefined;
  onClear: () => void;
  /** Zooms out to all prospects. `undefined` without prospects. */
  onShowAll: (() => void) | undefined;
}

/**
 * Number of selected prospects, with links to call or visit them, and the tools to select others.
 */
export function SelectionBar({ selected, hasArea, onDraw, onClear, onShowAll }: Properties) {
  return (
    <Group gap="sm" data-guide="sales-map-view">
      <Text size="sm" role="status">
        {countText(selected.length, 'prospect')} {hasArea ? 'in the drawn area' : 'in view'}
      </Text>
      {selected.length > 0 && selected.length <= maxRouteSelection && (
        <ProspectTripLinks rows={selected} />
      )}
      {selected.length > maxRouteSelection && (
        <Text size="sm" c="dimmed">
          Zoom in or draw a smaller area to call or visit up to {maxRouteSelection}.
        </Text>
      )}
      {hasArea ? (
        <Button size="xs" variant="default" onClick={onClear}>
          Clear area
        </Button>
      ) : (
        <Button size="xs" variant="default" disabled={onDraw === undefined} onClick={onDraw}>
          Draw area
        </Button>
      )}
      <Button size="xs" variant="default" disabled={onShowAll === undefined} onClick={onShowAll}>
        Show all
      </Button>
    </Group>
  );
}

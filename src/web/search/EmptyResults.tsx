import { Stack, Text } from '@mantine/core';
import { capitalize } from '#shared/core/words.ts';
import type { SearchTab } from './choices.ts';

interface Properties {
  tab: SearchTab;
  isDiscovering: boolean;
  /** Name of the configured places provider. */
  placesProvider: string;
}

function texts({
  tab,
  isDiscovering,
  placesProvider,
}: Properties): [first: string, second?: string] {
  if (tab === 'discover') {
    return isDiscovering
      ? [`Searching ${capitalize(placesProvider)} for new practices...`, 'Results will appear here']
      : ['No matches found', 'Try searching by location name or institution name'];
  }
  const first = tab === 'customers' ? 'No customer matches' : 'No prospects found';
  return isDiscovering ? [first, 'Searching for new practices...'] : [first];
}

export function EmptyResults(properties: Properties) {
  const [first, second] = texts(properties);
  return (
    <Stack gap={2} align="center" py="lg" px="md" ta="center">
      <Text size="sm" fw={550}>
        {first}
      </Text>
      {second && (
        <Text size="xs" c="dimmed">
          {second}
        </Text>
      )}
    </Stack>
  );
}

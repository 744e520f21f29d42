import { Group, List, Stack, Text } from '@mantine/core';
import { scoreText } from '#shared/core/score-text.ts';
import type { InstitutionLocations } from '#shared/institutions/institutions.ts';
import { TierBadge } from '#web/ui/tier/TierBadge.tsx';

const mostShown = 8;

interface Properties {
  record: InstitutionLocations;
  /**
   * `true` when the customer has no health record; `false` when the health record failed to load.
   */
  isUnscored: boolean;
}

/** Details of a customer without a health record. */
export function UnscoredCustomerDetails({ record, isUnscored }: Properties) {
  const hidden = record.locations.length - mostShown;
  return (
    <Stack gap="sm">
      {isUnscored && <Text>No health data yet for this practice</Text>}
      <Group gap="sm">
        <TierBadge tier={record.healthTier} />
        <Text size="sm">
          {record.numLocations} {record.numLocations === 1 ? 'location' : 'locations'} ·{' '}
          {record.numProducts} {record.numProducts === 1 ? 'product' : 'products'}
          {record.healthScore !== null && ` · last score ${scoreText(record.healthScore)}`}
        </Text>
      </Group>
      <List size="sm">
        {record.locations.slice(0, mostShown).map((location) => (
          <List.Item key={location.locationId}>
            {location.locationName}
            {location.city !== null && `, ${location.city}`}
            {location.state !== null && `, ${location.state}`}
          </List.Item>
        ))}
      </List>
      {hidden > 0 && <Text size="sm">and {hidden} more</Text>}
    </Stack>
  );
}

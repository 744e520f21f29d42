import { Group, List, Stack, Text, Title } from '@mantine/core';
import { products } from '#shared/core/products.ts';
import { scoreText } from '#shared/core/score-text.ts';
import type { InstitutionHealth } from '#shared/health/health.ts';
import { usageText } from '#shared/health/product-table.ts';
import { customerPlanText, perOpenDayText } from '#shared/health/way-to-healthy.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { CopyTextButton } from '#web/ui/CopyTextButton.tsx';

/**
 * Plan that makes the customer Healthy with the least extra usage, with a copyable text for the
 * customer.
 */
export function WayToHealthy({ health, level }: { health: InstitutionHealth; level: 2 | 3 }) {
  const way = health.wayToHealthy;
  if (way === null) return null;
  return (
    <Stack gap="xs" data-guide="way-to-healthy">
      <Group gap={4}>
        <Title order={level} size="h5">
          Path to Healthy
        </Title>
        <MetricInfo metric="wayToHealthy" />
      </Group>
      <Text size="sm">
        Together, these steps bring the score to {scoreText(way.adoptionScoreAfter)}:
      </Text>
      <List size="sm" spacing={4}>
        {way.steps.map(({ product, extraPer28Days, extraPerOpenDay, productScoreAfter }) => (
          <List.Item key={product}>
            <Text span inherit fw={500}>
              {products[product].name}: +{perOpenDayText(product, extraPerOpenDay)} per open day
            </Text>{' '}
            ({usageText(product, extraPer28Days)} in 28 days), to {productScoreAfter}%
          </List.Item>
        ))}
      </List>
      <CopyTextButton
        size="compact-sm"
        text={customerPlanText(health.institutionName, way)}
        label="Copy text for the customer"
      />
    </Stack>
  );
}

import { Group, List, Stack, Text, Title } from '@mantine/core';
import { products } from '#shared/core/products.ts';
import { scoreText } from '#shared/core/score-text.ts';
import type { Improvement, InstitutionHealth } from '#shared/health/health.ts';
import { usageText } from '#shared/health/product-table.ts';
import { perOpenDayText } from '#shared/health/way-to-healthy.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { tierStyles } from '#web/ui/tier/tiers.ts';

const rowLimit = 3;

/** List of the easiest steps to a higher score. Renders nothing when all products are on target. */
export function ImprovementList({ health, level }: { health: InstitutionHealth; level: 2 | 3 }) {
  if (health.improvements.length === 0) return null;
  return (
    <Stack gap="xs" data-guide="improvements">
      <Group gap={4}>
        <Title order={level} size="h5">
          What would raise the score
        </Title>
        <MetricInfo metric="improvement" />
      </Group>
      <List size="sm" type="ordered" spacing={4}>
        {health.improvements.slice(0, rowLimit).map((step) => (
          <List.Item key={step.product}>
            <Step step={step} />
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

function Step({ step }: { step: Improvement }) {
  return (
    <>
      <Text span inherit fw={500}>
        {products[step.product].name}: +{usageText(step.product, step.extraPer28Days)}
      </Text>{' '}
      in 28 days ({perOpenDayText(step.product, step.extraPerOpenDay)} per open day) brings it to{' '}
      {Math.round(step.productScoreAfter)}% and the score to {scoreText(step.adoptionScoreAfter)}{' '}
      <span aria-hidden>{tierStyles[step.healthTierAfter].mark}</span> {step.healthTierAfter}
    </>
  );
}

import { Paper, SimpleGrid } from '@mantine/core';
import type { InstitutionHealth } from '#shared/health/health.ts';
import { ImprovementList } from './ImprovementList.tsx';
import { WayToHealthy } from './WayToHealthy.tsx';

/** Steps to a higher score, beside the plan to Healthy. Renders nothing when both are missing. */
export function ScoreImprovements({ health, level }: { health: InstitutionHealth; level: 2 | 3 }) {
  if (health.improvements.length === 0 && health.wayToHealthy === null) return null;
  return (
    <Paper p="md" bg="var(--mantine-color-body)">
      <SimpleGrid cols={{ base: 1, md: health.wayToHealthy === null ? 1 : 2 }} spacing="lg">
        <ImprovementList health={health} level={level} />
        <WayToHealthy health={health} level={level} />
      </SimpleGrid>
    </Paper>
  );
}

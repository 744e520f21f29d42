import { Paper, SimpleGrid } from '@mantine/core';
import type { InstitutionHealth } from '#shared/health/health.ts';
import { Improvements } from './Improvements.tsx';
import { WayToHealthy } from './WayToHealthy.tsx';

/** The next steps up beside the whole way to Healthy; nothing where there is no way up. */
export function WaysUp({ health, level }: { health: InstitutionHealth; level: 2 | 3 }) {
  if (health.improvements.length === 0 && health.wayToHealthy === null) return null;
  return (
    <Paper p="md" bg="var(--mantine-color-body)">
      <SimpleGrid cols={{ base: 1, md: health.wayToHealthy === null ? 1 : 2 }} spacing="lg">
        <Improvements health={health} level={level} />
        <WayToHealthy health={health} level={level} />
      </SimpleGrid>
    </Paper>
  );
}

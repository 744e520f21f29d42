import { Paper, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { portfolioFigureDefinitions } from '#shared/portfolio/rules.ts';
import { LoadingSkeleton, SkeletonBlock, SkeletonRows } from '#web/ui/page/LoadingSkeleton.tsx';
import { KeyFiguresFromServer } from './KeyFigures.tsx';
import type { PortfolioScopeState } from './use-scope.ts';

/**
 * Placeholder of the overview while the customers are loading. The key figures appear as soon as
 * the server has computed them.
 */
export function PortfolioOverviewSkeleton({
  scope: { segment, value },
}: {
  scope: PortfolioScopeState;
}) {
  return (
    <Stack gap="lg">
      {segment === undefined ? (
        <FiguresWaiting />
      ) : (
        <KeyFiguresFromServer segment={segment} scope={value} waiting={<FiguresWaiting />} />
      )}
      <RowsWaiting />
    </Stack>
  );
}

function FiguresWaiting() {
  return (
    <SimpleGrid cols={{ base: 2, sm: 4, lg: 7 }} spacing="sm" aria-hidden>
      {[...portfolioFigureDefinitions.map(({ label }) => label), 'predicted', 'average'].map(
        (label) => (
          <Paper key={label} p="sm" bg="var(--surface)" mih={94}>
            <Skeleton h={14} w="70%" my={7} />
            <Skeleton h={26} w="45%" mt={12} />
          </Paper>
        ),
      )}
    </SimpleGrid>
  );
}

function RowsWaiting() {
  return (
    <LoadingSkeleton label="Loading customers">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <SkeletonBlock height={240} />
        <SkeletonBlock height={240} />
      </SimpleGrid>
      <SkeletonBlock height={290} />
      <Paper p="md" bg="var(--surface)">
        <SkeletonRows rows={12} />
      </Paper>
    </LoadingSkeleton>
  );
}

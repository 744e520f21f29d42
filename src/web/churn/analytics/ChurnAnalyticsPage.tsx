import { Container, Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { paths } from '#shared/core/pages/paths.ts';
import { CurrentFreshnessStrip } from '#web/scoring/CurrentFreshnessStrip.tsx';
import { JobTroubleList } from '#web/scoring/WorkTrouble.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PagePartLinks, useChosenPagePart } from '#web/ui/page/PagePartLinks.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { ChurnLinks } from '../ChurnLinks.tsx';

const views = [
  {
    key: 'revenue',
    name: 'Revenue',
    Part: lazy(async () => ({ default: (await import('../contracts/RevenueTab.tsx')).RevenueTab })),
  },
  {
    key: 'survival',
    name: 'Survival',
    Part: lazy(async () => ({
      default: (await import('../survival/SurvivalTab.tsx')).SurvivalTab,
    })),
  },
  {
    key: 'causes',
    name: 'Causes',
    Part: lazy(async () => ({ default: (await import('../causes/CausesTab.tsx')).CausesTab })),
  },
  {
    key: 'saves',
    name: 'Saves',
    Part: lazy(async () => ({
      default: (await import('../causes/RiskEpisodeOutcomesTab.tsx')).RiskEpisodeOutcomesTab,
    })),
  },
] as const;

/** Page of revenue retention, survival, causes and saved customers. */
export function ChurnAnalyticsPage() {
  const chosen = useChosenPagePart(views);
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="lg">
        <div>
          <PageTitle>Churn analytics</PageTitle>
          <CurrentFreshnessStrip />
          <JobTroubleList works={[{ name: 'losses', jobs: ['churn.departures'] }]} />
          <ChurnLinks currentPath={paths.churnAnalytics} />
        </div>
        <PagePartLinks
          label="Churn analytics"
          parts={views}
          chosen={chosen}
          guide="analytics-views"
        />
        <Suspense fallback={<ViewWaiting />}>
          <chosen.Part />
        </Suspense>
      </Stack>
    </Container>
  );
}

const ViewWaiting = () => (
  <LoadingSkeleton label="Loading churn figures">
    <SkeletonBlock height={260} />
    <SkeletonBlock height={300} />
  </LoadingSkeleton>
);

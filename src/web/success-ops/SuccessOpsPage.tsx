import { Container, Stack } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { CurrentFreshnessStrip } from '#web/scoring/CurrentFreshnessStrip.tsx';
import { JobTroubleList } from '#web/scoring/WorkTrouble.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PagePartLinks, useChosenPagePart } from '#web/ui/page/PagePartLinks.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';

/** Tabs of the page. The first one is the default. */
const parts = [
  {
    key: 'day',
    name: 'My day',
    Part: lazy(async () => ({ default: (await import('#web/day/MyDay.tsx')).MyDay })),
  },
  {
    key: 'queue',
    name: 'Queue',
    Part: lazy(async () => ({
      default: (await import('./ActionItemQueueTab.tsx')).ActionItemQueueTab,
    })),
  },
  {
    key: 'team',
    name: 'Team',
    Part: lazy(async () => ({ default: (await import('#web/team/Team.tsx')).Team })),
  },
  {
    key: 'playbooks',
    name: 'Playbooks',
    Part: lazy(async () => ({
      default: (await import('#web/playbooks/PlaybooksTab.tsx')).PlaybooksTab,
    })),
  },
  {
    key: 'renewals',
    name: 'Renewals',
    Part: lazy(async () => ({
      default: (await import('#web/renewals/RenewalsTab.tsx')).RenewalsTab,
    })),
  },
  {
    key: 'slas',
    name: 'SLAs',
    Part: lazy(async () => ({ default: (await import('#web/slas/SlasTab.tsx')).SlasTab })),
  },
  {
    key: 'incidents',
    name: 'Incidents',
    Part: lazy(async () => ({
      default: (await import('#web/radar/IncidentsTab.tsx')).IncidentsTab,
    })),
  },
  {
    key: 'alerts',
    name: 'Alert rules',
    Part: lazy(async () => ({ default: (await import('#web/alerts/AlertRules.tsx')).AlertRules })),
  },
] as const;

/** Jobs that the tabs depend on. A notice under the title names the jobs that have failed. */
const works = [
  { name: 'action items from alert rules', jobs: ['alerts.evaluate'] },
  { name: 'playbooks', jobs: ['playbooks.advance'] },
  { name: 'incidents', jobs: ['incidents.radar'] },
];

/** Page for managing the team's work. */
export function SuccessOpsPage() {
  const chosen = useChosenPagePart(parts);
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="lg">
        <div>
          <PageTitle>Success operations</PageTitle>
          <CurrentFreshnessStrip />
          <JobTroubleList works={works} />
        </div>
        <PagePartLinks label="Success operations" parts={parts} chosen={chosen} guide="ops-parts" />
        <Suspense fallback={<PartWaiting />}>
          <chosen.Part />
        </Suspense>
      </Stack>
    </Container>
  );
}

const PartWaiting = () => (
  <LoadingSkeleton label="Loading">
    <SkeletonBlock height={90} />
    <SkeletonBlock height={420} />
  </LoadingSkeleton>
);

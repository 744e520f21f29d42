import { Container, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { numberText } from '#shared/core/words.ts';
import { figuresWeekBefore, onboardingFigures } from '#shared/onboarding/figures.ts';
import { onboardingTabs } from '#shared/onboarding/onboarding.ts';
import { isOnOnboardingTab } from '#shared/onboarding/rows.ts';
import { FreshnessStrip } from '#web/scoring/FreshnessStrip.tsx';
import { JobTroubleList } from '#web/scoring/WorkTrouble.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { CheckpointTargetShareCards } from './CheckpointTargetShareCards.tsx';
import { onboardingListQuery } from './data.ts';
import { KeyFigures } from './KeyFigures.tsx';
import { OnboardingLinks } from './OnboardingLinks.tsx';
import { ScoreByOnboardingDaySection } from './ScoreByOnboardingDaySection.tsx';

const OnboardingList = lazy(async () => ({
  default: (await import('./OnboardingList.tsx')).OnboardingList,
}));

const tabNames = { current: 'In onboarding', ended: 'Ended', all: 'All' } as const;

/** Page of customers in onboarding with progress and blockers. */
export function OnboardingPage() {
  const source = useQuery(onboardingListQuery);
  const [parameters, setParameters] = useSearchParams();
  const tab = onboardingTabs.find((each) => each === parameters.get('tab')) ?? 'current';
  const { data } = source;
  const figures = useMemo(() => data && onboardingFigures(data.rows, data.today), [data]);
  const before = useMemo(() => data && figuresWeekBefore(data.rows, data.today), [data]);
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="md">
        <div>
          <PageTitle>Customers in onboarding</PageTitle>
          {data?.weekEndDate !== null && (
            <FreshnessStrip weekEnd={data?.weekEndDate} isUnavailable={source.error !== null} />
          )}
          <JobTroubleList works={[{ name: 'onboarding progress', jobs: ['onboarding.refresh'] }]} />
          <OnboardingLinks currentPath={paths.onboarding} />
        </div>
        {data !== undefined && figures !== undefined && before !== undefined && (
          <>
            <KeyFigures figures={figures} before={before} today={data.today} />
            <ScoreByOnboardingDaySection rows={data.rows} today={data.today} />
            <CheckpointTargetShareCards rows={data.rows} today={data.today} />
          </>
        )}
        {data === undefined && source.error === null && (
          <LoadingSkeleton label="Loading onboarding" gap="md">
            <SkeletonBlock height={110} />
            <SkeletonBlock height={400} />
            <SkeletonBlock height={110} />
          </LoadingSkeleton>
        )}
        <Tabs
          value={tab}
          onChange={(next) =>
            setParameters(next === null || next === 'current' ? {} : { tab: next })
          }
          keepMounted={false}
        >
          <Tabs.List mb="sm">
            {onboardingTabs.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {tabNames[each]}{' '}
                {data !== undefined &&
                  numberText(data.rows.filter((row) => isOnOnboardingTab(row, each)).length)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab}>
            <Suspense fallback={<SkeletonBlock height={400} />}>
              <OnboardingList
                key={tab}
                tab={tab}
                rows={data?.rows}
                today={data?.today}
                source={source}
              />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Container>
  );
}

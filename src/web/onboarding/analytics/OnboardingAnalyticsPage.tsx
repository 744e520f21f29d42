import { Container, Stack, Text } from '@mantine/core';
import { paths } from '#shared/core/pages/paths.ts';
import { countText } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { FreshnessStrip } from '#web/scoring/FreshnessStrip.tsx';
import { JobTroubleList } from '#web/scoring/WorkTrouble.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { useCasesWithHistory } from '../data.ts';
import { OnboardingLinks } from '../OnboardingLinks.tsx';
import { BlockerParetoChart } from './BlockerParetoChart.tsx';
import { OnboardingCohortTable } from './OnboardingCohortTable.tsx';
import { OnboardingFunnel } from './OnboardingFunnel.tsx';
import { OwnerCaseloadTable } from './OwnerCaseloadTable.tsx';
import { RetentionByScore } from './RetentionByScore.tsx';
import { TimeToFirstUseChart } from './TimeToFirstUseChart.tsx';

/** Page about onboarding speed, drop-offs, blockers and retention. */
export function OnboardingAnalyticsPage() {
  const { cases, list, error, refetch } = useCasesWithHistory();
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="md">
        <div>
          <PageTitle>Onboarding analytics</PageTitle>
          {list?.weekEndDate !== null && (
            <FreshnessStrip weekEnd={list?.weekEndDate} isUnavailable={error !== null} />
          )}
          <JobTroubleList works={[{ name: 'onboarding progress', jobs: ['onboarding.refresh'] }]} />
          <OnboardingLinks currentPath={paths.onboardingAnalytics} />
        </div>
        {cases === undefined || list === undefined ? (
          error === null ? (
            <LoadingSkeleton label="Loading the analytics" gap="md">
              <SkeletonBlock height={320} />
              <SkeletonBlock height={400} />
              <SkeletonBlock height={400} />
            </LoadingSkeleton>
          ) : (
            <ErrorState
              title="Couldn’t load onboarding"
              error={error}
              onRetry={() => void refetch()}
            />
          )
        ) : cases.length === 0 ? (
          <Text>
            No customers have gone live since scoring began. Figures appear 30 days after the first
            go-live.
          </Text>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {countText(cases.length, 'customer')} that went live since scoring began, including
              customers that have left. <MetricInfo metric="onboardingCohort" />
            </Text>
            <OnboardingFunnel cases={cases} />
            <TimeToFirstUseChart cases={cases} today={list.today} />
            <OnboardingCohortTable cases={cases} today={list.today} />
            <BlockerParetoChart cases={cases} />
            <RetentionByScore cases={cases} />
            <OwnerCaseloadTable rows={list.rows} />
          </>
        )}
      </Stack>
    </Container>
  );
}

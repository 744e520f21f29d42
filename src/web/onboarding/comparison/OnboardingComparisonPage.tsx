import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Switch.css';
import { Container, MultiSelect, Group as Row, Select, Stack, Switch, Text } from '@mantine/core';
import { lazy } from 'react';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { maximumComparedGroups } from '#shared/onboarding/comparison.ts';
import { groupingNames, groupings } from '#shared/onboarding/groups.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { FreshnessStrip } from '#web/scoring/FreshnessStrip.tsx';
import { JobTroubleList } from '#web/scoring/WorkTrouble.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LazyPart } from '#web/ui/page/LazyPart.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { useCasesWithHistory } from '../data.ts';
import { OnboardingLinks } from '../OnboardingLinks.tsx';
import { useGroupChoices } from './use-groups.ts';

const Compared = lazy(async () => ({
  default: (await import('./GroupComparison.tsx')).GroupComparison,
}));

/** Keys of the list columns that contain the group names. */
const groupColumns: Partial<Record<string, string>> = {
  size: 'sizeTier',
  month: 'goLiveMonth',
  ehr: 'ehr',
  owner: 'ownerName',
};

/**
 * Page that compares the scores of groups of new customers with each other and with the targets, by
 * onboarding day.
 */
export function OnboardingComparisonPage() {
  const { cases, list, error: failed, refetch } = useCasesWithHistory();
  const {
    by,
    groups,
    chosen,
    isSameMix,
    error: segmentError,
    chooseBy,
    choose,
    chooseMix,
  } = useGroupChoices(cases);
  const error = failed ?? segmentError;
  return (
    <Container component="main" size="xl" py="lg">
      <Stack gap="md">
        <div>
          <PageTitle>Onboarding comparison</PageTitle>
          {list?.weekEndDate !== null && (
            <FreshnessStrip weekEnd={list?.weekEndDate} isUnavailable={error !== null} />
          )}
          <JobTroubleList works={[{ name: 'onboarding progress', jobs: ['onboarding.refresh'] }]} />
          <OnboardingLinks currentPath={paths.onboardingComparison} />
        </div>
        <Row align="flex-end" gap="md" data-guide="onboarding-groups">
          <Select
            label="Compare by"
            w={180}
            value={by}
            onChange={chooseBy}
            allowDeselect={false}
            data={[
              ...groupings.map((each) => ({ value: each, label: groupingNames[each] })),
              { value: 'segment', label: 'Saved view' },
            ]}
          />
          <MultiSelect
            label={`Groups (up to ${maximumComparedGroups})`}
            description="Other groups are compared with the first group."
            flex="1 1 320px"
            maxValues={maximumComparedGroups}
            value={chosen?.map(({ name }) => name) ?? []}
            onChange={choose}
            data={[...new Set(groups?.map(({ name }) => name))]}
            searchable
          />
          <Row gap={2} wrap="nowrap" pb={6}>
            <Switch
              label="Adjust for mix"
              checked={isSameMix}
              onChange={(event) => chooseMix(event.currentTarget.checked)}
            />
            <MetricInfo metric="sameMix" />
          </Row>
        </Row>
        {chosen === undefined ? (
          error === null ? (
            <LoadingSkeleton label="Loading the comparison" gap="md">
              <SkeletonBlock height={400} />
              <SkeletonBlock height={260} />
            </LoadingSkeleton>
          ) : (
            <ErrorState
              title="Couldn’t load the comparison"
              error={error}
              onRetry={() => void refetch()}
            />
          )
        ) : chosen.length === 0 ? (
          <Text>
            {groups?.length === 0 && by === 'segment'
              ? 'No saved views of the portfolio list yet. Save a view there to compare its customers here.'
              : groups?.length === 0
                ? 'No customers have gone live since scoring began.'
                : `Pick up to ${maximumComparedGroups} groups of at least ${minimumGroupSize} customers.`}
          </Text>
        ) : (
          <LazyPart label="Loading the comparison" height={660}>
            <Compared groups={chosen} column={groupColumns[by]} by={by} isSameMix={isSameMix} />
          </LazyPart>
        )}
      </Stack>
    </Container>
  );
}

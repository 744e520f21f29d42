import { Alert, Box, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { tiersHiddenTexts } from '#shared/churn/quality/words.ts';
import { countText, dayInWords } from '#shared/core/words.ts';
import type { MetricKey } from '#shared/metrics/metric.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { CapacityCalculator } from './CapacityCalculator.tsx';
import { qualityQuery } from './data.ts';
import { EvaluationWeeksPicker, useEvaluationWeekChoice } from './EvaluationWeeksPicker.tsx';
import { FlagOutcomeCustomerList } from './FlagOutcomeCustomerList.tsx';
import { FlagOutcomeTable } from './FlagOutcomeTable.tsx';
import { FlagQualityBreakdown } from './FlagQualityBreakdown.tsx';
import { LeadTimeHistogram } from './LeadTimeHistogram.tsx';
import { MissedSignalTable } from './MissedSignalTable.tsx';
import { ModelCandidateComparison } from './ModelCandidateComparison.tsx';
import { ModelVersionTable } from './ModelVersionTable.tsx';
import { QualityCards } from './QualityCards.tsx';
import { ReliabilityDiagram } from './ReliabilityDiagram.tsx';
import { WarningPatternTable } from './WarningPatternTable.tsx';

function Part({
  title,
  metric,
  children,
}: {
  title: string;
  metric: MetricKey;
  children: ReactNode;
}) {
  return (
    <div>
      <Title order={2} size="h4" mb={6}>
        {title} <MetricInfo metric={metric} />
      </Title>
      {children}
    </div>
  );
}

/**
 * Quality tab: quality of past predictions, a comparison with the simple rule, and the names of
 * missed losses.
 */
export function QualityTab() {
  const past = useEvaluationWeekChoice();
  const quality = useQuery({
    ...qualityQuery(past),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (quality.isPending)
    return (
      <LoadingSkeleton label="Loading model quality">
        <SkeletonBlock height={180} />
        <SkeletonBlock height={320} />
      </LoadingSkeleton>
    );
  if (quality.data === undefined)
    return (
      <ErrorState
        title="Couldn’t load model quality"
        error={quality.error}
        onRetry={() => void quality.refetch()}
      />
    );
  const { data } = quality;
  const weeks = { past, from: data.maturedFrom, until: data.maturedUntil };
  if (data.model === null)
    return (
      <Text c="dimmed">
        No model has been trained yet. Training starts once losses are recorded.
      </Text>
    );
  return (
    <Stack gap="xl" aria-busy={quality.isPlaceholderData}>
      <div>
        {data.hidden !== null && (
          <Alert variant="light" color="yellow" title={tiersHiddenTexts[data.hidden].title} mb="sm">
            {tiersHiddenTexts[data.hidden].text}
          </Alert>
        )}
        <Text size="sm" c="dimmed">
          {data.maturedUntil === null
            ? 'No predictions have an outcome yet.'
            : `Outcomes are known for flags up to ${dayInWords(data.maturedUntil)}, across ${countText(data.weeks, 'Sunday')}. Predictions for Sundays before the first model was in use were calculated later, with models trained only on data from before each Sunday.`}
        </Text>
        <Box mt="xs">
          <EvaluationWeeksPicker />
        </Box>
      </div>
      <QualityCards quality={data} model={data.model} weeks={weeks} />
      <Part title="Flags and outcomes" metric="churnOutcomes">
        <FlagOutcomeTable quality={data} weeks={weeks} />
      </Part>
      <Part title="Compared with the simple rule" metric="churnRanking">
        <ModelCandidateComparison model={data.model} />
      </Part>
      <Part title="Precision by capacity" metric="churnCapacity">
        <CapacityCalculator capacity={data.capacity} losses={data.losses.of} />
      </Part>
      <Part title="Predicted and observed" metric="churnCalibration">
        <ReliabilityDiagram bins={data.model.reliability} />
      </Part>
      <Part title="Lead time" metric="churnLeadTime">
        <LeadTimeHistogram days={data.leadDays} />
      </Part>
      <Part title="By tier, contact and segment" metric="churnFlagged">
        <FlagQualityBreakdown quality={data} weeks={weeks} />
      </Part>
      <Part title="Losses that were not flagged in time" metric="churnCaught">
        <FlagOutcomeCustomerList
          cases={data.misses}
          label="Losses that were not flagged in time"
          when="Notice"
          none="All losses were flagged in time."
        />
      </Part>
      <Part title="Flagged and stayed" metric="churnFlagged">
        <FlagOutcomeCustomerList
          cases={data.falseAlarms}
          label="Flagged customers that stayed"
          when="Flagged"
          none="All flagged customers left."
        />
      </Part>
      <Part title="Patterns" metric="churnPatterns">
        <WarningPatternTable
          records={data.model.patterns}
          mutes={data.mutes}
          baseRate={data.model.baseRate}
        />
      </Part>
      <Part title="Candidate patterns" metric="backTest">
        <MissedSignalTable />
      </Part>
      <Part title="Versions" metric="churnRanking">
        <ModelVersionTable quality={data} model={data.model} />
      </Part>
    </Stack>
  );
}

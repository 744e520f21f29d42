import { Alert, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { scheduledPipelineSteps } from '#shared/churn/pipeline/pipeline.ts';
import { predictionsStaleAfterHours } from '#shared/churn/predictions/tiers.ts';
import { ageText } from '#shared/core/dates.ts';
import { dayInWords } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { PredictionsLate } from '../PredictionsLate.tsx';
import { pipelineRunsQuery } from './data.ts';
import { PipelineRunTable } from './PipelineRunTable.tsx';
import { RerunStepForm } from './RerunStepForm.tsx';
import { RowCountChecks } from './RowCountChecks.tsx';
import { StepCard } from './StepCard.tsx';

/** Refetch interval in milliseconds while a run is active or queued. */
const pollMilliseconds = 3_000;

/** Pipeline tab: steps with their last runs, checks and history. */
export function PipelineTab() {
  const runs = useQuery({
    ...pipelineRunsQuery,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ status }) => status === 'running' || status === 'queued')
        ? pollMilliseconds
        : false,
  });
  if (runs.isPending)
    return (
      <LoadingSkeleton label="Loading pipeline">
        <SkeletonBlock height={150} />
        <SkeletonBlock height={300} />
      </LoadingSkeleton>
    );
  if (runs.data === undefined)
    return (
      <ErrorState
        title="Couldn’t load pipeline"
        error={runs.error}
        onRetry={() => void runs.refetch()}
      />
    );
  const { rows, predictedAt, predictedDay } = runs.data;
  const isStale =
    predictedAt !== null &&
    Date.now() - Date.parse(predictedAt) > predictionsStaleAfterHours * 3_600_000;
  return (
    <Stack gap="lg">
      {isStale && (
        <Alert
          variant="light"
          color="yellow"
          title={`The predictions are from ${ageText(Date.now() - Date.parse(predictedAt))}`}
        >
          Tiers are hidden because the predictions are more than {predictionsStaleAfterHours} hours
          old. Tiers return after the next successful run.
        </Alert>
      )}
      <PredictionsLate madeAt={predictedAt} />
      <Text size="sm" c="dimmed">
        {predictedDay === null
          ? 'No predictions have been made yet.'
          : `Showing predictions for ${dayInWords(predictedDay)}. If a pipeline step fails, these predictions stay.`}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" data-guide="monitoring-steps">
        {scheduledPipelineSteps.map((step) => (
          <StepCard
            key={step.step}
            step={step}
            runs={rows.filter((run) => run.step === step.step)}
          />
        ))}
      </SimpleGrid>
      <RerunStepForm />
      <div>
        <Title order={2} size="h4">
          Input checks <MetricInfo metric="churnStep" />
        </Title>
        <RowCountChecks runs={rows} />
      </div>
      <div>
        <Title order={2} size="h4">
          Runs <MetricInfo metric="churnStep" />
        </Title>
        <PipelineRunTable runs={rows} />
      </div>
    </Stack>
  );
}

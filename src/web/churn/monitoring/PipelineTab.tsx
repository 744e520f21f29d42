import { Alert, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { churnPipeline } from '#shared/churn/pipeline.ts';
import { staleAfterHours } from '#shared/churn/predictions/tiers.ts';
import { ageText } from '#shared/core/dates.ts';
import { dayInWords } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { Waiting, WaitingPart } from '#web/ui/page/Waiting.tsx';
import { PredictionsLate } from '../PredictionsLate.tsx';
import { Checks } from './Checks.tsx';
import { pipelineRunsQuery } from './data.ts';
import { RunAgain } from './RunAgain.tsx';
import { RunHistory } from './RunHistory.tsx';
import { StepCard } from './StepCard.tsx';

/** While something runs or waits, the runs are read again this often. */
const pollMilliseconds = 3_000;

/** The three steps with their last run, what was checked, and the runs before. */
export function PipelineTab() {
  const runs = useQuery({
    ...pipelineRunsQuery,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ status }) => status === 'running' || status === 'queued') ? pollMilliseconds : false,
  });
  if (runs.isPending)
    return (
      <Waiting label="Loading the pipeline">
        <WaitingPart height={150} />
        <WaitingPart height={300} />
      </Waiting>
    );
  if (runs.data === undefined)
    return <ErrorState title="The pipeline could not be loaded" error={runs.error} onRetry={() => void runs.refetch()} />;
  const { rows, predictedAt, predictedDay } = runs.data;
  const isStale = predictedAt !== null && Date.now() - Date.parse(predictedAt) > staleAfterHours * 3_600_000;
  return (
    <Stack gap="lg">
      {isStale && (
        <Alert variant="light" color="yellow" title={`The predictions are from ${ageText(Date.now() - Date.parse(predictedAt))}`}>
          Older than {staleAfterHours} hours: no tiers are shown until the steps have succeeded again.
        </Alert>
      )}
      <PredictionsLate madeAt={predictedAt} />
      <Text size="sm" c="dimmed">
        {predictedDay === null
          ? 'No predictions have been made yet.'
          : `The predictions shown are those for ${dayInWords(predictedDay)}. A step that fails leaves them as they are.`}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" data-guide="monitoring-steps">
        {churnPipeline.map((step) => (
          <StepCard key={step.step} step={step} runs={rows.filter((run) => run.step === step.step)} />
        ))}
      </SimpleGrid>
      <RunAgain />
      <div>
        <Title order={2} size="h4">
          Input checks <MetricInfo metric="churnStep" />
        </Title>
        <Checks runs={rows} />
      </div>
      <div>
        <Title order={2} size="h4">
          Runs <MetricInfo metric="churnStep" />
        </Title>
        <RunHistory runs={rows} />
      </div>
    </Stack>
  );
}

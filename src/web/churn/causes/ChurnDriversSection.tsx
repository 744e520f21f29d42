import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isClearDriver } from '#shared/churn/causes/drivers.ts';
import { getPredictionQuality } from '#shared/churn/quality/quality.ts';
import { numberText } from '#shared/core/words.ts';
import { endpointQuery } from '#web/core/api.ts';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { ChurnDriverForestPlot } from './ChurnDriverForestPlot.tsx';

const qualityQuery = endpointQuery(getPredictionQuality);
/** Factors that precede a notice, with size and certainty of the effect. */
export function ChurnDriversSection() {
  const quality = useQuery(qualityQuery);
  if (quality.data === undefined)
    return quality.error === null ? (
      <LoadingSkeleton label="Loading drivers">
        <SkeletonBlock height={420} />
      </LoadingSkeleton>
    ) : (
      <ErrorState
        title="Couldn’t load drivers"
        error={quality.error}
        onRetry={() => void quality.refetch()}
      />
    );
  const { model } = quality.data;
  const drivers = model?.drivers ?? [];
  return (
    <div data-guide="causes-drivers">
      <MetricSectionCard title="What precedes churn" metric="churnDriver">
        {model === null || drivers.length === 0 ? (
          <Text c="dimmed">
            No model has been trained yet. A model needs more recorded losses and a completed
            pipeline run.
          </Text>
        ) : (
          <>
            <Text size="sm" mb="sm">
              These are associations, not proven causes. From {numberText(model.notices)} notices;{' '}
              {drivers.filter(isClearDriver).length} of {drivers.length} figures show a clear
              association. ×1 means no association. Hollow dots may be due to chance.
            </Text>
            <ChurnDriverForestPlot drivers={drivers} />
          </>
        )}
      </MetricSectionCard>
    </div>
  );
}

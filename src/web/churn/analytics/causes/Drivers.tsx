import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isClear } from '#shared/churn/causes/drivers.ts';
import { getQuality } from '#shared/churn/quality/quality.ts';
import { endpointQuery } from '#web/core/api.ts';
import { Part } from '#web/metrics/Part.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { Waiting, WaitingPart } from '#web/ui/page/Waiting.tsx';
import { ForestPlot } from './ForestPlot.tsx';

const qualityQuery = endpointQuery(getQuality);
/** What goes with a notice, by how much, and how sure that is. */
export function Drivers() {
  const quality = useQuery(qualityQuery);
  if (quality.data === undefined)
    return quality.error === null ? (
      <Waiting label="Loading the drivers">
        <WaitingPart height={420} />
      </Waiting>
    ) : (
      <ErrorState title="The drivers could not be loaded" error={quality.error} onRetry={() => void quality.refetch()} />
    );
  const { model } = quality.data;
  const drivers = model?.drivers ?? [];
  return (
    <div data-guide="causes-drivers">
      <Part title="What goes with leaving" metric="churnDriver">
        {model === null || drivers.length === 0 ? (
          <Text c="dimmed">No model has been trained yet: too few losses are known, or the pipeline has not run.</Text>
        ) : (
          <>
            <Text size="sm" mb="sm">
              Association, not cause: what comes before a notice need not cause it. From {model.notices.toLocaleString('en-US')} notices;{' '}
              {drivers.filter(isClear).length} of {drivers.length} figures show an effect. × 1 is no effect; a hollow dot may be chance.
            </Text>
            <ForestPlot drivers={drivers} />
          </>
        )}
      </Part>
    </div>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getChurnByTenure } from '#shared/churn/survival/survival.ts';
import { endpointQuery } from '#web/core/api.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { ChurnByTenureChart } from './ChurnByTenureChart.tsx';
import { ReasonIncidenceChart } from './ReasonIncidenceChart.tsx';

/** Losses by reason and churn rates, both by months since go-live. */
export function LossTimingSection() {
  const withClosed = useUrlParameters().parameters.has('closed');
  const tenure = useQuery({
    ...endpointQuery(getChurnByTenure, { query: { closed: withClosed } }),
    placeholderData: keepPreviousData,
  });
  if (tenure.data === undefined)
    return tenure.error === null ? (
      <LoadingSkeleton label="Loading churn by tenure">
        <SkeletonBlock height={380} />
        <SkeletonBlock height={340} />
      </LoadingSkeleton>
    ) : (
      <ErrorState
        title="Couldn’t load churn by tenure"
        error={tenure.error}
        onRetry={() => void tenure.refetch()}
      />
    );
  return (
    <>
      <ReasonIncidenceChart incidence={tenure.data.incidence} span={tenure.data.span} />
      <ChurnByTenureChart rates={tenure.data.rates} withClosed={withClosed} />
    </>
  );
}

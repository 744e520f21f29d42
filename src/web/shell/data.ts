import { queryOptions } from '@tanstack/react-query';
import { getSystemNotices } from '#shared/core/notices.ts';
import { getFirstSteps } from '#shared/scoring/first-steps.ts';
import { cacheTimes, endpointQuery } from '#web/core/api.ts';

const firstStepsPollMilliseconds = 10_000;

/** Steps to the first score; refetched until a score exists. */
export const firstStepsQuery = queryOptions({
  ...endpointQuery(getFirstSteps),
  refetchInterval: ({ state: { data } }) =>
    data === undefined || data.isScored ? false : firstStepsPollMilliseconds,
});

export const systemNoticesQuery = queryOptions({
  ...endpointQuery(getSystemNotices),
  refetchInterval: cacheTimes.default,
});

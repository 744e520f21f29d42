import { queryOptions } from '@tanstack/react-query';
import { urlOf } from '#shared/endpoint.ts';
import { getRulesTrial, getScoringRules } from '#shared/scoring-rules.ts';
import { call } from '#web/api.ts';

export const scoringRulesQuery = queryOptions({
  queryKey: [getScoringRules.path],
  queryFn: ({ signal }) => call(getScoringRules, { signal }),
});

const askAgainMilliseconds = 1000;

/** Asked again until it is done. */
export const rulesTrialQuery = (trialId: string) =>
  queryOptions({
    queryKey: [urlOf(getRulesTrial.path, { trialId })],
    queryFn: ({ signal }) => call(getRulesTrial, { params: { trialId }, signal }),
    refetchInterval: ({ state: { data, error } }) => (error !== null || data?.result || data?.error ? false : askAgainMilliseconds),
  });

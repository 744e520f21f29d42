import { queryOptions } from '@tanstack/react-query';
import { getRulesTrial, getScoringRules } from '#shared/scoring/rules.ts';
import { endpointQuery } from '#web/core/api.ts';

export const scoringRulesQuery = endpointQuery(getScoringRules);

const askAgainMilliseconds = 1000;

/** Asked again until it is done. */
export const rulesTrialQuery = (trialId: string) =>
  queryOptions({
    ...endpointQuery(getRulesTrial, { params: { trialId } }),
    refetchInterval: ({ state: { data, error } }) => (error !== null || data?.result || data?.error ? false : askAgainMilliseconds),
  });

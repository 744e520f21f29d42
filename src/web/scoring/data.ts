import { queryOptions } from '@tanstack/react-query';
import { getRulesTrial, getScoringRules } from '#shared/scoring/rules.ts';
import { endpointQuery } from '#web/core/api.ts';

export const scoringRulesQuery = endpointQuery(getScoringRules);

const refetchMilliseconds = 1000;

/** Query of a trial, refetched until the trial is done. */
export const rulesTrialQuery = (trialId: string) =>
  queryOptions({
    ...endpointQuery(getRulesTrial, { params: { trialId } }),
    refetchInterval: ({ state: { data, error } }) =>
      error !== null || data?.result || data?.error ? false : refetchMilliseconds,
  });

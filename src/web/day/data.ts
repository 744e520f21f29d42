import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getDayPlan } from '#shared/day/day.ts';
import { endpointQuery } from '#web/core/api.ts';
import { showingWork } from '#web/work/optimistic.ts';
import { showInDay } from './day-changes.ts';

/** Query of a person’s day; `undefined` stands for the current user. */
export const dayQuery = (person: string | undefined) =>
  queryOptions({
    ...endpointQuery(getDayPlan, person === undefined ? {} : { query: { person } }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: { dependsOnWork: true, showWork: showingWork(showInDay) },
  });

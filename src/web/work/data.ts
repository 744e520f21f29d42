import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { buildUrl, type ResponseOf } from '#shared/core/endpoint.ts';
import type { Person } from '#shared/core/person.ts';
import { getRiskCases, type RiskCase } from '#shared/work/cases.ts';
import { getPeople } from '#shared/work/people.ts';
import { getProspectTasks } from '#shared/work/prospect-tasks.ts';
import { getInstitutionWorkSummaries, getTasks } from '#shared/work/tasks.ts';
import { timelineApiPath } from '#shared/work/timeline-path.ts';
import { ApiError, call, endpointQuery } from '#web/core/api.ts';
import { showingWork, showWorkAtOnce, type WorkChange } from './optimistic.ts';

/** Active users, who can be assigned work. */
export const peopleQuery = queryOptions({
  ...endpointQuery(getPeople),
  select: ({ rows }) => rows,
});

/** Prefix of the query keys of prospects' lists, boards and pages, which show their tasks. */
export const prospectWorkKey = 'prospects';

export const prospectTasksQuery = (prospectId: number) =>
  queryOptions({
    queryKey: [prospectWorkKey, 'tasks', prospectId],
    queryFn: ({ signal }) => call(getProspectTasks, { params: { prospectId }, signal }),
  });

const timelineKey = (id: number) => buildUrl(timelineApiPath, { id });

export interface TaskListFilter {
  institutionId: number;
  state: 'open' | 'closed';
}

export const tasksQuery = ({ institutionId, state }: TaskListFilter) =>
  infiniteQueryOptions({
    queryKey: [getTasks.path, institutionId, state],
    queryFn: ({ pageParam, signal }) =>
      call(getTasks, {
        query: { state, institutionId, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** Returns the risk cases with a snooze or an assignee that the server has not saved yet. */
function showInRiskCases(
  answer: ResponseOf<typeof getRiskCases>,
  change: WorkChange,
): ResponseOf<typeof getRiskCases> {
  if (change.kind !== 'snooze' && change.kind !== 'assign') return answer;
  const known = new Map(answer.rows.map((row) => [row.institutionId, row]));
  for (const institutionId of change.institutionIds) {
    const riskCase = known.get(institutionId) ?? {
      ...{ institutionId, assignee: null, snooze: null, lastOutcome: null, version: 0 },
    };
    const { until, reason } = change.kind === 'snooze' ? change : { until: '', reason: '' };
    known.set(
      institutionId,
      change.kind === 'assign'
        ? { ...riskCase, assignee: change.assignee }
        : {
            ...riskCase,
            snooze: { until, reason, by: pendingAuthor, at: new Date().toISOString() },
          },
    );
  }
  return { ...answer, rows: [...known.values()] };
}

/** Author of a snooze until the server's answer. */
const pendingAuthor: Person = { id: '', name: 'You' };

/**
 * Risk cases by institution. An institution without an entry has no changes yet; send version 0 for
 * it.
 */
export const riskCasesQuery = queryOptions({
  ...endpointQuery(getRiskCases),
  meta: { showWork: showingWork(showInRiskCases) },
  select: ({ rows }) => new Map(rows.map((each) => [each.institutionId, each])),
});

/**
 * Puts changed cases into the query cache before the refetch, so that the next keyboard action uses
 * their new state.
 */
export function cacheRiskCases(client: QueryClient, changed: readonly RiskCase[]): void {
  const ids = new Set(changed.map(({ institutionId }) => institutionId));
  client.setQueryData(
    riskCasesQuery.queryKey,
    (before) =>
      before && {
        ...before,
        rows: [...before.rows.filter(({ institutionId }) => !ids.has(institutionId)), ...changed],
      },
  );
}

/** Open tasks and last touch by institution. */
export const workSummariesQuery = queryOptions({
  ...endpointQuery(getInstitutionWorkSummaries),
  select: ({ rows }) => new Map(rows.map((each) => [each.institutionId, each])),
});

/** Refetches all queries that show work of these institutions. */
export function refreshWork(client: QueryClient, institutionIds: readonly number[]): Promise<void> {
  const keys = new Set<unknown>([
    prospectWorkKey,
    getTasks.path,
    getRiskCases.path,
    getInstitutionWorkSummaries.path,
    ...institutionIds.map(timelineKey),
  ]);
  return client.invalidateQueries({
    predicate: ({ queryKey, meta }) => keys.has(queryKey[0]) || meta?.dependsOnWork === true,
  });
}

/**
 * Mutation that writes work and refetches the affected queries. Changes of `changeOf` are shown
 * immediately and rolled back when the request fails.
 */
export function useWorkMutation<Input, Answer>(
  write: (input: Input) => Promise<Answer>,
  institutionsOf: (input: Input) => readonly number[],
  changeOf: (input: Input) => WorkChange | undefined = () => undefined,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: write,
    onMutate: (input) => {
      const change = changeOf(input);
      return change && showWorkAtOnce(client, [change]);
    },
    onError: (_, __, rollBack) => rollBack?.(),
    onSettled: (_, error, input) => {
      // Refetches after every error, because the change canceled running requests.
      const refetch = refreshWork(client, institutionsOf(input));
      // Other errors are reported without waiting for a server that may be unavailable.
      return error === null || isConflictError(error) ? refetch : undefined;
    },
  });
}

export const isConflictError = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409;

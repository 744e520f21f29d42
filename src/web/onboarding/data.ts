import { notifications } from '@mantine/notifications';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { urlOf } from '#shared/core/endpoint.ts';
import { counted } from '#shared/core/words.ts';
import { casesWithHistory } from '#shared/onboarding/analytics.ts';
import {
  getOnboardingCase,
  getOnboardingHistories,
  getOnboardingList,
  getOnboardingWeek,
  type ListedOnboarding,
  type OnboardingAction,
  postOnboardingChange,
} from '#shared/onboarding/onboarding.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { sayNotDone } from '#web/ui/sending/say-not-done.ts';
import { useOnceId } from '#web/ui/sending/sending.ts';
import { useWork } from '#web/work/data.ts';

/** Every case, running and ended. */
export const onboardingListQuery = queryOptions({ ...endpointQuery(getOnboardingList), structuralSharing: false });

export const onboardingCaseQuery = (id: number) => endpointQuery(getOnboardingCase, { params: { id } });

export const onboardingWeekQuery = (week: string) => endpointQuery(getOnboardingWeek, { params: { week } });

interface Changing {
  rows: readonly Pick<ListedOnboarding, 'institutionId' | 'institutionName' | 'version'>[];
  change: OnboardingAction;
  /** What was done to whom, such as 'Paused Elm Dental'. */
  told: (whom: string) => string;
}

function refreshCases(client: QueryClient, rows: Changing['rows']): Promise<void> {
  const cases = rows.map(({ institutionId }) => urlOf(getOnboardingCase.path, { id: institutionId }));
  const keys = new Set<unknown>([getOnboardingList.path, getOnboardingHistories.path, ...cases]);
  return client.invalidateQueries({ predicate: ({ queryKey }) => keys.has(queryKey[0]) });
}

/** Does one thing with cases, once however often it is tried, and says so. */
export function useOnboardingChange(onDone?: () => void) {
  const client = useQueryClient();
  const once = useOnceId();
  const work = useWork(
    async ({ rows, change, told }: Changing) => {
      const content = { cases: rows.map(({ institutionId, version }) => ({ institutionId, version })), change };
      // Read again after a refusal too: somebody has changed it meanwhile.
      const answer = await call(postOnboardingChange, { body: { changeId: once.idFor(content), ...content } }).finally(() =>
        refreshCases(client, rows),
      );
      const { changed, conflicts, unfit, institutionName } = answer;
      once.done();
      const left = [
        conflicts.length > 0 && `${counted(conflicts.length, 'customer')} changed meanwhile and stay as they are.`,
        unfit.length > 0 && `It does not fit ${counted(unfit.length, 'other customer')}.`,
      ].filter((text) => text !== false);
      notifications.show({ title: told(institutionName ?? counted(changed.length, 'customer')), message: left.join(' ') });
      onDone?.();
    },
    ({ rows }) => rows.map(({ institutionId }) => institutionId),
  );
  const write = (changing: Changing) =>
    work.mutate(changing, {
      onError: (error) => sayNotDone('Not saved', error),
    });
  return { write, isPending: work.isPending };
}

const onboardingHistoriesQuery = queryOptions({ ...endpointQuery(getOnboardingHistories), structuralSharing: false });

/** Every case that is or was live with what happened in it; undefined until both are known. */
export function useCasesWithHistory() {
  const list = useQuery(onboardingListQuery);
  const histories = useQuery(onboardingHistoriesQuery);
  const cases = useMemo(
    () => list.data && histories.data && casesWithHistory(list.data.rows, histories.data.rows),
    [list.data, histories.data],
  );
  return {
    cases,
    list: list.data,
    error: list.error ?? histories.error,
    refetch: () => Promise.all([list.refetch(), histories.refetch()]),
  };
}

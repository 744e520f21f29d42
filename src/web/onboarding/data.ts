import { notifications } from '@mantine/notifications';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { buildUrl } from '#shared/core/endpoint.ts';
import { countText } from '#shared/core/words.ts';
import { casesWithHistory } from '#shared/onboarding/analytics.ts';
import {
  getOnboardingCase,
  getOnboardingHistories,
  getOnboardingList,
  getWeekEndOnboardingStatuses,
  type ListedOnboarding,
  type OnboardingAction,
  postOnboardingChange,
  postOnboardingUndo,
} from '#shared/onboarding/onboarding.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { notifyUndoable, skippedText } from '#web/ui/sending/notify-undoable.tsx';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { refreshWork, useWorkMutation } from '#web/work/data.ts';

/** Loads all cases, running and ended. */
export const onboardingListQuery = queryOptions({
  ...endpointQuery(getOnboardingList),
  structuralSharing: false,
});

export const onboardingCaseQuery = (id: number) =>
  endpointQuery(getOnboardingCase, { params: { id } });

export const onboardingWeekStatusesQuery = (week: string) =>
  endpointQuery(getWeekEndOnboardingStatuses, { params: { week } });

interface Changing {
  rows: readonly Pick<ListedOnboarding, 'institutionId' | 'institutionName' | 'version'>[];
  change: OnboardingAction;
  /** Returns the title of the notification for customer names: 'Paused Elm Dental'. */
  titleOf: (whom: string) => string;
}

function refreshCases(client: QueryClient, rows: Changing['rows']): Promise<void> {
  const cases = rows.map(({ institutionId }) =>
    buildUrl(getOnboardingCase.path, { id: institutionId }),
  );
  const keys = new Set<unknown>([getOnboardingList.path, getOnboardingHistories.path, ...cases]);
  return client.invalidateQueries({ predicate: ({ queryKey }) => keys.has(queryKey[0]) });
}

/**
 * Returns a mutation that applies an action to cases and shows the result. Retries don't repeat the
 * action.
 */
export function useApplyOnboardingAction(onDone?: () => void) {
  const client = useQueryClient();
  const once = useIdempotencyId();
  const work = useWorkMutation(
    async ({ rows, change, titleOf }: Changing) => {
      const content = {
        cases: rows.map(({ institutionId, version }) => ({ institutionId, version })),
        change,
      };
      // Refetches after a rejection too, because another user may have changed a case.
      const changeId = once.idFor(content);
      const answer = await call(postOnboardingChange, {
        body: { changeId, ...content },
      }).finally(() => refreshCases(client, rows));
      const { changed, conflicts, unfit, institutionName } = answer;
      once.done();
      const skipped = [
        conflicts.length > 0 &&
          `Skipped ${countText(conflicts.length, 'customer')} that another user changed in the meantime.`,
        unfit.length > 0 &&
          `The action isn’t possible for ${countText(unfit.length, 'other customer')}.`,
      ].filter((text) => text !== false);
      const title = titleOf(institutionName ?? countText(changed.length, 'customer'));
      const note = skipped.join(' ');
      if (change.action === 'complete' || change.action === 'reopen')
        notifications.show({ title, message: note });
      else
        notifyUndoable({
          id: changeId,
          title,
          note,
          async undo() {
            try {
              const { kept } = await call(postOnboardingUndo, { params: { changeId }, body: {} });
              return skippedText(kept, 'customer', 'since');
            } finally {
              await Promise.all([refreshCases(client, rows), refreshWork(client, changed)]);
            }
          },
        });
      onDone?.();
    },
    ({ rows }) => rows.map(({ institutionId }) => institutionId),
  );
  const write = (changing: Changing) =>
    work.mutate(changing, {
      onError: (error) => notifyFailure('Couldn’t save the change', error),
    });
  return { write, isPending: work.isPending };
}

const onboardingHistoriesQuery = queryOptions({
  ...endpointQuery(getOnboardingHistories),
  structuralSharing: false,
});

/** Loads all cases that went live, with their histories; `undefined` while loading. */
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

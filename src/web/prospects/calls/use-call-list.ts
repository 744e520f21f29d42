import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyOf } from '#shared/core/endpoint.ts';
import {
  type CalledProspect,
  postCallList,
  postProspectCall,
  postProspectCallUndo,
} from '#shared/prospects/calls/calls.ts';
import type { ProspectCall } from '#shared/prospects/calls/outcomes.ts';
import { call } from '#web/core/api.ts';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { prospectWorkKey } from '#web/work/data.ts';
import { refetchProspects } from '../data.ts';
import { type CallResult, placeInQueue, splitCallList, urlPlace } from './call-session.ts';

export const callListQuery = (prospectIds: readonly number[]) =>
  queryOptions({
    queryKey: [prospectWorkKey, 'call-list', prospectIds],
    queryFn: ({ signal }) =>
      call(postCallList, { body: { prospectIds: [...prospectIds] }, signal }),
  });

export type CallInput = Pick<ProspectCall, 'outcome' | 'note' | 'lostReason'> & {
  stage: BodyOf<typeof postProspectCall>['stage'];
};

/** Holds the results of the calls, and the current prospect in the URL. */
export function useCallList(prospects: readonly CalledProspect[]) {
  const client = useQueryClient();
  const once = useIdempotencyId();
  const { parameters, change } = useUrlParameters();
  const [results, setResults] = useState<ReadonlyMap<number, CallResult>>(new Map());
  const { queue, leftOut } = splitCallList(prospects, results);
  const place = placeInQueue(prospects, queue, parameters.get('at'));
  const current = queue[place]?.prospect;
  const previous = queue[place - 1]?.prospect;
  const goTo = (next: number) => change({ at: urlPlace(queue, next) }, { replace: true });

  // The next prospect does not wait for the refetched lists.
  const refetch = () => {
    void refetchProspects(client);
  };
  function settle(prospectId: number, result: CallResult) {
    setResults((before) => new Map(before).set(prospectId, result));
    goTo(place + 1);
  }
  const saving = useMutation({
    mutationFn: async (made: CallInput) => {
      if (current === undefined) throw new Error('No prospect to call');
      const { prospectId, version } = current;
      const callId = once.idFor({ prospectId, ...made });
      const body = { callId, version, ...made };
      const saved = await call(postProspectCall, { params: { prospectId }, body });
      return { prospectId, callId, outcome: made.outcome, version: saved.version };
    },
    onSuccess: ({ prospectId, ...result }) => {
      once.done();
      settle(prospectId, result);
    },
    onSettled: refetch,
  });
  const undoing = useMutation({
    mutationFn: async () => {
      const result = previous && results.get(previous.prospectId);
      if (previous === undefined || result === undefined || result.outcome === 'skipped') return;
      const params = { prospectId: previous.prospectId, callId: result.callId };
      await call(postProspectCallUndo, { params, body: { version: result.version } });
    },
    onSuccess: () => {
      const undone = previous?.prospectId;
      setResults((before) => new Map([...before].filter(([id]) => id !== undone)));
      goTo(place - 1);
    },
    onError: (error) => notifyFailure('Couldn’t undo the call', error),
    onSettled: refetch,
  });
  const isBusy = saving.isPending || undoing.isPending;
  const lastResult = previous && results.get(previous.prospectId);
  return {
    queue,
    leftOut,
    results,
    place,
    save: (made: CallInput) => {
      if (!isBusy) saving.mutate(made);
    },
    isBusy,
    error: saving.error,
    skip: () => {
      if (isBusy || current === undefined) return;
      saving.reset();
      settle(current.prospectId, { outcome: 'skipped' });
    },
    /** `undefined` at the first prospect. */
    back:
      previous === undefined
        ? undefined
        : {
            label:
              lastResult === undefined || lastResult.outcome === 'skipped'
                ? ('Back' as const)
                : ('Undo' as const),
            isPending: undoing.isPending,
            go: () => {
              if (isBusy) return;
              saving.reset();
              undoing.mutate();
            },
          },
  };
}
export type CallListControl = ReturnType<typeof useCallList>;

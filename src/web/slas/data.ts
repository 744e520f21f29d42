import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { countText } from '#shared/core/words.ts';
import { getSlaClocks, postSlaPause, postSlaResume, postSlaUndo } from '#shared/slas/clocks.ts';
import { getSlaPolicyVersions, postSlaPolicies, type SlaPolicy } from '#shared/slas/policies.ts';
import type { EndedClockPeriodDays, PauseReason } from '#shared/slas/words.ts';
import { getWorkingTime } from '#shared/work/working-time.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { notifyUndoable, skippedText } from '#web/ui/sending/notify-undoable.tsx';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { refreshWork } from '#web/work/data.ts';

/**
 * Query options of the clocks. They are refetched after a minute, because clocks change as time
 * passes.
 */
const fresh = { staleTime: 60_000, structuralSharing: false } as const;

export const slaClocksQuery = (days: EndedClockPeriodDays) =>
  queryOptions({ ...endpointQuery(getSlaClocks, { query: { days } }), ...fresh });
export const slaPoliciesQuery = queryOptions({
  ...endpointQuery(getSlaPolicyVersions),
  staleTime: 60_000,
});
export const workingTimeQuery = queryOptions(endpointQuery(getWorkingTime));

/** Clock that is to be paused or resumed. */
export interface ClockReference {
  institutionId: number;
  institutionName: string;
  key: string;
}

export const clocksText = (clocks: readonly ClockReference[]): string =>
  clocks[0] !== undefined && clocks.length === 1
    ? clocks[0].institutionName
    : countText(clocks.length, 'clock');

const refreshSlas = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith(getSlaClocks.path),
  });

const refreshClocks = (client: QueryClient, clocks: readonly ClockReference[]): Promise<unknown> =>
  Promise.all([
    refreshSlas(client),
    refreshWork(
      client,
      clocks.map(({ institutionId }) => institutionId),
    ),
  ]);

/** Returns a function that notifies the user about changed clocks, with an Undo button. */
function useSayClocks() {
  const client = useQueryClient();
  return (workId: string, title: string, clocks: readonly ClockReference[], kept: number) =>
    notifyUndoable({
      id: workId,
      title,
      note: skippedText(kept, 'clock', 'meanwhile'),
      async undo() {
        try {
          const answer = await call(postSlaUndo, { params: { workId }, body: {} });
          return skippedText(answer.kept, 'clock', 'since');
        } finally {
          await refreshClocks(client, clocks);
        }
      },
    });
}

const keysOf = (clocks: readonly ClockReference[]) =>
  clocks.map(({ institutionId, key }) => ({ institutionId, key }));

/** Returns a mutation that pauses clocks. Retries have no further effect. */
export function usePauseClocks() {
  const client = useQueryClient();
  const once = useIdempotencyId();
  const say = useSayClocks();
  return useMutation({
    mutationFn: async ({
      clocks,
      ...why
    }: {
      clocks: readonly ClockReference[];
      reason: PauseReason;
      note: string;
    }) => {
      const content = { clocks: keysOf(clocks), ...why };
      const pauseId = once.idFor(content);
      return { pauseId, ...(await call(postSlaPause, { body: { pauseId, ...content } })) };
    },
    onSuccess: ({ pauseId, kept }, { clocks }) => {
      once.done();
      say(pauseId, `Paused: ${clocksText(clocks)}`, clocks, kept);
    },
    onError: (error, { clocks }) => notifyFailure(`Couldn’t pause ${clocksText(clocks)}`, error),
    // Refetches after an error too, because another user may have changed the clocks.
    onSettled: (_, __, { clocks }) => refreshClocks(client, clocks),
  });
}

/** Returns a mutation that resumes clocks. Retries have no further effect. */
export function useResumeClocks() {
  const client = useQueryClient();
  const once = useIdempotencyId();
  const say = useSayClocks();
  return useMutation({
    mutationFn: async (clocks: readonly ClockReference[]) => {
      const content = { clocks: keysOf(clocks) };
      const resumeId = once.idFor(content);
      return { resumeId, ...(await call(postSlaResume, { body: { resumeId, ...content } })) };
    },
    onSuccess: ({ resumeId, kept }, clocks) => {
      once.done();
      say(resumeId, `Resumed: ${clocksText(clocks)}`, clocks, kept);
    },
    onError: (error, clocks) => notifyFailure(`Couldn’t resume ${clocksText(clocks)}`, error),
    onSettled: (_, __, clocks) => refreshClocks(client, clocks),
  });
}

export function useSavePolicies() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version, policies }: { version: number; policies: readonly SlaPolicy[] }) =>
      call(postSlaPolicies, { body: { version, policies: [...policies] } }),
    onSettled: () => refreshSlas(client),
  });
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, ResponseOf } from '#shared/core/endpoint.ts';
import { getProspectGroup } from '#shared/prospects/group.ts';
import {
  getProspectPair,
  postProspectMerge,
  postProspectMergeUndo,
} from '#shared/prospects/merge.ts';
import { call } from '#web/core/api.ts';
import { notifyUndoable } from '#web/ui/sending/notify-undoable.tsx';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { prospectWorkKey } from '#web/work/data.ts';

export const prospectPairQuery = (one: number, other: number) =>
  queryOptions({
    queryKey: [prospectWorkKey, 'pair', one, other],
    queryFn: ({ signal }) => call(getProspectPair, { params: { one, other }, signal }),
    staleTime: 0,
  });

export const prospectGroupQuery = (prospectId: number) =>
  queryOptions({
    queryKey: [prospectWorkKey, 'group', prospectId],
    queryFn: ({ signal }) => call(getProspectGroup, { params: { prospectId }, signal }),
  });

export type MergedProspect = ResponseOf<typeof postProspectMerge>;

/**
 * Mutation that undoes a merge. Returns a message about the values that changed since and stay, or
 * `null` without such values, and passes it to `onUndone`. Refetches all pages, because the map,
 * the tasks of a day and the search also show prospects.
 */
export function useUndoMerge(onUndone?: (message: string | null) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (mergeId: string) => {
      const { retained } = await call(postProspectMergeUndo, { params: { mergeId }, body: {} });
      return retained.length === 0
        ? null
        : `Changed since the merge, and not undone: ${retained.join(', ')}.`;
    },
    onSuccess: (message) => onUndone?.(message),
    onSettled: () => client.invalidateQueries(),
  });
}

/** Mutation that merges two prospects, and offers Undo. Retries have no further effect. */
export function useMergeProspects(onMerged: (remaining: MergedProspect) => void) {
  const client = useQueryClient();
  const once = useIdempotencyId();
  const undo = useUndoMerge();
  return useMutation({
    mutationFn: ({
      content,
    }: {
      content: Omit<BodyOf<typeof postProspectMerge>, 'mergeId'>;
      title: string;
    }) => call(postProspectMerge, { body: { mergeId: once.idFor(content), ...content } }),
    onSuccess: (remaining, { title }) => {
      once.done();
      onMerged(remaining);
      notifyUndoable({
        id: remaining.mergeId,
        title,
        undo: () => undo.mutateAsync(remaining.mergeId),
      });
    },
    // Also refetches after an error, because another user may have changed the prospects.
    onSettled: () => client.invalidateQueries(),
  });
}

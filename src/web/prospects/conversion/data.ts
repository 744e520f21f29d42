import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ConversionRequest,
  getConversionDraft,
  postConversion,
  postConversionUndo,
} from '#shared/prospects/conversion.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { call } from '#web/core/api.ts';
import { notifyUndoable } from '#web/ui/sending/notify-undoable.tsx';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { prospectWorkKey } from '#web/work/data.ts';

/** Facts that the user typed, with which candidates are searched again. */
export interface TypedFacts {
  name?: string;
  streetAddress?: string;
  zip?: string;
  phone?: string;
}

export const conversionDraftQuery = (prospectId: number, typed: TypedFacts) =>
  queryOptions({
    queryKey: [prospectWorkKey, 'conversion', prospectId, typed],
    queryFn: ({ signal }) =>
      call(getConversionDraft, { params: { prospectId }, query: typed, signal }),
    staleTime: 0,
  });

/** Mutation that undoes a conversion and refetches all pages, because a customer may be gone. */
export function useUndoConversion(prospectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (conversionId: string) =>
      call(postConversionUndo, { params: { prospectId, conversionId }, body: {} }),
    onSettled: () => client.invalidateQueries(),
  });
}

/**
 * Mutation that converts a prospect, calls `onConverted`, and offers Undo. Retries have no further
 * effect.
 */
export function useConvertProspect({ prospectId, name }: ListedProspect, onConverted: () => void) {
  const client = useQueryClient();
  const once = useIdempotencyId();
  const undo = useUndoConversion(prospectId);
  return useMutation({
    mutationFn: (content: Omit<ConversionRequest, 'conversionId'>) =>
      call(postConversion, {
        params: { prospectId },
        body: { conversionId: once.idFor(content), ...content },
      }),
    onSuccess: ({ conversionId, institutionName }) => {
      once.done();
      onConverted();
      notifyUndoable({
        id: conversionId,
        title: `Converted ${name} to a customer`,
        note: `Customer: ${institutionName}. Handover task added.`,
        undo: async () => {
          await undo.mutateAsync(conversionId);
          return null;
        },
      });
    },
    // Many pages show customers, so all of them are refetched.
    onSettled: () => client.invalidateQueries(),
  });
}

import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  deleteSynonym,
  getSynonyms,
  getTerms,
  postSynonym,
  type SynonymRow,
} from '#shared/assistant/synonyms.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { notifyUndoable } from '#web/ui/sending/notify-undoable.tsx';
import { unansweredQuery } from '../unanswered/data.ts';

export const synonymsQuery = queryOptions({
  ...endpointQuery(getSynonyms),
  select: ({ rows }) => rows,
  staleTime: 0,
});

export const termsQuery = (search: string) =>
  queryOptions({
    ...endpointQuery(getTerms, { query: { search } }),
    select: ({ rows }) => rows,
    placeholderData: keepPreviousData,
  });

type NewSynonym = Pick<SynonymRow, 'synonymId' | 'word' | 'term' | 'list'>;

/** Returns functions that add and remove synonyms, and offer to undo it. */
export function useSynonymChanges() {
  const client = useQueryClient();
  const refetch = (): Promise<unknown> =>
    Promise.all(
      [synonymsQuery, unansweredQuery].map(({ queryKey }) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  async function undo(change: () => Promise<unknown>): Promise<null> {
    await change();
    await refetch();
    return null;
  }
  const post = (body: NewSynonym) => call(postSynonym, { body });
  const remove = (synonymId: string) => call(deleteSynonym, { params: { synonymId }, body: {} });
  const adding = useMutation({
    mutationFn: post,
    onSuccess: ({ synonymId, word, term }) =>
      notifyUndoable({
        id: synonymId,
        title: `Added “${word}” as a synonym for “${term}”`,
        undo: () => undo(() => remove(synonymId)),
      }),
    onSettled: () => void refetch(),
  });
  const removing = useMutation({
    mutationFn: ({ synonymId }: NewSynonym) => remove(synonymId),
    onSuccess: (_, { synonymId, word, term, list }) =>
      notifyUndoable({
        id: synonymId,
        title: `Removed “${word}”`,
        undo: () => undo(() => post({ synonymId: crypto.randomUUID(), word, term, list })),
      }),
    onError: (error, { word }) => notifyFailure(`Couldn’t remove “${word}”`, error),
    onSettled: () => void refetch(),
  });
  return { adding, removing };
}

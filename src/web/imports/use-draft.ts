import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ImportPlan, postImportDraft, type Upload } from '#shared/imports/wizard.ts';
import { call } from '#web/core/api.ts';
import { uploadQuery } from './data.ts';

/**
 * Saves the choices of the user for an upload, so that they are kept when the page is reloaded.
 * Saves run one after the other.
 */
export function useSaveDraft({ uploadId }: Pick<Upload, 'uploadId'>) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `import ${uploadId}` },
    mutationFn: (plan: ImportPlan) => call(postImportDraft, { params: { uploadId }, body: plan }),
    onSuccess: (saved) => client.setQueryData(uploadQuery(uploadId).queryKey, saved),
  });
}

/** Returns the current choices of the user; `null` before the first choice. */
export const currentPlan = ({ draft, plan }: Pick<Upload, 'draft' | 'plan'>): ImportPlan | null =>
  draft ?? plan;

/** Returns `true` when the user changed choices after the check. */
export const isCheckOutdated = ({ draft, plan }: Pick<Upload, 'draft' | 'plan'>): boolean =>
  draft !== null && sortedJson(draft) !== sortedJson(plan);

/** Returns JSON with sorted keys, so that the order of keys does not matter. */
export const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

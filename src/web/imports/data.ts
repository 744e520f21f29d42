import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getMissingImports } from '#shared/imports/next-step.ts';
import type { ImportKind } from '#shared/imports/report.ts';
import { getImportRuns, getImportUndoPreview } from '#shared/imports/runs.ts';
import { getUploadValues } from '#shared/imports/values.ts';
import { getUpload, getUploadColumns, type UploadState } from '#shared/imports/wizard.ts';
import { endpointQuery } from '#web/core/api.ts';

const soon = 1_000;
const underWay: readonly UploadState[] = [
  'to_check',
  'checking',
  'to_import',
  'importing',
  'cancelling',
];

/** Returns `true` while the server is processing the upload or will start soon. */
export const isUploadInProgress = (state: UploadState): boolean => underWay.includes(state);

export const importRunsQuery = queryOptions({
  ...endpointQuery(getImportRuns),
  select: ({ rows }) => rows,
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.rows.some(
      (run) =>
        run.state === 'running' ||
        run.state === 'paused' ||
        run.state === 'canceling' ||
        run.isBeingUndone,
    )
      ? 2 * soon
      : false,
});

/** Kinds of files that have not been imported. Not cached, because each import changes them. */
export const missingImportsQuery = queryOptions({
  ...endpointQuery(getMissingImports),
  staleTime: 0,
});

export const uploadQuery = (uploadId: string) =>
  queryOptions({
    ...endpointQuery(getUpload, { params: { uploadId } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data !== undefined &&
      (isUploadInProgress(state.data.state) || state.data.state === 'paused')
        ? soon
        : false,
  });

export const uploadColumnsQuery = (
  uploadId: string,
  query: { kind?: ImportKind; source?: string },
) =>
  queryOptions({
    ...endpointQuery(getUploadColumns, { params: { uploadId }, query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** Values of the last check. */
export const uploadValuesQuery = (uploadId: string) =>
  queryOptions({
    ...endpointQuery(getUploadValues, { params: { uploadId } }),
    staleTime: 0,
  });

export const importUndoPreviewQuery = (importId: string) =>
  queryOptions({
    ...endpointQuery(getImportUndoPreview, { params: { importId } }),
    staleTime: 0,
    gcTime: 0,
  });

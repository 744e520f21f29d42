import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ProspectChange, postProspectChange } from '#shared/prospects/changes.ts';
import { getProspectEvidence } from '#shared/prospects/evidence/evidence.ts';
import {
  getProspectBoard,
  getProspectColumnOptions,
  getProspectPage,
  getProspectPoints,
} from '#shared/prospects/list.ts';
import { getLostReasons } from '#shared/prospects/lost-reasons.ts';
import { getProspectProfile } from '#shared/prospects/profile.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { prospectWorkKey } from '#web/work/data.ts';
import { refetchProspects } from './data.ts';

export const prospectPagesKey = [prospectWorkKey, 'list'] as const;

export const loadProspectPage = (list: string, offset: number, signal: AbortSignal) =>
  call(getProspectPage, { query: { list, offset }, signal });

export const prospectOptionsQuery = (list: string) =>
  endpointQuery(getProspectColumnOptions, { query: { list } });

export const prospectBoardQuery = (list: string) =>
  queryOptions({
    queryKey: [prospectWorkKey, 'board', list],
    queryFn: ({ signal }) => call(getProspectBoard, { query: { list }, signal }),
  });

export const prospectPointsQuery = (list: string) =>
  queryOptions({
    queryKey: [prospectWorkKey, 'points', list],
    queryFn: ({ signal }) => call(getProspectPoints, { query: { list }, signal }),
    structuralSharing: false,
  });

export const lostReasonsQuery = queryOptions({
  queryKey: [prospectWorkKey, 'lost-reasons'],
  queryFn: ({ signal }) => call(getLostReasons, { signal }),
});

export const prospectProfileQuery = (key: string) =>
  queryOptions({
    queryKey: [prospectWorkKey, 'profile', key],
    queryFn: ({ signal }) => call(getProspectProfile, { query: { key }, signal }),
  });

export const prospectEvidenceQuery = (key: string) =>
  queryOptions({
    queryKey: [prospectWorkKey, 'evidence', key],
    queryFn: ({ signal }) => call(getProspectEvidence, { query: { key }, signal }),
  });

export type ChangedProspect = Pick<ListedProspect, 'prospectId' | 'name' | 'version'>;

/** Returns the text for prospects in a message: the name of one, or their number. */
export const prospectsText = (rows: readonly ChangedProspect[]): string =>
  rows.length === 1 ? (rows[0]?.name ?? '') : `${rows.length} prospects`;

/**
 * Mutation that saves facts of a prospect by `send`, and then calls `onSaved`. Retries have no further
 * effect.
 */
export function useSaveFacts<Content extends object>(
  { version }: ChangedProspect,
  send: (body: Content & { changeId: string; version: number }) => Promise<unknown>,
  onSaved: () => void,
) {
  const client = useQueryClient();
  const once = useIdempotencyId();
  return useMutation({
    mutationFn: (content: Content) => {
      const body = { ...content, version };
      return send({ ...body, changeId: once.idFor(body) });
    },
    onSuccess: () => {
      once.done();
      onSaved();
    },
    // Also refetches after an error, because another user may have changed the prospect.
    onSettled: () => refetchProspects(client),
  });
}

/** Mutation that changes prospects. Retries have no further effect. */
export function useChangeProspects() {
  const client = useQueryClient();
  const once = useIdempotencyId();
  return useMutation({
    mutationFn: ({
      rows,
      change,
    }: {
      rows: readonly ChangedProspect[];
      change: ProspectChange;
    }) => {
      const content = {
        prospects: rows.map(({ prospectId, version }) => ({ prospectId, version })),
        change,
      };
      return call(postProspectChange, { body: { changeId: once.idFor(content), ...content } });
    },
    onSuccess: () => once.done(),
    onError: (error, { rows }) => notifyFailure(`Couldn’t change ${prospectsText(rows)}`, error),
    // Also refetches after an error, because another user may have changed the prospects.
    onSettled: () => refetchProspects(client),
  });
}

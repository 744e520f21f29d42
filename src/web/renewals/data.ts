import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import {
  getRenewals,
  type ListedRenewal,
  postRenewalChange,
  type RenewalChange,
} from '#shared/renewals/renewals.ts';
import { call, endpointQuery } from '#web/core/api.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { notifyUndoable } from '#web/ui/sending/notify-undoable.tsx';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { refreshWork } from '#web/work/data.ts';
import { savedChangeText, undoOf } from './undo-change.ts';

export const renewalsQuery = queryOptions({
  ...endpointQuery(getRenewals),
  structuralSharing: false,
});

interface Changing {
  row: ListedRenewal;
  change: RenewalChange;
}

/** Refetches everything that a change of a renewal can affect. */
const refetchRenewalData = (client: QueryClient, institutionId: number): Promise<unknown> =>
  Promise.all([
    client.invalidateQueries({ queryKey: renewalsQuery.queryKey }),
    refreshWork(client, [institutionId]),
  ]);

/** Changes a renewal in the loaded list, until the list is refetched. */
function changeLoadedRenewal(
  client: QueryClient,
  dealId: number,
  values: Partial<ListedRenewal>,
): void {
  client.setQueryData(
    renewalsQuery.queryKey,
    (list: ResponseOf<typeof getRenewals> | undefined) =>
      list && {
        ...list,
        rows: list.rows.map((row) => (row.dealId === dealId ? { ...row, ...values } : row)),
      },
  );
}

/**
 * Mutation that changes a renewal and shows a toast with Undo. A new stage is shown at once, and
 * rolled back when it could not be saved. Retries have no further effect.
 */
export function useChangeRenewal() {
  const client = useQueryClient();
  const once = useIdempotencyId();
  return useMutation({
    mutationFn: ({ row: { institutionId, dealId, version }, change }: Changing) => {
      const content = { institutionId, dealId, version, change };
      return call(postRenewalChange, { body: { changeId: once.idFor(content), ...content } });
    },
    onMutate: async ({ row, change }) => {
      if (change.action !== 'stage') return;
      await client.cancelQueries({ queryKey: renewalsQuery.queryKey });
      changeLoadedRenewal(client, row.dealId, { stage: change.stage });
    },
    onSuccess: ({ version }, changed) => {
      once.done();
      changeLoadedRenewal(client, changed.row.dealId, { version });
      notifyChanged(client, changed, version);
    },
    onError: (error, { row }) => {
      changeLoadedRenewal(client, row.dealId, { stage: row.stage });
      notifyFailure(`Couldn’t save the renewal of ${row.institutionName}`, error);
    },
    // Also refetches after an error, because another user may have changed the renewal.
    onSettled: (_, __, { row }) => refetchRenewalData(client, row.institutionId),
  });
}

function notifyChanged(client: QueryClient, { row, change }: Changing, version: number): void {
  const inverse = undoOf(row, change);
  if (inverse === undefined) return;
  const { institutionId, dealId } = row;
  const changeId = crypto.randomUUID();
  notifyUndoable({
    id: changeId,
    title: savedChangeText(row, change),
    async undo() {
      try {
        await call(postRenewalChange, {
          body: { changeId, institutionId, dealId, version, change: inverse },
        });
      } finally {
        await refetchRenewalData(client, institutionId);
      }
      return null;
    },
  });
}

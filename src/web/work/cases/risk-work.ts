import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, Endpoint, ResponseOf } from '#shared/core/endpoint.ts';
import type { RiskCase, RiskOutcomeKind } from '#shared/work/cases.ts';
import {
  type postRiskAssignee,
  postRiskOutcomes,
  type postRiskSnooze,
  type postRiskUnsnooze,
  riskOutcomeTexts,
} from '#shared/work/cases.ts';
import { call } from '#web/core/api.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { useIdempotencyId } from '#web/ui/sending/sending.ts';
import { cacheRiskCases, riskCasesQuery, useWorkMutation } from '../data.ts';
import type { RiskMenuProperties } from '../menu-properties.ts';
import type { WorkChange } from '../optimistic.ts';
import { customerNameOrCountText, useNotifyDone } from '../use-notify-done.ts';

type CaseEndpoint = typeof postRiskAssignee | typeof postRiskSnooze | typeof postRiskUnsnooze;
type Content<E extends CaseEndpoint> = Omit<BodyOf<E>, 'cases' | 'changeId'>;

/**
 * Returns the cached risk case of an institution; `undefined` while cases load, or when the case
 * was never changed.
 */
export function useRiskCase(institutionId: number): RiskCase | undefined {
  return useQuery(riskCasesQuery).data?.get(institutionId);
}

/**
 * Mutation that changes risk cases and shows a notification with Undo. Pages show the given change
 * before the server's answer. It sends the cached versions
 * of the cases, so that the server can detect conflicts.
 */
export function useRiskCaseMutation<E extends CaseEndpoint>(
  endpoint: E,
  { institutionIds, isQuiet = false, onDone }: RiskMenuProperties,
) {
  const { data: known } = useQuery(riskCasesQuery);
  const client = useQueryClient();
  const once = useIdempotencyId();
  const notifyDone = useNotifyDone();
  const work = useWorkMutation(
    async ({
      content,
      messageFor,
    }: {
      content: Content<E>;
      messageFor: (customers: string) => string;
      change: WorkChange | undefined;
    }) => {
      const cases = institutionIds.map((institutionId) => ({
        institutionId,
        version: known?.get(institutionId)?.version ?? 0,
      }));
      const changeId = once.idFor([endpoint.path, content, cases]);
      const sent = call(endpoint as Endpoint, { body: { ...content, cases, changeId } }) as Promise<
        ResponseOf<CaseEndpoint>
      >;
      const { changed, conflicts, institutionName } = await sent;
      once.done();
      cacheRiskCases(client, changed);
      const ids = changed.map(({ institutionId }) => institutionId);
      if (!isQuiet)
        notifyDone({
          title: messageFor(customerNameOrCountText(ids, institutionName)),
          workId: changeId,
          institutionIds: ids,
          conflicts: conflicts.length,
        });
      onDone?.(ids, changeId);
    },
    () => institutionIds,
    ({ change }) => change,
  );
  const write = (
    content: Content<E>,
    messageFor: (customers: string) => string,
    change?: WorkChange,
  ) =>
    work.mutate(
      { content, messageFor, change },
      { onError: (error) => notifyFailure('Couldn’t save the change', error) },
    );
  return { write, isPending: work.isPending, isReady: known !== undefined };
}

/**
 * Mutation that records an outcome and notifies with an undo action; retries reuse the id, so that
 * the outcome is recorded once.
 */
export function useRecordOutcome({ institutionIds, isQuiet = false, onDone }: RiskMenuProperties) {
  const once = useIdempotencyId();
  const notifyDone = useNotifyDone();
  return useWorkMutation(
    async ({ outcome, note }: { outcome: RiskOutcomeKind; note: string }) => {
      const content = { outcome, note: note.trim(), institutionIds: [...institutionIds] };
      const outcomeId = once.idFor(content);
      const { institutionName } = await call(postRiskOutcomes, { body: { outcomeId, ...content } });
      once.done();
      const title = `${customerNameOrCountText(institutionIds, institutionName)}: ${riskOutcomeTexts[outcome].name}`;
      if (!isQuiet) notifyDone({ title, workId: outcomeId, institutionIds });
      onDone?.(institutionIds, outcomeId);
    },
    () => institutionIds,
    () => ({ kind: 'outcome', institutionIds }),
  );
}

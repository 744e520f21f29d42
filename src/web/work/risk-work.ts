import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, Endpoint, ResponseOf } from '#shared/core/endpoint.ts';
import type { RiskCase, RiskOutcomeKind } from '#shared/work/cases.ts';
import { outcomeWords, type postRiskAssignee, postRiskOutcomes, type postRiskSnooze, type postRiskUnsnooze } from '#shared/work/cases.ts';
import { call } from '#web/core/api.ts';
import { sayNotDone } from '#web/ui/sending/say-not-done.ts';
import { useOnceId } from '#web/ui/sending/sending.ts';
import { riskCasesQuery, showCases, useWork } from './data.ts';
import type { RiskMenuProperties } from './menu-properties.ts';
import { useSayDone, whom } from './use-say-done.ts';

type CaseEndpoint = typeof postRiskAssignee | typeof postRiskSnooze | typeof postRiskUnsnooze;
type Content<E extends CaseEndpoint> = Omit<BodyOf<E>, 'cases' | 'changeId'>;

/** The case of an institution as the list of cases has it; undefined for one that nobody has touched. */
export function useRiskCase(institutionId: number): RiskCase | undefined {
  return useQuery(riskCasesQuery).data?.get(institutionId);
}

/** Writes the cases of one or many institutions, each at the version this page has seen, and says what became of them. */
export function useCaseWork<E extends CaseEndpoint>(endpoint: E, { institutionIds, isQuiet = false, onDone }: RiskMenuProperties) {
  const { data: known } = useQuery(riskCasesQuery);
  const client = useQueryClient();
  const once = useOnceId();
  const sayDone = useSayDone();
  const work = useWork(
    async ({ content, told }: { content: Content<E>; told: (whom: string) => string }) => {
      const cases = institutionIds.map((institutionId) => ({ institutionId, version: known?.get(institutionId)?.version ?? 0 }));
      const changeId = once.idFor([endpoint.path, content, cases]);
      const sent = call(endpoint as Endpoint, { body: { ...content, cases, changeId } }) as Promise<ResponseOf<CaseEndpoint>>;
      const { changed, conflicts, institutionName } = await sent;
      once.done();
      showCases(client, changed);
      const ids = changed.map(({ institutionId }) => institutionId);
      if (!isQuiet)
        sayDone({ title: told(whom(ids, institutionName)), workId: changeId, institutionIds: ids, conflicts: conflicts.length });
      onDone?.(ids, changeId);
    },
    () => institutionIds,
  );
  const write = (content: Content<E>, told: (whom: string) => string) =>
    work.mutate({ content, told }, { onError: (error) => sayNotDone('Not saved', error) });
  return { write, isPending: work.isPending, isReady: known !== undefined };
}

/** Records an outcome once, however often it is tried, and says so. */
export function useOutcome({ institutionIds, isQuiet = false, onDone }: RiskMenuProperties) {
  const once = useOnceId();
  const sayDone = useSayDone();
  return useWork(
    async ({ outcome, note }: { outcome: RiskOutcomeKind; note: string }) => {
      const content = { outcome, note: note.trim(), institutionIds: [...institutionIds] };
      const outcomeId = once.idFor(content);
      const { institutionName } = await call(postRiskOutcomes, { body: { outcomeId, ...content } });
      once.done();
      const title = `${whom(institutionIds, institutionName)}: ${outcomeWords[outcome].name}`;
      if (!isQuiet) sayDone({ title, workId: outcomeId, institutionIds });
      onDone?.(institutionIds, outcomeId);
    },
    () => institutionIds,
  );
}

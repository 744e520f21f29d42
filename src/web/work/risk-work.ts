import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { BodyOf, Endpoint, ResponseOf } from '#shared/core/endpoint.ts';
import type { postRiskAssignee, postRiskSnooze, postRiskUnsnooze, RiskCase } from '#shared/work/cases.ts';
import { call } from '#web/core/api.ts';
import { sayError } from '#web/ui/say-error.ts';
import { riskCasesQuery, useWork } from './data.ts';

type CaseEndpoint = typeof postRiskAssignee | typeof postRiskSnooze | typeof postRiskUnsnooze;

/** The case of an institution as the list of cases has it; undefined for one that nobody has touched. */
export function useRiskCase(institutionId: number): RiskCase | undefined {
  return useQuery(riskCasesQuery).data?.get(institutionId);
}

/**
 * Writes the cases of one or many institutions, each at the version this page has seen, and says what became of it.
 * `onDone` gets those that were changed; those that somebody else changed meanwhile are told and stay as they are.
 */
export function useCaseWork<E extends CaseEndpoint>(
  endpoint: E,
  institutionIds: readonly number[],
  onDone: (changed: readonly number[]) => void,
) {
  const { data: known } = useQuery(riskCasesQuery);
  const work = useWork(
    (rest: Omit<BodyOf<E>, 'cases'>) => {
      const cases = institutionIds.map((institutionId) => ({ institutionId, version: known?.get(institutionId)?.version ?? 0 }));
      return call(endpoint as Endpoint, { body: { ...rest, cases } }) as Promise<ResponseOf<CaseEndpoint>>;
    },
    () => institutionIds,
  );
  const write = (rest: Omit<BodyOf<E>, 'cases'>, told: string) =>
    work.mutate(rest, {
      onSuccess: ({ changed, conflicts }) => {
        const message =
          conflicts.length === 0 ? undefined : `${conflicts.length} were changed by somebody else meanwhile and stay as they are.`;
        notifications.show({ title: changed.length > 1 ? `${told} (${changed.length} customers)` : told, message });
        onDone(changed.map(({ institutionId }) => institutionId));
      },
      onError: (error) => notifications.show({ color: 'red', title: 'Not saved', message: sayError(error) }),
    });
  return { write, isPending: work.isPending, isReady: known !== undefined };
}

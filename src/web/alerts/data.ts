import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type AlertRule,
  type AlertRuleFields,
  getAlertRules,
  getAlertRuleTest,
  postAlertPreview,
  postAlertRule,
  postAlertRun,
  postAlertTrial,
  postAlertUndo,
} from '#shared/alerts/alerts.ts';
import { refetchActionItemData } from '#web/action-items/data.ts';
import { call, endpointQuery } from '#web/core/api.ts';

export const alertRulesQuery = queryOptions({
  ...endpointQuery(getAlertRules),
  structuralSharing: false,
  meta: { dependsOnWork: true },
});

export const pickAlertRuleFields = ({
  name,
  kind,
  conditions,
  priority,
  dueDays,
  minutes,
  isOn,
}: AlertRule): AlertRuleFields => ({
  name,
  kind,
  conditions,
  priority,
  dueDays,
  minutes,
  isOn,
});

export interface AlertRuleToSave {
  ruleId: string;
  version: number;
  rule: AlertRuleFields;
  includesPresent: boolean;
  acceptsBroad: boolean;
}

export function useSaveAlertRule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ruleId, ...body }: AlertRuleToSave) =>
      call(postAlertRule, { params: { ruleId }, body }),
    onSettled: () => refetchActionItemData(client, []),
  });
}

/** Returns a mutation that tests conditions on past weeks and saves the result as the rule’s test. */
export function useAlertTrial(ruleId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (conditions: string) => call(postAlertTrial, { body: { conditions, ruleId } }),
    onSuccess: () =>
      client.invalidateQueries({
        queryKey: alertRuleTestQuery(ruleId).queryKey,
        refetchType: 'none',
      }),
  });
}

export const alertRuleTestQuery = (ruleId: string) =>
  queryOptions({ ...endpointQuery(getAlertRuleTest, { params: { ruleId } }), staleTime: 0 });

type PreviewedFields = Pick<AlertRuleFields, 'name' | 'kind' | 'conditions' | 'priority'>;

export const useAlertPreview = (ruleId: string) =>
  useMutation({
    mutationFn: ({ name, kind, conditions, priority }: PreviewedFields) =>
      call(postAlertPreview, {
        params: { ruleId },
        body: { name, kind, conditions, priority },
      }),
  });

export function useRunAlertRule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ruleId: string) => call(postAlertRun, { params: { ruleId }, body: {} }),
    onSettled: () => refetchActionItemData(client, []),
  });
}

export function useUndoAlertRule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ruleId, version }: { ruleId: string; version: number }) =>
      call(postAlertUndo, { params: { ruleId }, body: { version } }),
    onSettled: () => refetchActionItemData(client, []),
  });
}

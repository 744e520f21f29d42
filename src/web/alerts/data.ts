import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type AlertRule,
  type AlertRuleFields,
  getAlertRules,
  postAlertRule,
  postAlertTrial,
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

export const useAlertTrial = () =>
  useMutation({
    mutationFn: (conditions: string) => call(postAlertTrial, { body: { conditions } }),
  });

import { Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  customerOutcomeColumns,
  exportCustomerOutcomes,
  getCustomerOutcomes,
} from '#shared/churn/quality/outcomes.ts';
import type { EvaluationWeekChoice } from '#shared/churn/quality/quality.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import type { ListState } from '#shared/list/state.ts';
import { endpointQuery } from '#web/core/api.ts';
import { CustomerList } from '#web/institutions/CustomerList.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { EvaluationWeeksPicker, useEvaluationWeekChoice } from './EvaluationWeeksPicker.tsx';

const outcomesQuery = (past: EvaluationWeekChoice) =>
  endpointQuery(getCustomerOutcomes, past === 'all' ? {} : { query: { past } });
const initial: Partial<ListState> = { sort: [{ column: 'noticedOn', descending: true }] };

export function OutcomesTab() {
  const past = useEvaluationWeekChoice();
  const outcomes = useQuery({ ...outcomesQuery(past), placeholderData: keepPreviousData });
  const list = useList({
    name: 'churn-outcomes',
    columns: customerOutcomeColumns,
    rows: outcomes.data?.rows,
    initial,
  });
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Each row shows whether the customer was flagged in the evaluation period and whether it
        left. A lost customer counts as flagged only if the flag came at least a week before its
        notice.
      </Text>
      <EvaluationWeeksPicker />
      <div id="customers" data-guide="outcomes-list">
        <CustomerList
          list={list}
          source={outcomes}
          label="Customer outcomes"
          exportPath={buildUrl(exportCustomerOutcomes.path, {}, { past })}
          whenEmpty="No predictions have an outcome yet. Outcomes are known after 60 days."
        />
      </div>
    </Stack>
  );
}

import { Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { exportOutcomes, getOutcomes, outcomeColumns } from '#shared/churn/quality/outcomes.ts';
import type { LookBack } from '#shared/churn/quality/quality.ts';
import { urlOf } from '#shared/core/endpoint.ts';
import type { ListState } from '#shared/list/state.ts';
import { endpointQuery } from '#web/core/api.ts';
import { CustomerList } from '#web/institutions/CustomerList.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { PastChoice, usePast } from './PastChoice.tsx';

const outcomesQuery = (past: LookBack) => endpointQuery(getOutcomes, past === 'all' ? {} : { query: { past } });
const initial: Partial<ListState> = { sort: [{ column: 'noticedOn', descending: true }] };

/** Each customer by what was said of it and what it did. */
export function OutcomesTab() {
  const past = usePast();
  const outcomes = useQuery({ ...outcomesQuery(past), placeholderData: keepPreviousData });
  const list = useList({ name: 'churn-outcomes', columns: outcomeColumns, rows: outcomes.data?.rows, initial });
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Each customer once: whether it was flagged on the Sundays looked back on, and whether it left. One that left counts as flagged when
        the flag came a week or more before its notice.
      </Text>
      <PastChoice />
      <div id="customers" data-guide="outcomes-list">
        <CustomerList
          list={list}
          source={outcomes}
          label="Customers, flagged or not"
          exportPath={urlOf(exportOutcomes.path, {}, { past })}
          whenEmpty="No prediction has an outcome yet: that takes 60 days."
        />
      </div>
    </Stack>
  );
}

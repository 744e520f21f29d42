import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  exportFlags,
  flagColumns,
  getFlags,
  type ListedFlag,
} from '#shared/churn/quality/flags.ts';
import { paths } from '#shared/core/pages/paths.ts';
import type { ListState } from '#shared/list/state.ts';
import { endpointQuery } from '#web/core/api.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import type { ListCells } from '#web/ui/list/cells.tsx';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { ChurnTierLabel } from './ChurnTierLabel.tsx';

const initial: Partial<ListState> = { sort: [{ column: 'flaggedOn', descending: true }] };
const marks = { Left: '✕', Stayed: '✓', 'Too early to tell': '…' } as const;
const cells: ListCells<ListedFlag> = {
  tier: ({ tier }) => <ChurnTierLabel tier={tier} />,
  outcome: ({ outcome }) => (
    <>
      <span aria-hidden>{marks[outcome]} </span>
      {outcome}
    </>
  ),
};

export function ChurnFlagList() {
  const flags = useQuery(endpointQuery(getFlags));
  const openInstitution = useInstitutionModal();
  const list = useList({
    name: 'churn-flags',
    columns: flagColumns,
    rows: flags.data?.rows,
    initial,
  });
  return (
    <Stack gap="sm" id="customers" data-guide="churn-flags">
      <Text size="sm" c="dimmed">
        Each row is a Sunday on which a customer entered a churn tier, with the outcome 60 days
        later. After four weeks without a churn tier, a customer can be flagged again. For the time
        before the first prediction model, flags were calculated later, from only the data known at
        that time.
      </Text>
      <List
        list={list}
        source={flags}
        label="Earlier flags"
        noun={{ one: 'flag', many: 'flags' }}
        rowId={(row) => `${row.institutionId} ${row.flaggedOn}`}
        onOpen={(row) => openInstitution(row.institutionId, list.matching)}
        overviewOf={(row) => paths.institutionOverview(row.institutionId)}
        cells={cells}
        askAbout={{ list: 'churn-flags' }}
        exportPath={exportFlags.path}
        whenEmpty="No customers have been flagged on a Sunday yet."
      />
    </Stack>
  );
}

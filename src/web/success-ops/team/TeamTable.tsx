import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#shared/core/paths.ts';
import { dollarsText } from '#shared/core/words.ts';
import { listSearch } from '#shared/list/address.ts';
import type { TeamRow } from '#shared/success-ops/team/team.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { LoadBar } from './LoadBar.tsx';

export const ofOwner = (ownerName: string) => listSearch({ filters: [{ column: 'ownerName', kind: 'one-of', values: [ownerName] }] });

/** A row for each person who has customers or work, or is away. */
export function TeamTable({ rows }: { rows: readonly TeamRow[] }) {
  return (
    <WideTable label="Team" minWidth={860}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Person</Table.Th>
          <Table.Th w={170}>
            Load <MetricInfo metric="load" />
          </Table.Th>
          <Table.Th ta="right">Customers</Table.Th>
          <Table.Th ta="right">
            Revenue <MetricInfo metric="yearlyRevenue" />
          </Table.Th>
          <Table.Th ta="right">Onboarding</Table.Th>
          <Table.Th ta="right">At risk</Table.Th>
          <Table.Th ta="right">
            Untouched <MetricInfo metric="untouched" />
          </Table.Th>
          <Table.Th ta="right">Open tasks</Table.Th>
          <Table.Th ta="right">Overdue</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Row key={row.person.id} row={row} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function Row({ row }: { row: TeamRow }) {
  const search = ofOwner(row.ownerName);
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Anchor component={Link} to={{ search: `person=${row.person.id}` }} inherit>
          {row.person.name}
        </Anchor>
        {row.isAway && (
          <Text size="xs" c="dimmed">
            {row.isUncovered ? 'Away, nobody covers' : 'Away, covered'}
          </Text>
        )}
      </Table.Th>
      <Table.Td>
        <LoadBar row={row} />
      </Table.Td>
      <Rows pathname={paths.portfolio} search={search} count={row.customers} of={`customers of ${row.person.name}`} />
      <Table.Td ta="right">{row.revenue === null ? '–' : dollarsText(row.revenue)}</Table.Td>
      <Rows pathname={paths.onboarding} search={search} count={row.onboarding} of={`in onboarding of ${row.person.name}`} />
      <Rows pathname={paths.atRisk} search={`tab=all&${search}`} count={row.atRisk} of={`at risk of ${row.person.name}`} />
      <Table.Td ta="right">{row.untouched.toLocaleString('en-US')}</Table.Td>
      <Table.Td ta="right">{row.openTasks.toLocaleString('en-US')}</Table.Td>
      <Table.Td ta="right">
        {row.overdueTasks.toLocaleString('en-US')}
        {row.oldestOverdueDays !== null && (
          <Text size="xs" c="dimmed">
            oldest {row.oldestOverdueDays} d
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Rows({ pathname, search, count, of }: { pathname: string; search: string; count: number; of: string }) {
  return (
    <Table.Td ta="right">
      <Anchor component={Link} to={{ pathname, search }} inherit aria-label={`${count.toLocaleString('en-US')} ${of}`}>
        {count.toLocaleString('en-US')}
      </Anchor>
    </Table.Td>
  );
}

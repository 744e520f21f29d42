import { Anchor, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { dollarsText, numberText } from '#shared/core/words.ts';
import { computeLoadPercent, sumNeededHours } from '#shared/team/rules.ts';
import type { TeamRow } from '#shared/team/team.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { LoadCell } from './LoadBar.tsx';
import {
  actionItemsOfPersonPath,
  customersOfOwnersPath,
  ownerFilterSearch,
  teamTasksPath,
  untouchedCustomersPath,
} from './paths.ts';
import { ReassignButton } from './reassign/ReassignButton.tsx';
import { useReassignedPersonFromUrl } from './reassign/use-reassigning.ts';

/** Table of all people who have customers or work, or are away. */
export function TeamTable({ rows }: { rows: readonly TeamRow[] }) {
  const { isAdmin } = useReassignedPersonFromUrl();
  const highestPercent = Math.max(
    ...rows.map(
      ({ hours, availableHours }) => computeLoadPercent(sumNeededHours(hours), availableHours) ?? 0,
    ),
  );
  return (
    <WideTable label="Team" minWidth={960}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Person</Table.Th>
          <Table.Th w={160}>
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
          <Table.Th ta="right">Action items</Table.Th>
          <Table.Th ta="right">Open tasks</Table.Th>
          <Table.Th ta="right">
            Overdue <MetricInfo metric="taskAge" />
          </Table.Th>
          {isAdmin && (
            <Table.Th>
              <VisuallyHidden>Reassign</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Row key={row.person.id} row={row} isAdmin={isAdmin} highestPercent={highestPercent} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

interface RowProperties {
  row: TeamRow;
  isAdmin: boolean;
  highestPercent: number;
}

function Row({ row, isAdmin, highestPercent }: RowProperties) {
  const { id, name } = row.person;
  const search = ownerFilterSearch(name);
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Anchor component={Link} to={{ search: `person=${id}` }} inherit>
          {name}
        </Anchor>
        {row.isAway && (
          <Text size="xs" c="dimmed">
            {row.isUncovered ? 'Away, no cover' : 'Away, covered'}
          </Text>
        )}
      </Table.Th>
      <Table.Td>
        <LoadCell load={row} highestPercent={highestPercent} />
      </Table.Td>
      <CountCell
        to={customersOfOwnersPath(name)}
        count={row.customers}
        of={`customers of ${name}`}
      />
      <Table.Td ta="right">{row.revenue === null ? '–' : dollarsText(row.revenue)}</Table.Td>
      <CountCell
        to={{ pathname: paths.onboarding, search }}
        count={row.onboarding}
        of={`customers of ${name} in onboarding`}
      />
      <CountCell
        to={{ pathname: paths.atRisk, search: `tab=all&scope=all&${search}` }}
        count={row.atRisk}
        of={`at-risk customers of ${name}`}
      />
      <CountCell
        to={untouchedCustomersPath(name)}
        count={row.untouched}
        of={`customers of ${name} not contacted`}
      />
      <CountCell
        to={actionItemsOfPersonPath(name)}
        count={row.openCalls}
        of={`open action items of ${name}`}
      />
      <CountCell
        to={teamTasksPath({ personName: name })}
        count={row.openTasks}
        of={`open tasks of ${name}`}
      />
      <CountCell
        to={teamTasksPath({ personName: name, isOverdue: true })}
        count={row.overdueTasks}
        of={`overdue tasks of ${name}`}
      >
        {row.oldestOverdueDays !== null && (
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            oldest {row.oldestOverdueDays} d
          </Text>
        )}
      </CountCell>
      {isAdmin && (
        <Table.Td ta="right">
          <ReassignButton from={{ kind: 'person', userId: id }} of={name} />
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** Table cell with a number that links to the items it counts. */
function CountCell({
  to,
  count,
  of,
  children,
}: {
  to: To;
  count: number;
  of: string;
  children?: ReactNode;
}) {
  return (
    <Table.Td ta="right">
      <Anchor component={Link} to={to} inherit aria-label={`${numberText(count)} ${of}`}>
        {numberText(count)}
      </Anchor>
      {children}
    </Table.Td>
  );
}

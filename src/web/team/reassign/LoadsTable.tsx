import { Table, Text } from '@mantine/core';
import type { MemberLoadWithCover } from '#shared/team/reassign/reassign.ts';
import { computeLoadPercent } from '#shared/team/rules.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { hoursText } from '#web/work/workload-text.ts';
import { LoadBar } from '../LoadBar.tsx';

interface Properties {
  /** Loads of the affected users. */
  loads: readonly MemberLoadWithCover[];
  before: ReadonlyMap<string, number>;
  after: ReadonlyMap<string, number>;
}

/** Table of the hours of work that each person has before and after the reassignment. */
export function LoadsTable({ loads, before, after }: Properties) {
  const highestPercent = Math.max(
    ...loads.flatMap(({ person, availableHours }) =>
      [before, after].map(
        (hours) => computeLoadPercent(hours.get(person.id) ?? 0, availableHours) ?? 0,
      ),
    ),
  );
  return (
    <Table aria-label="Workload before and after" verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Person</Table.Th>
          <Table.Th>
            Before <MetricInfo metric="load" />
          </Table.Th>
          <Table.Th>After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {loads.map(({ person, availableHours }) => (
          <Table.Tr key={person.id}>
            <Table.Th scope="row">{person.name}</Table.Th>
            {[before, after].map((hours, at) => (
              <Table.Td key={at === 0 ? 'before' : 'after'}>
                <LoadBar
                  needed={hours.get(person.id) ?? 0}
                  available={availableHours}
                  highestPercent={highestPercent}
                />
                <Text size="xs" c="dimmed">
                  {hoursText(hours.get(person.id) ?? 0)} of {hoursText(availableHours)}
                </Text>
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

import { Table, Text } from '@mantine/core';
import { roundScore } from '#shared/core/score-text.ts';
import { dayInWords } from '#shared/core/words.ts';
import { Change } from '#web/ui/Change.tsx';
import { CollapsibleChartTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import type { HealthHistory } from './HistoryPlot.tsx';

/** Score history as a table, newest week first. */
export function HistoryTable({ history }: { history: HealthHistory }) {
  const eventsOf = Map.groupBy(history.events, ({ weekStartDate }) => weekStartDate);
  return (
    <CollapsibleChartTable label="Score history">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Week ending</Table.Th>
          <Table.Th ta="right">Score</Table.Th>
          <Table.Th ta="right">Change</Table.Th>
          <Table.Th>Tier</Table.Th>
          <Table.Th miw={260}>Events</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {history.weeks.toReversed().map((week) => (
          <Table.Tr key={week.weekStartDate}>
            <Table.Th scope="row" fw={400} style={{ whiteSpace: 'nowrap' }}>
              {dayInWords(week.weekEndDate)}
            </Table.Th>
            <Table.Td ta="right">
              {week.adoptionScore === null
                ? '–'
                : `${roundScore(week.adoptionScore, 1, week).toFixed(1)}%`}
            </Table.Td>
            <Table.Td ta="right">
              {week.scoreChange === null ? (
                '–'
              ) : (
                <Change value={week.scoreChange} unit="" digits={1} />
              )}
            </Table.Td>
            <Table.Td>
              <TierMark tier={week.healthTier} />
              {week.inGrace && ', in grace'}
            </Table.Td>
            <Table.Td>
              {(eventsOf.get(week.weekStartDate) ?? []).map((event) => (
                <Text key={event.id} size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {event.text}
                </Text>
              ))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </CollapsibleChartTable>
  );
}

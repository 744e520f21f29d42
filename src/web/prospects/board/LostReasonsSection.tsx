import { Anchor, Paper, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { dayInWords, numberText } from '#shared/core/words.ts';
import { lostReasonDays } from '#shared/prospects/lost-reasons.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { RowsOnOtherPageLink } from '#web/ui/rows/RowsOnOtherPageLink.tsx';
import { lostReasonsQuery } from '../work-data.ts';

/** Reasons for which prospects were lost, beside the customers that leave for the same reasons. */
export function LostReasonsSection() {
  const { data, error, refetch } = useQuery(lostReasonsQuery);
  return (
    <Paper p="md" bg="var(--surface)" data-guide="sales-lost-reasons">
      <Title order={2} size="h4" mb="xs">
        Why prospects are lost <MetricInfo metric="lostProspectReasons" />
      </Title>
      {error !== null && data === undefined && (
        <ErrorState title="Couldn’t load the reasons" error={error} onRetry={() => refetch()} />
      )}
      {data === undefined && error === null && (
        <LoadingSkeleton label="Loading the reasons">
          <SkeletonBlock height={220} />
        </LoadingSkeleton>
      )}
      {data !== undefined && (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            Since {dayInWords(data.from)}, beside the customers that gave notice for the same reason
            (
            <Anchor component={Link} to={paths.churn} inherit underline="always">
              losses
            </Anchor>
            ).
          </Text>
          <Table aria-label="Reasons" withRowBorders={false} w="auto">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Reason</Table.Th>
                <Table.Th ta="right">Prospects</Table.Th>
                <Table.Th ta="right">Customers</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.rows.map(({ reason, prospects, customers }) => (
                <Table.Tr key={reason}>
                  <Table.Td>{reason}</Table.Td>
                  <Table.Td ta="right">
                    {prospects === 0 ? (
                      0
                    ) : (
                      <RowsOnOtherPageLink
                        path={paths.prospects}
                        filters={[
                          { column: 'stage', kind: 'one-of', values: ['Lost'] },
                          { column: 'lostReason', kind: 'one-of', values: [reason] },
                          { column: 'daysInStage', kind: 'range', from: null, to: lostReasonDays },
                        ]}
                        of={`prospects lost: ${reason}`}
                      >
                        {numberText(prospects)}
                      </RowsOnOtherPageLink>
                    )}
                  </Table.Td>
                  <Table.Td ta="right">{customers === null ? '–' : numberText(customers)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
    </Paper>
  );
}

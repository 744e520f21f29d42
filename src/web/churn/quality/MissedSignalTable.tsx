import { Anchor, Table, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { summarizeSignalBackTest } from '#shared/churn/losses/back-test-rules.ts';
import { getMissedSignals } from '#shared/churn/losses/review.ts';
import { signalText } from '#shared/churn/patterns/signals.ts';
import { proportionText } from '#shared/churn/quality/share.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import { endpointQuery } from '#web/core/api.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';

const candidatesQuery = endpointQuery(getMissedSignals);

/** Table of signals that reviews named as missed, with their back-tests. */
export function MissedSignalTable() {
  const { data, error, refetch } = useQuery(candidatesQuery);
  if (data === undefined)
    return error === null ? (
      <LoadingSkeleton label="Loading candidate patterns">
        <SkeletonBlock height={180} />
      </LoadingSkeleton>
    ) : (
      <ErrorState
        title="Couldn’t load candidate patterns"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data.rows.length === 0)
    return <Text c="dimmed">No loss review names a missed signal yet.</Text>;
  return (
    <div data-guide="quality-candidate-patterns">
      <WideTable label="Candidate patterns" minWidth={680}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Missed signal</Table.Th>
            <Table.Th scope="col" ta="right">
              Reviews
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Appearances followed by a loss <MetricInfo metric="backTest" />
            </Table.Th>
            <Table.Th scope="col">Verdict</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.rows.map(({ signal, lookBacks, backTest }) => {
            const text = signalText(signal);
            const losses = formatListQueryString({
              filters: [{ column: 'missedSignal', kind: 'one-of', values: [text] }],
            });
            return (
              <Table.Tr key={text}>
                <Table.Th scope="row" fw={500}>
                  {text}
                </Table.Th>
                <Table.Td ta="right">
                  <Anchor component={Link} to={{ pathname: paths.churn, search: losses }} inherit>
                    {lookBacks}
                    <VisuallyHidden component="span">
                      {' '}
                      losses with this missed signal
                    </VisuallyHidden>
                  </Anchor>
                </Table.Td>
                <Table.Td ta="right">
                  {proportionText({ hits: backTest.left, of: backTest.came })}
                </Table.Td>
                <Table.Td>{summarizeSignalBackTest(backTest)}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </WideTable>
    </div>
  );
}

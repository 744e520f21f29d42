import { Anchor, Table, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getCandidatePatterns } from '#shared/churn/losses/retro.ts';
import { backTestVerdict } from '#shared/churn/losses/retro-rules.ts';
import { signalText } from '#shared/churn/patterns/signals.ts';
import { partText } from '#shared/churn/quality/share.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { listSearch } from '#shared/list/address.ts';
import { endpointQuery } from '#web/core/api.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { Waiting, WaitingPart } from '#web/ui/page/Waiting.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';

const candidatesQuery = endpointQuery(getCandidatePatterns);

/** What look-backs at losses name as missed, and whether it would have helped. */
export function CandidatePatterns() {
  const { data, error, refetch } = useQuery(candidatesQuery);
  if (data === undefined)
    return error === null ? (
      <Waiting label="Loading the candidate patterns">
        <WaitingPart height={180} />
      </Waiting>
    ) : (
      <ErrorState title="The candidate patterns could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  if (data.rows.length === 0) return <Text c="dimmed">No look-back at a loss names a missed signal yet.</Text>;
  return (
    <div data-guide="quality-candidate-patterns">
      <WideTable label="Candidate patterns" minWidth={680}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Missed signal</Table.Th>
            <Table.Th scope="col" ta="right">
              Look-backs
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Came, and left <MetricInfo metric="backTest" />
            </Table.Th>
            <Table.Th scope="col">Verdict</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.rows.map(({ signal, lookBacks, backTest }) => {
            const text = signalText(signal);
            const losses = listSearch({ filters: [{ column: 'missedSignal', kind: 'one-of', values: [text] }] });
            return (
              <Table.Tr key={text}>
                <Table.Th scope="row" fw={500}>
                  {text}
                </Table.Th>
                <Table.Td ta="right">
                  <Anchor component={Link} to={{ pathname: paths.churn, search: losses }} inherit>
                    {lookBacks}
                    <VisuallyHidden component="span"> losses with this missed signal</VisuallyHidden>
                  </Anchor>
                </Table.Td>
                <Table.Td ta="right">{partText({ hits: backTest.left, of: backTest.came })}</Table.Td>
                <Table.Td>{backTestVerdict(backTest)}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </WideTable>
    </div>
  );
}

import { Table, Text } from '@mantine/core';
import { scheduledPipelineSteps } from '#shared/churn/pipeline/pipeline.ts';
import type { PipelineRun } from '#shared/churn/pipeline/pipeline-runs.ts';
import { ageText } from '#shared/core/dates.ts';
import { dayInWords, numberText } from '#shared/core/words.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { RunStatus } from './RunStatus.tsx';
import { computeRunDuration, runDurationText } from './StepCard.tsx';

const heads = ['Rows in', 'Rows out', 'Rejected', 'Duration'];

/** Table of the latest runs of all steps with their errors, newest day first. */
export function PipelineRunTable({ runs }: { runs: readonly PipelineRun[] }) {
  if (runs.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No steps have run yet. They run daily at 4, 5 and 6 AM.
      </Text>
    );
  return (
    <div data-guide="monitoring-runs">
      <WideTable label="Runs" minWidth={680}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Day</Table.Th>
            <Table.Th scope="col">Step</Table.Th>
            <Table.Th scope="col">Status</Table.Th>
            {heads.map((head) => (
              <Table.Th key={head} scope="col" ta="right">
                {head}
              </Table.Th>
            ))}
            <Table.Th scope="col">Requested</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <Table.Tr key={run.runId}>
              <Table.Td>{dayInWords(run.day)}</Table.Td>
              <Table.Td>
                {scheduledPipelineSteps.find(({ step }) => step === run.step)?.name}
              </Table.Td>
              <Table.Td>
                <RunStatus run={run} />
                {run.error !== null && (
                  <Text size="xs" c="dimmed">
                    {run.error}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="right">{numberText(run.rowsIn)}</Table.Td>
              <Table.Td ta="right">{numberText(run.rowsOut)}</Table.Td>
              <Table.Td ta="right">{numberText(run.rejects)}</Table.Td>
              <Table.Td ta="right">
                {computeRunDuration(run) === null
                  ? '–'
                  : runDurationText(computeRunDuration(run) ?? 0)}
              </Table.Td>
              <Table.Td>
                {run.askedBy ?? 'By schedule'}, {ageText(Date.now() - Date.parse(run.askedAt))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </div>
  );
}

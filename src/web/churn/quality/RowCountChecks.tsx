import { Table, Text } from '@mantine/core';
import type { PipelineCheck, PipelineRun } from '#shared/churn/pipeline/pipeline-runs.ts';
import { numberText, shareText } from '#shared/core/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';

const formats: Record<PipelineCheck['unit'], (value: number) => string> = {
  rows: (value) => numberText(Math.round(value)),
  share: (value) => shareText(value, 1),
  psi: (value) => value.toFixed(3),
};

const verdicts: Record<PipelineCheck['verdict'], string> = {
  good: '✓ Good',
  look: '! Check',
  stop: '✕ Stops the pipeline',
};

/** Row counts of each step's newest run, compared with the median of the seven previous runs. */
export function RowCountChecks({ runs }: { runs: readonly PipelineRun[] }) {
  const newest = (['extract', 'features', 'score'] as const).flatMap(
    (step) => runs.find((run) => run.step === step && run.checks.length > 0)?.checks ?? [],
  );
  if (newest.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No checks have run yet.
      </Text>
    );
  return (
    <div data-guide="monitoring-checks">
      <WideTable label="Input checks" minWidth={520}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Check</Table.Th>
            <Table.Th scope="col" ta="right">
              Now
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Usual
            </Table.Th>
            <Table.Th scope="col">Verdict</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {newest.map((check) => (
            <Table.Tr key={check.key}>
              <Table.Th scope="row" fw={500}>
                {check.unit === 'psi' ? `Drift: ${check.name}` : check.name}
                {check.unit === 'psi' && <MetricInfo metric="churnDrift" />}
              </Table.Th>
              <Table.Td ta="right">{formats[check.unit](check.value)}</Table.Td>
              <Table.Td ta="right">
                {check.unit === 'psi'
                  ? `under ${check.usual}`
                  : check.usual === null
                    ? '–'
                    : formats[check.unit](check.usual)}
              </Table.Td>
              <Table.Td>
                {check.usual === null && check.verdict === 'good'
                  ? '– First run'
                  : verdicts[check.verdict]}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </div>
  );
}

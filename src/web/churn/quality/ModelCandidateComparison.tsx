import { Table, Text } from '@mantine/core';
import type {
  getPredictionQuality,
  IntervalEstimate,
  ModelCandidate,
} from '#shared/churn/quality/quality.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';

export const candidateLabels: Record<ModelCandidate['name'], string> = {
  logistic: 'Logistic regression',
  boosted: 'Boosted trees',
  rule: 'Rule: score below 50',
};

export const intervalText = (value: IntervalEstimate, digits: number) =>
  `${value.value.toFixed(digits)} (${value.low.toFixed(digits)}–${value.high.toFixed(digits)})`;

/** Compares the models and the rule on weeks outside the training data. */
export function ModelCandidateComparison({
  model,
}: {
  model: NonNullable<ResponseOf<typeof getPredictionQuality>['model']>;
}) {
  return (
    <>
      <Text size="sm" mb={6}>
        {model.beatsRule
          ? 'The model ranks better than the rule “score below 50”.'
          : 'The model does not rank better than the rule “score below 50”: use the rule.'}{' '}
        {model.beatsChance
          ? ''
          : 'The interval contains 0.5, so the model may be no better than chance.'}{' '}
        When the difference between models is within the interval, the simpler model is chosen.
      </Text>
      <div data-guide="quality-candidates">
        <WideTable label="Models and the simple rule" minWidth={620}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Model</Table.Th>
              <Table.Th scope="col" ta="right">
                AUC <MetricInfo metric="churnRanking" />
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Average precision <MetricInfo metric="churnAveragePrecision" />
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Brier score <MetricInfo metric="churnBrier" />
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Calibration error <MetricInfo metric="churnCalibration" />
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {model.candidates.map((candidate) => (
              <Table.Tr key={candidate.name}>
                <Table.Th scope="row" fw={candidate.isChosen ? 700 : 500}>
                  {candidateLabels[candidate.name]}
                  {candidate.isChosen ? ' (active)' : ''}
                </Table.Th>
                <Table.Td ta="right">{intervalText(candidate.auc, 3)}</Table.Td>
                <Table.Td ta="right">{intervalText(candidate.averagePrecision, 3)}</Table.Td>
                <Table.Td ta="right">{candidate.brier?.toFixed(4) ?? '–'}</Table.Td>
                <Table.Td ta="right">{candidate.calibrationError?.toFixed(4) ?? '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      </div>
    </>
  );
}

import { Anchor, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { countText, dayInWords, numberText, shareText } from '#shared/core/words.ts';
import { lossConfirmationDays } from '#shared/scoring/constants.ts';
import type { TrialAlertCounts, TrialResult } from '#shared/scoring/rules.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import { TierMatrix } from '#web/ui/tier/TierMatrix.tsx';

const minimumForShare = 5;
const points = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)}%`);
/** Formats a percentage; empty when `whole` is below `minimumForShare`. */
const share = (part: number, whole: number) =>
  whole < minimumForShare ? '' : ` (${shareText(part / whole)})`;

/**
 * Findings of a trial: tier changes in the newest official week and alert quality in older weeks.
 */
export function TrialFindings({ result }: { result: TrialResult }) {
  const { averageScore, atRisk, changesInAll, institutions, churn, weeks, lastWeek } = result;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {numberText(institutions)} customers, {weeks} official weeks. Tiers and scores are for the
        week ending {dayInWords(lastWeek)}.
      </Text>
      <Table.ScrollContainer minWidth={300}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Figure</Table.Th>
              <Table.Th scope="col" ta="right">
                Now
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Trial
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Figure
              name="Average score"
              now={points(averageScore.now)}
              trial={points(averageScore.trial)}
              metric="averageScore"
            />
            <Figure
              name="At risk"
              now={numberText(atRisk.now)}
              trial={numberText(atRisk.trial)}
              metric="atRisk"
            />
            {churn !== null && (
              <>
                <Figure
                  name="Share of flagged customers that churned"
                  now={precisionText(churn.now)}
                  trial={precisionText(churn.trial)}
                  metric="alertPrecision"
                />
                <Figure
                  name="Share of churned customers that were flagged"
                  now={recallText(churn.now, churn.losses)}
                  trial={recallText(churn.trial, churn.losses)}
                  metric="alertRecall"
                />
              </>
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed">
        {churn === null
          ? `Churn can’t be compared yet. It needs customers that left within ${lossConfirmationDays} days of an official week that ended at least ${lossConfirmationDays} days ago.`
          : `Alerts from the weeks of ${dayInWords(churn.firstWeek)} to ${dayInWords(churn.lastWeek)} are compared with the customers that left within ${lossConfirmationDays} days.`}
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Movement result={result} />
        <Stack gap="xs">
          <Title order={3} size="h6">
            {changesInAll === 0
              ? 'No tier changes'
              : `${countText(changesInAll, 'customer')} would change tier`}
          </Title>
          {changesInAll > 0 && <Changes result={result} />}
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}

const precisionText = ({ alerts, right }: TrialAlertCounts) =>
  `${numberText(right)} of ${numberText(alerts)}${share(right, alerts)}`;
const recallText = ({ right }: TrialAlertCounts, losses: number) =>
  `${numberText(right)} of ${numberText(losses)}${share(right, losses)}`;

interface FigureProperties {
  name: string;
  now: string;
  trial: string;
  metric: 'averageScore' | 'atRisk' | 'alertPrecision' | 'alertRecall';
}

function Figure({ name, now, trial, metric }: FigureProperties) {
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {name} <MetricInfo metric={metric} />
      </Table.Th>
      <Table.Td ta="right">{now}</Table.Td>
      <Table.Td ta="right" fw={600}>
        {trial}
      </Table.Td>
    </Table.Tr>
  );
}

function Movement({ result }: { result: TrialResult }) {
  const count = (from: string, to: string) =>
    result.movement.find((each) => each.from === from && each.to === to)?.institutions ?? 0;
  return (
    <Stack gap="xs">
      <Title order={3} size="h6">
        Tiers: current ↓, trial →
      </Title>
      <TierMatrix corner="Now" customers={count} />
    </Stack>
  );
}

function Changes({ result }: { result: TrialResult }) {
  const openInstitution = useInstitutionModal();
  return (
    <>
      <Table.ScrollContainer minWidth={340} maxHeight={320}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Customer</Table.Th>
              <Table.Th scope="col">Current</Table.Th>
              <Table.Th scope="col">Trial</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {result.changes.map(({ institutionId, institutionName, tier, score }) => (
              <Table.Tr key={institutionId}>
                <Table.Td>
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    ta="left"
                    onClick={() => openInstitution(institutionId, result.changes)}
                  >
                    {institutionName}
                  </Anchor>
                </Table.Td>
                <Table.Td>
                  <TierMark tier={tier.now} /> {points(score.now)}
                </Table.Td>
                <Table.Td>
                  <TierMark tier={tier.trial} /> {points(score.trial)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {result.changes.length < result.changesInAll && (
        <Text size="xs" c="dimmed">
          Showing the first {numberText(result.changes.length)} of {numberText(result.changesInAll)}
          .
        </Text>
      )}
    </>
  );
}

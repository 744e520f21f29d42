import '@mantine/core/styles/Progress.css';
import { Progress, Table, Text } from '@mantine/core';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import type { SurvivalQuantile } from '#shared/core/statistics/survival.ts';
import { numberText, shareText } from '#shared/core/words.ts';
import {
  buildFunnel,
  type CaseWithHistory,
  type FunnelStep,
} from '#shared/onboarding/analytics.ts';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { WideTable } from '../../ui/WideTable.tsx';

/**
 * Formats the median time to a step with its interval: '34 (31 to 38)'. The upper limit is
 * 'open' when too few customers have reached the step to estimate it.
 */
function medianText({ at, low, high }: SurvivalQuantile): string {
  if (at === null) return 'reached by less than half';
  return `${Math.round(at)} (${low === null ? '?' : Math.round(low)} to ${high === null ? 'open' : Math.round(high)})`;
}

const shareOf = (part: number, whole: number): string =>
  whole < minimumGroupSize ? '–' : shareText(part / whole);

/**
 * Funnel from kick-off to graduation, with the number of customers that dropped off at each step.
 */
export function OnboardingFunnel({ cases }: { cases: readonly CaseWithHistory[] }) {
  const steps = buildFunnel(cases);
  const all = steps[0]?.reached ?? 0;
  return (
    <div data-guide="onboarding-funnel">
      <MetricSectionCard title="From kick-off to graduation" metric="onboardingFunnel">
        <WideTable label="From kick-off to graduation" minWidth={620}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Step</Table.Th>
              <Table.Th scope="col" w={180}>
                Reached
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Share of previous step
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Dropped
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Still waiting
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Median days (95% interval)
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {steps.map((step, at) => (
              <StepRow key={step.name} step={step} before={steps[at - 1]} all={all} />
            ))}
          </Table.Tbody>
        </WideTable>
        <Text size="xs" c="dimmed" mt="xs">
          Each step counts customers that also reached the previous step. Medians are days from
          go-live and include all customers. A customer that has not reached a step yet counts as
          still waiting since its go-live.
        </Text>
      </MetricSectionCard>
    </div>
  );
}

function StepRow({
  step,
  before,
  all,
}: {
  step: FunnelStep;
  before: FunnelStep | undefined;
  all: number;
}) {
  const { name, reached, dropped, waiting, median } = step;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {name}
      </Table.Th>
      <Table.Td>
        {numberText(reached)}
        <Progress
          value={all === 0 ? 0 : (100 * reached) / all}
          size="sm"
          aria-label={`${name}: ${reached} of ${all}`}
        />
      </Table.Td>
      <Table.Td ta="right">
        {before === undefined ? '–' : shareOf(reached, before.reached)}
      </Table.Td>
      <Table.Td ta="right">{before === undefined ? '–' : numberText(dropped)}</Table.Td>
      <Table.Td ta="right">{before === undefined ? '–' : numberText(waiting)}</Table.Td>
      <Table.Td ta="right">{before === undefined ? '–' : medianText(median)}</Table.Td>
    </Table.Tr>
  );
}

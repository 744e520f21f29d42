import '@mantine/core/styles/Progress.css';
import { Progress, Table, Text } from '@mantine/core';
import { countText, numberText, shareText } from '#shared/core/words.ts';
import { type CaseWithHistory, sumDaysByBlocker } from '#shared/onboarding/analytics.ts';
import { blockerLabels } from '#shared/onboarding/milestones.ts';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { OnboardingCasesLink } from '../OnboardingCasesLink.tsx';

export function BlockerParetoChart({ cases }: { cases: readonly CaseWithHistory[] }) {
  const losses = sumDaysByBlocker(cases);
  const most = losses[0]?.days ?? 0;
  const paused = cases.reduce((sum, { history }) => sum + history.pausedDays, 0);
  return (
    <div data-guide="onboarding-blockers">
      <MetricSectionCard title="Days lost by blocker" metric="onboardingBlocker">
        {losses.length === 0 ? (
          <Text size="sm">No blockers yet.</Text>
        ) : (
          <WideTable label="Days lost by blocker" minWidth={520}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Blocker</Table.Th>
                <Table.Th scope="col" w={220}>
                  Days lost
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  Cumulative
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  Customers
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  Blocked now
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {losses.map(({ blocker, days, customers, cumulative }) => (
                <Table.Tr key={blocker}>
                  <Table.Th scope="row" fw={400}>
                    {blockerLabels[blocker]}
                  </Table.Th>
                  <Table.Td>
                    {numberText(days)}
                    <Progress
                      value={(100 * days) / most}
                      size="sm"
                      aria-label={`${blockerLabels[blocker]}: ${days} days`}
                    />
                  </Table.Td>
                  <Table.Td ta="right">{shareText(cumulative)}</Table.Td>
                  <Table.Td ta="right">{customers}</Table.Td>
                  <Table.Td ta="right">
                    <OnboardingCasesLink
                      of={`blocked by ${blockerLabels[blocker]}`}
                      filters={[
                        { column: 'blocker', kind: 'one-of', values: [blockerLabels[blocker]] },
                      ]}
                    >
                      {cases.filter(({ row }) => row.blocker === blocker).length}
                    </OnboardingCasesLink>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
        )}
        <Text size="xs" c="dimmed" mt="xs">
          Another {countText(paused, 'day')} were paused at the customers’ request. Paused days are
          not onboarding days.
        </Text>
      </MetricSectionCard>
    </div>
  );
}

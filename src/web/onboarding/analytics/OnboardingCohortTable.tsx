import { Table, Text } from '@mantine/core';
import type { Day } from '#shared/core/dates.ts';
import { monthInWords, shareText } from '#shared/core/words.ts';
import {
  buildOnboardingCohorts,
  type CaseWithHistory,
  type CohortCell,
  cohortDays,
} from '#shared/onboarding/analytics.ts';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { createHeatScale } from '#web/ui/chart/heat.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { OnboardingCasesLink } from '../OnboardingCasesLink.tsx';

const monthName = (month: string): string => monthInWords(`${month}-01`);

/** Table of mean scores by go-live month and checkpoint day. */
export function OnboardingCohortTable({
  cases,
  today,
}: {
  cases: readonly CaseWithHistory[];
  today: Day;
}) {
  const cohorts = buildOnboardingCohorts(cases, today);
  const shade = createHeatScale(
    cohorts.flatMap(({ cells }) => cells.flatMap(({ figures }) => figures?.atTarget ?? [])),
    'var(--accent)',
  );
  return (
    <div data-guide="onboarding-cohorts">
      <MetricSectionCard title="Go-live months" metric="onboardingCohort">
        <WideTable label="Go-live months" minWidth={620}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Went live</Table.Th>
              <Table.Th scope="col" ta="right">
                Customers
              </Table.Th>
              {cohortDays.map((day) => (
                <Table.Th key={day} scope="col" ta="right">
                  Day {day}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {cohorts.map(({ month, count, cells }) => (
              <Table.Tr key={month}>
                <Table.Th scope="row" fw={400}>
                  {monthName(month)}
                </Table.Th>
                <Table.Td ta="right">
                  <OnboardingCasesLink
                    tab="all"
                    of={`went live in ${monthName(month)}`}
                    filters={[{ column: 'goLiveMonth', kind: 'one-of', values: [month] }]}
                  >
                    {count}
                  </OnboardingCasesLink>
                </Table.Td>
                {cells.map((cell) => (
                  <Cell key={cell.day} cell={cell} shade={shade} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
        <Text size="xs" c="dimmed" mt="xs">
          Each cell shows the mean score, the share of customers at the target in parentheses, and
          the number of customers with a score. A blank cell means that the month is too recent.
          “Few” means fewer than five customers with a score.
        </Text>
      </MetricSectionCard>
    </div>
  );
}

function Cell({
  cell: { figures, why },
  shade,
}: {
  cell: CohortCell;
  shade: (share: number) => string;
}) {
  if (figures === undefined)
    return (
      <Table.Td ta="right" c="dimmed">
        {why === 'few' ? 'Few' : ''}
      </Table.Td>
    );
  return (
    <Table.Td ta="right" style={{ background: shade(figures.atTarget), whiteSpace: 'nowrap' }}>
      {Math.floor(figures.mean)}% ({shareText(figures.atTarget)})
      <Text span size="xs">
        {' '}
        n = {figures.count}
      </Text>
    </Table.Td>
  );
}

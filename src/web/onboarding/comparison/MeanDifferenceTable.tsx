import { Table, Text } from '@mantine/core';
import { signedText } from '#shared/list/column.ts';
import {
  type ComparisonGroup,
  computeDifferencesFromFirstGroup,
  type createStandardizedMean,
} from '#shared/onboarding/comparison.ts';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { OnboardingCasesLink } from '../OnboardingCasesLink.tsx';

const days = [30, 60, 90];

interface Properties {
  groups: readonly ComparisonGroup[];
  /** Key of the list column that contains the group names; `undefined` when there is none. */
  column: string | undefined;
  meanOf: ReturnType<typeof createStandardizedMean>;
}

/** Mean score of each group on the target days, with the difference from the first group. */
export function MeanDifferenceTable({ groups, column, meanOf }: Properties) {
  const [first] = groups;
  if (first === undefined) return null;
  return (
    <div data-guide="onboarding-differences">
      <MetricSectionCard title="Differences" metric="onboardingCurve">
        <WideTable label="Differences" minWidth={560}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Group</Table.Th>
              <Table.Th scope="col" ta="right">
                Customers
              </Table.Th>
              {days.map((day) => (
                <Table.Th key={day} scope="col" ta="right">
                  Day {day}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {groups.map((group) => {
              const found = computeDifferencesFromFirstGroup(group, first, meanOf);
              return (
                <Table.Tr key={group.name}>
                  <Table.Th scope="row" fw={400}>
                    {group.name}
                  </Table.Th>
                  <Table.Td ta="right">
                    {column === undefined ? (
                      group.members.length
                    ) : (
                      <OnboardingCasesLink
                        tab="all"
                        of={group.name}
                        filters={[{ column, kind: 'one-of', values: [group.name] }]}
                      >
                        {group.members.length}
                      </OnboardingCasesLink>
                    )}
                  </Table.Td>
                  {days.map((day) => (
                    <Cell key={day} found={found.find((each) => each.day === day)} />
                  ))}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </WideTable>
        <Text size="xs" c="dimmed" mt="xs">
          Each cell shows the group’s mean score and its number of customers with a score, and below
          them the difference from {first.name} with its 95% interval. If the interval includes 0,
          the difference may be due to chance. “Few” means that the group is too recent or has fewer
          than five customers with a score.
        </Text>
      </MetricSectionCard>
    </div>
  );
}

function Cell({
  found,
}: {
  found: ReturnType<typeof computeDifferencesFromFirstGroup>[number] | undefined;
}) {
  if (found === undefined)
    return (
      <Table.Td ta="right" c="dimmed">
        Few
      </Table.Td>
    );
  const { mean, count, difference } = found;
  return (
    <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
      {Math.floor(mean)}%{' '}
      <Text span size="xs" c="dimmed">
        n = {count}
      </Text>
      {difference !== null && (
        <Text size="xs">
          {signedText(difference.points, ' pts', 1)} ({signedText(difference.low, '', 1)} to{' '}
          {signedText(difference.high, '', 1)})
        </Text>
      )}
    </Table.Td>
  );
}

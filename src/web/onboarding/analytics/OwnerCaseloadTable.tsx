import { Table, Text } from '@mantine/core';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { signedText } from '#shared/list/column.ts';
import { countOwnerCaseloads } from '#shared/onboarding/analytics.ts';
import type { ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import { MetricSectionCard } from '#web/metrics/MetricSectionCard.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { OnboardingCasesLink } from '../OnboardingCasesLink.tsx';

const noOwner = 'No owner';

/** Number of customers in onboarding, and their mean pace, by owner. */
export function OwnerCaseloadTable({ rows }: { rows: readonly ListedOnboarding[] }) {
  return (
    <div data-guide="onboarding-owners">
      <MetricSectionCard title="Owners: load and pace" metric="onboardingPace">
        <WideTable label="Owners: load and pace" minWidth={420}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Owner</Table.Th>
              <Table.Th scope="col" ta="right">
                In onboarding
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Stuck
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Mean pace
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {countOwnerCaseloads(rows).map(({ ownerName, running, pace, stuck }) => (
              <Table.Tr key={ownerName ?? ''}>
                <Table.Th scope="row" fw={400}>
                  {ownerName ?? noOwner}
                </Table.Th>
                <Table.Td ta="right">
                  <OnboardingCasesLink
                    of={`of ${ownerName ?? noOwner}`}
                    filters={[
                      ownerName === null
                        ? { column: 'ownerName', kind: 'empty' }
                        : { column: 'ownerName', kind: 'one-of', values: [ownerName] },
                    ]}
                  >
                    {running}
                  </OnboardingCasesLink>
                </Table.Td>
                <Table.Td ta="right">{stuck}</Table.Td>
                <Table.Td ta="right">
                  {pace === undefined ? 'Few' : signedText(pace, ' pts', 1)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
        <Text size="xs" c="dimmed" mt="xs">
          Sorted by number of customers, not by pace. With fewer than {minimumGroupSize} scored
          customers, no pace is shown. Some customers are harder to onboard than others, so compare
          owners with a similar mix of customers.
        </Text>
      </MetricSectionCard>
    </div>
  );
}

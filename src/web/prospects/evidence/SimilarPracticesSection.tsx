import { Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { products } from '#shared/core/products.ts';
import { countText, dayInWords, numberText } from '#shared/core/words.ts';
import type { ExpectedWait, ProspectEvidence } from '#shared/prospects/evidence/evidence.ts';
import {
  groupText,
  middleHalfText,
  usesText,
  waitRangeText,
} from '#shared/prospects/evidence/words.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';

/** Usage of each product by similar customers, and the days until they were onboarded. */
export function SimilarPracticesSection({ evidence }: { evidence: ProspectEvidence }) {
  const { usage, firstBooking, onboarding, weekEndDate, traits } = evidence;
  const { locations } = traits;
  return (
    <Paper p="md" data-guide="prospect-similar-usage">
      <Group gap={4} mb="xs">
        <Title order={2} size="h4">
          Usage by similar practices
        </Title>
        <MetricInfo metric="similarUsage" />
      </Group>
      {usage.length === 0 ? (
        <Text size="sm" c="dimmed">
          {weekEndDate === null
            ? 'No official week is closed yet.'
            : 'Fewer than five customers are comparable.'}
        </Text>
      ) : (
        <>
          <WideTable label="Usage of similar customers" minWidth={420}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Product</Table.Th>
                <Table.Th scope="col" ta="right">
                  Per month
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  Middle half
                </Table.Th>
                <Table.Th scope="col">Customers</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {usage.map((row) => (
                <Table.Tr key={row.product}>
                  <Table.Th scope="row" fw={400}>
                    {products[row.product].name}
                  </Table.Th>
                  <Table.Td ta="right">{usesText(row.product, row.median)}</Table.Td>
                  <Table.Td ta="right">{middleHalfText(row)}</Table.Td>
                  <Table.Td>
                    {numberText(row.customers)}{' '}
                    <Text span size="xs" c="dimmed">
                      {groupText(row)}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
          <Text size="xs" c="dimmed" mt="xs">
            {locations === null
              ? 'For one location, because the number of locations is unknown.'
              : `For ${countText(locations, 'location')}.`}{' '}
            {weekEndDate !== null && `Four weeks to ${dayInWords(weekEndDate)}.`}
          </Text>
        </>
      )}
      <Stack gap={4} mt="sm">
        <Wait label="First online booking" wait={firstBooking} />
        <Wait label="End of onboarding" wait={onboarding} />
      </Stack>
    </Paper>
  );
}

function Wait({ label, wait }: { label: string; wait: ExpectedWait | null }) {
  if (wait === null) return null;
  const range = waitRangeText(wait);
  return (
    <Text size="sm" component="div">
      {label}:{' '}
      {wait.days === null
        ? 'fewer than half have reached it so far'
        : `${countText(Math.round(wait.days), 'day')} after go-live`}
      {range !== null && wait.days !== null && `, middle half ${range}`}{' '}
      <Text span size="xs" c="dimmed">
        {numberText(wait.customers)} {groupText(wait)}
      </Text>{' '}
      <MetricInfo metric="expectedOnboardingDays" />
    </Text>
  );
}

import { Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';
import { dayInWords } from '#shared/core/words.ts';
import { getTierTrend } from '#shared/portfolio/comparison.ts';
import { endpointQuery } from '#web/core/api.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { TierMark } from '#web/ui/TierMark.tsx';
import { tierLooks } from '#web/ui/tiers.ts';
import classes from './trend.module.css';

type TrendWeek = ResponseOf<typeof getTierTrend>['weeks'][number];

const shownWeeks = 26;

const tierTrendQuery = (segment: string) =>
  endpointQuery(getTierTrend, { query: { weeks: shownWeeks, ...(segment === '' ? {} : { segment }) } });

/** Customers by tier over half a year, with a table behind. */
export function TierTrend({ segment }: { segment: string }) {
  const { data, error, refetch } = useQuery(tierTrendQuery(segment));
  return (
    <Stack gap="sm" data-guide="portfolio-trend">
      <Title order={2} size="h5">
        Tiers over {shownWeeks} weeks <MetricInfo metric="tierTrend" />
      </Title>
      <Text size="xs" c="dimmed">
        {segment === ''
          ? 'Whoever was a customer in each week, those included that have left since.'
          : 'Today’s customers of this scope, followed back.'}
      </Text>
      {error !== null && data === undefined && (
        <ErrorState title="The trend could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <Skeleton h={220} />}
      {data?.weeks.length === 0 && <Text size="sm">No official week knows these customers yet.</Text>}
      {data !== undefined && data.weeks.length > 0 && <Trend weeks={data.weeks} />}
    </Stack>
  );
}

/** From the ground up. */
const stacked = ['Critical', 'Medium', 'Healthy', 'Unknown'] as const satisfies HealthTier[];
const totalOf = ({ tiers }: TrendWeek): number => stacked.reduce((sum, tier) => sum + tiers[tier], 0);

function Trend({ weeks }: { weeks: readonly TrendWeek[] }) {
  const most = Math.max(1, ...weeks.map(totalOf));
  const first = weeks[0];
  const last = weeks.at(-1);
  return (
    <figure className={classes.figure}>
      <Group gap="lg" component="figcaption" mb="xs">
        {healthTiers.map((tier) => (
          <Text key={tier} size="sm" span>
            <TierMark tier={tier} /> {(last?.tiers[tier] ?? 0).toLocaleString('en-US')}{' '}
            <Text span inherit c="dimmed" size="xs">
              was {(first?.tiers[tier] ?? 0).toLocaleString('en-US')}
            </Text>
          </Text>
        ))}
      </Group>
      <div className={classes.plot} aria-hidden>
        {weeks.map((week) => (
          <div key={week.weekEndDate} className={classes.week} title={titleOf(week)}>
            {stacked.map((tier) => (
              <span
                key={tier}
                className={classes.part}
                style={{ height: `${(100 * week.tiers[tier]) / most}%`, background: tierLooks[tier].fill }}
              />
            ))}
          </div>
        ))}
      </div>
      <Group justify="space-between" aria-hidden>
        <Text size="xs" c="dimmed">
          {weeks.length > 1 && first && dayInWords(first.weekEndDate)}
        </Text>
        <Text size="xs" c="dimmed">
          {last && dayInWords(last.weekEndDate)}
        </Text>
      </Group>
      <details className={classes.table}>
        <summary>Show as a table</summary>
        <TrendTable weeks={weeks} />
      </details>
    </figure>
  );
}

const titleOf = (week: TrendWeek): string =>
  `Week ending ${dayInWords(week.weekEndDate)}: ${healthTiers.map((tier) => `${tier} ${week.tiers[tier].toLocaleString('en-US')}`).join(', ')}`;

function TrendTable({ weeks }: { weeks: readonly TrendWeek[] }) {
  return (
    <Table.ScrollContainer minWidth={420}>
      <Table style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Week ending</Table.Th>
            {healthTiers.map((tier) => (
              <Table.Th key={tier} scope="col" ta="right">
                {tier}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {weeks.toReversed().map((week) => (
            <Table.Tr key={week.weekEndDate}>
              <Table.Th scope="row" fw={400}>
                {dayInWords(week.weekEndDate)}
              </Table.Th>
              {healthTiers.map((tier) => (
                <Table.Td key={tier} ta="right">
                  {week.tiers[tier].toLocaleString('en-US')}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { type HealthTier, healthTiers } from '#shared/core/tiers.ts';
import { dayInWords, numberText } from '#shared/core/words.ts';
import { getTierTrend } from '#shared/portfolio/comparison.ts';
import { endpointQuery } from '#web/core/api.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { ChartDataTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import chart from '#web/ui/chart/chart.module.css';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import { tierStyles } from '#web/ui/tier/tiers.ts';
import classes from './trend.module.css';

type TrendWeek = ResponseOf<typeof getTierTrend>['rows'][number];

const shownWeeks = 26;

const tierTrendQuery = (segment: string) =>
  endpointQuery(getTierTrend, {
    query: { weeks: shownWeeks, ...(segment === '' ? {} : { segment }) },
  });

/** Chart of customers by tier over half a year, with a data table. */
export function TierTrendChart({ segment }: { segment: string }) {
  const { data, error, refetch } = useQuery(tierTrendQuery(segment));
  return (
    <Stack gap="sm" data-guide="portfolio-trend">
      <Title order={2} size="h5">
        Tiers over {shownWeeks} weeks <MetricInfo metric="tierTrend" />
      </Title>
      <Text size="xs" c="dimmed">
        {segment === ''
          ? 'All customers of each week, including customers that have left since. Customers added since the last official week are not included yet'
          : 'Today’s customers in this scope'}
      </Text>
      {error !== null && data === undefined && (
        <ErrorState title="Couldn’t load the trend" error={error} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <Skeleton h={220} />}
      {data?.rows.length === 0 && (
        <Text size="sm">These customers are not in any official week yet.</Text>
      )}
      {data !== undefined && data.rows.length > 0 && <Trend weeks={data.rows} />}
    </Stack>
  );
}

/** Tiers in the order in which the chart stacks them, from bottom to top. */
const stacked = ['Critical', 'Medium', 'Healthy', 'Unknown'] as const satisfies HealthTier[];
const totalOf = ({ tiers }: TrendWeek): number =>
  stacked.reduce((sum, tier) => sum + tiers[tier], 0);

function Trend({ weeks }: { weeks: readonly TrendWeek[] }) {
  const most = Math.max(1, ...weeks.map(totalOf));
  const first = weeks[0];
  const last = weeks.at(-1);
  return (
    <figure className={chart.figure}>
      <Group gap="lg" component="figcaption" mb="xs">
        {healthTiers.map((tier) => (
          <Text key={tier} size="sm" span>
            <TierMark tier={tier} /> {numberText(last?.tiers[tier] ?? 0)}{' '}
            <Text span inherit c="dimmed" size="xs">
              was {numberText(first?.tiers[tier] ?? 0)}
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
                style={{
                  height: `${(100 * week.tiers[tier]) / most}%`,
                  background: tierStyles[tier].fill,
                }}
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
      <ChartDataTable
        label="Customers by tier, week by week"
        columns={['Week ending', ...healthTiers]}
        rows={weeks
          .toReversed()
          .map(({ weekEndDate, tiers }) => [
            dayInWords(weekEndDate),
            ...healthTiers.map((tier) => numberText(tiers[tier])),
          ])}
      />
    </figure>
  );
}

const titleOf = (week: TrendWeek): string =>
  `Week ending ${dayInWords(week.weekEndDate)}: ${healthTiers.map((tier) => `${tier} ${numberText(week.tiers[tier])}`).join(', ')}`;

import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Loss } from '#shared/churn/losses/losses.ts';
import { holds, lastPeriod, lossFigures, periodDays } from '#shared/churn/losses/rules.ts';
import { addDays } from '#shared/core/dates.ts';
import { smallestGroup } from '#shared/core/group-size.ts';
import { counted } from '#shared/core/words.ts';
import { signedText } from '#shared/list/column.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { MetricKey } from '#shared/metrics/names.ts';
import { useToday } from '#web/core/days.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/RowsLink.tsx';

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** What the last 90 days cost; each figure opens its losses in the list below. */
export function LossFigures({ losses }: { losses: readonly Loss[] }) {
  const today = useToday();
  const figures = lossFigures(losses, today);
  const recent: ListFilter[] = [{ column: 'noticedOn', kind: 'dates', ...lastPeriod(today) }, holds];
  const { count, of, interval } = figures.avoidable;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm" data-guide="loss-figures">
      <Figure label="Losses" metric="losses" filters={recent} value={figures.losses.toLocaleString('en-US')}>
        {signedText(figures.losses - figures.lossesBefore, '')} against the {periodDays} days before
      </Figure>
      <Figure label="Locations lost" metric="losses" filters={recent} value={figures.locations.toLocaleString('en-US')}>
        in {periodDays} days
      </Figure>
      <Figure
        label="Monthly revenue lost"
        metric="monthlyRevenueLost"
        filters={recent}
        value={`$${Math.round(figures.monthlyDollars).toLocaleString('en-US')}`}
      >
        {figures.unpriced === 0 ? `in ${periodDays} days` : `not known of ${figures.unpriced.toLocaleString('en-US')}`}
      </Figure>
      <Figure
        label="Avoidable"
        metric="avoidableShare"
        filters={[...recent, { column: 'avoidable', kind: 'one-of', values: ['Yes', 'Partly'] }]}
        value={of < smallestGroup ? '–' : percent(count / of)}
      >
        {of < smallestGroup || interval === undefined
          ? `known of fewer than ${smallestGroup}`
          : `${percent(interval.low)}–${percent(interval.high)}, ${count} of ${of}`}
      </Figure>
      <Figure
        label="Notice to leaving"
        metric="noticeLead"
        filters={recent}
        value={figures.leadDays === null ? '–' : counted(Math.round(figures.leadDays), 'day')}
      >
        median
      </Figure>
      <Figure
        label="Look-backs overdue"
        metric="losses"
        filters={[{ column: 'retroDueOn', kind: 'dates', from: null, to: addDays(today, -1) }, holds]}
        value={figures.overdue.toLocaleString('en-US')}
      >
        of all losses
      </Figure>
    </SimpleGrid>
  );
}

interface FigureProperties {
  label: string;
  metric: MetricKey;
  filters: readonly ListFilter[];
  value: string;
  children: ReactNode;
}

function Figure({ label, metric, filters, value, children }: FigureProperties) {
  return (
    <Paper p="sm" bg="var(--surface)">
      <Group gap={2} wrap="nowrap" mih={28}>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <MetricInfo metric={metric} />
      </Group>
      <RowsLink filters={filters} fz={26} fw={650} c="inherit" of={label}>
        {value}
      </RowsLink>
      <Text size="xs" c="dimmed" mih={19}>
        {children}
      </Text>
    </Paper>
  );
}

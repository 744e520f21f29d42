import { SimpleGrid, Text } from '@mantine/core';
import type { Loss } from '#shared/churn/losses/losses.ts';
import {
  activeLossesFilter,
  computeLastReportingPeriod,
  computeLossFigures,
  reportingPeriodDays,
} from '#shared/churn/losses/rules.ts';
import { addDays } from '#shared/core/dates.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import {
  countText,
  dollarsText,
  numberText,
  shareRangeText,
  shareText,
} from '#shared/core/words.ts';
import { signedText } from '#shared/list/column.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { useToday } from '#web/core/days.ts';
import { LinkedKeyFigure } from '#web/ui/rows/LinkedKeyFigure.tsx';

/** Key figures of the last 90 days. Each figure links to its losses in the list. */
export function LossFigureCards({ losses }: { losses: readonly Loss[] }) {
  const today = useToday();
  const figures = computeLossFigures(losses, today);
  const recent: ListFilter[] = [
    { column: 'noticedOn', kind: 'dates', ...computeLastReportingPeriod(today) },
    activeLossesFilter,
  ];
  const before = computeLossFigures(losses, addDays(today, -7));
  const inAWeek = (key: 'losses' | 'locations' | 'monthlyDollars' | 'overdue', prefix = '') =>
    `${signedText(figures[key] - before[key], '', 0, prefix)} in a week`;
  const { count, of, interval } = figures.avoidable;
  return (
    <section aria-label={`Losses of the last ${reportingPeriodDays} days`}>
      <Text size="sm" c="dimmed" mb={4}>
        Customers that gave notice in the last {reportingPeriodDays} days.
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm" data-guide="loss-figures">
        <LinkedKeyFigure
          label="Losses"
          metric="losses"
          filters={recent}
          value={numberText(figures.losses)}
        >
          {inAWeek('losses')}, {signedText(figures.losses - figures.lossesBefore, '')} vs. the
          previous {reportingPeriodDays} days
        </LinkedKeyFigure>
        <LinkedKeyFigure
          label="Locations lost"
          metric="losses"
          filters={recent}
          value={numberText(figures.locations)}
        >
          {inAWeek('locations')}
          {figures.unlocated > 0 && `, unknown for ${numberText(figures.unlocated)}`}
        </LinkedKeyFigure>
        <LinkedKeyFigure
          label="Monthly revenue lost"
          metric="monthlyRevenueLost"
          filters={recent}
          value={dollarsText(figures.monthlyDollars)}
        >
          {inAWeek('monthlyDollars', '$')}
          {figures.unpriced > 0 && `, unknown for ${numberText(figures.unpriced)}`}
        </LinkedKeyFigure>
        <LinkedKeyFigure
          label="Avoidable"
          metric="avoidableShare"
          filters={[...recent, { column: 'avoidable', kind: 'one-of', values: ['Yes', 'Partly'] }]}
          value={of < minimumGroupSize ? '–' : shareText(count / of)}
        >
          {of < minimumGroupSize || interval === undefined
            ? `fewer than ${minimumGroupSize} rated`
            : `${shareRangeText(interval)}, ${count} of ${of}`}
          {of >= minimumGroupSize &&
            before.avoidable.of >= minimumGroupSize &&
            `, ${signedText(100 * (count / of - before.avoidable.count / before.avoidable.of), ' points')} in a week`}
        </LinkedKeyFigure>
        <LinkedKeyFigure
          label="Notice period"
          metric="noticeLead"
          filters={recent}
          value={figures.leadDays === null ? '–' : countText(Math.round(figures.leadDays), 'day')}
        >
          median
          {figures.leadDays !== null &&
            before.leadDays !== null &&
            `, ${signedText(figures.leadDays - before.leadDays, ' days')} in a week`}
        </LinkedKeyFigure>
        <LinkedKeyFigure
          label="Reviews overdue"
          metric="losses"
          filters={[
            { column: 'retroDueOn', kind: 'dates', from: null, to: addDays(today, -1) },
            activeLossesFilter,
          ]}
          value={numberText(figures.overdue)}
        >
          of all losses in the table, {inAWeek('overdue')}
        </LinkedKeyFigure>
      </SimpleGrid>
    </section>
  );
}

import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { smallestGroup } from '#shared/core/group-size.ts';
import { usualConfidence, wilson } from '#shared/core/statistics/intervals.ts';
import { counted } from '#shared/core/words.ts';
import { stateWords } from '#shared/institutions/onboarding-states.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { MetricKey } from '#shared/metrics/names.ts';
import type { OnboardingFigures } from '#shared/onboarding/figures.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/RowsLink.tsx';

const stateIs = (state: keyof typeof stateWords): ListFilter => ({ column: 'state', kind: 'one-of', values: [stateWords[state]] });

/** How onboarding stands at a glance; a number opens its rows. */
export function KeyFigures({ figures, today }: { figures: OnboardingFigures; today: string }) {
  const { running, onTrack, judged, stuck, averageDay, medianFirstUse, liveThisMonth } = figures;
  const interval = wilson(onTrack, judged, usualConfidence);
  const percent = (share: number) => `${Math.round(100 * share)}%`;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm" data-guide="onboarding-figures">
      <Figure label="In onboarding" metric="onboardingDay" filters={[]} note="live, not ended">
        {running.toLocaleString('en-US')}
      </Figure>
      <Figure
        label="On track"
        metric="onTrackShare"
        filters={[stateIs('on_track')]}
        note={
          judged < smallestGroup || interval === undefined
            ? `of ${counted(judged, 'customer')}, too few for a share`
            : `${onTrack.toLocaleString('en-US')} of ${judged.toLocaleString('en-US')}, ${percent(interval.low)} to ${percent(interval.high)}`
        }
      >
        {judged < smallestGroup ? onTrack : percent(onTrack / judged)}
      </Figure>
      <Figure label="Stuck" metric="onboardingState" filters={[stateIs('stuck')]} note="nothing moved in 21 days">
        {stuck.toLocaleString('en-US')}
      </Figure>
      <Figure label="Average day" metric="onboardingDay" filters={[{ column: 'day', kind: 'filled' }]} note="of those in onboarding">
        {averageDay === null ? '–' : Math.round(averageDay)}
      </Figure>
      <Figure
        label="Days to first use"
        metric="timeToFirstUse"
        filters={[{ column: 'missing', kind: 'filled' }]}
        note="median over products; opens who waits"
      >
        {medianFirstUse === null ? '–' : Math.round(medianFirstUse)}
      </Figure>
      <Figure
        label="Went live this month"
        metric="onboardingDay"
        filters={[{ column: 'goLiveMonth', kind: 'one-of', values: [today.slice(0, 7)] }]}
        note={new Date(`${today}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' })}
      >
        {liveThisMonth.toLocaleString('en-US')}
      </Figure>
    </SimpleGrid>
  );
}

interface FigureProperties {
  label: string;
  metric: MetricKey;
  filters: readonly ListFilter[];
  note: string;
  children: ReactNode;
}

function Figure({ label, metric, filters, note, children }: FigureProperties) {
  return (
    <Paper p="sm" bg="var(--surface)">
      <Group gap={2} wrap="nowrap" mih={28}>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <MetricInfo metric={metric} />
      </Group>
      <RowsLink filters={filters} fz={28} fw={650} c="inherit" of={label}>
        {children}
      </RowsLink>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </Paper>
  );
}

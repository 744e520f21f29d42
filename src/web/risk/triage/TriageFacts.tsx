import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { dayIn } from '#shared/core/dates.ts';
import type { RiskRow } from '#shared/risk/rows.ts';
import { dayText, useBusinessTimeZone, useToday } from '#web/core/days.ts';
import { institutionHealthQuery } from '#web/health/data.ts';
import { ImprovementList } from '#web/health/ImprovementList.tsx';
import { HealthBadges, ScoreWithChange } from '#web/health/ScoreWithChange.tsx';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { timelineQuery } from '#web/timeline/data.ts';
import { errorText } from '#web/ui/sending/error-text.ts';
import { PriorityFactors } from '../PriorityFactors.tsx';
import classes from './triage.module.css';

/**
 * Facts for triage: score, reasons, priority, possible improvements, and recent notes and
 * decisions.
 */
export function TriageFacts({ row }: { row: RiskRow }) {
  const health = useQuery(institutionHealthQuery(row.institutionId));
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        {health.data && <ScoreWithChange health={health.data} onLeave={undefined} />}
        {health.isPending && <Skeleton h={56} maw={420} />}
        {health.error && (
          <Text size="sm">Couldn’t load what moved the score: {errorText(health.error)}</Text>
        )}
        <Text size="sm">{row.reasonText}</Text>
        {health.data && <HealthBadges health={health.data} />}
      </Stack>
      <div>
        <Title order={3} size="h5">
          Priority <MetricInfo metric="priority" />
        </Title>
        <PriorityFactors row={row} />
      </div>
      {health.isPending && <Skeleton h={90} />}
      {health.data && <ImprovementList health={health.data} level={3} />}
      <LastWork row={row} />
    </Stack>
  );
}

const entryLimit = 4;

function LastWork({ row }: { row: RiskRow }) {
  const timeline = useInfiniteQuery(
    timelineQuery(row.institutionId, { kinds: ['note', 'risk', 'task'], search: '' }),
  );
  const timeZone = useBusinessTimeZone();
  const today = useToday();
  const entries = timeline.data?.pages[0]?.rows.slice(0, entryLimit);
  return (
    <div>
      <Title order={3} size="h5" mb={6}>
        Last notes and decisions
      </Title>
      {timeline.isPending && <Skeleton h={80} />}
      {timeline.error && (
        <Text size="sm">Couldn’t load notes and decisions: {errorText(timeline.error)}</Text>
      )}
      {entries?.length === 0 && (
        <Text size="sm" c="dimmed">
          No notes or outcomes yet.
        </Text>
      )}
      <ul className={classes.entries}>
        {entries?.map((entry) => (
          <li key={entry.id}>
            <Text size="sm" fw={550}>
              {entry.headline}
              <Text span inherit fw={400} c="dimmed">
                {' · '}
                {[entry.actor?.name, dayText(dayIn(timeZone, new Date(entry.at)), today)]
                  .filter(Boolean)
                  .join(', ')}
              </Text>
            </Text>
            {entry.body !== null && (
              <Text size="sm" lineClamp={3}>
                {entry.body}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

import {
  Anchor,
  Button,
  Group,
  Paper,
  Skeleton,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addDays, type Day, isDay, isInAcceptedYears, weekStartOf } from '#shared/core/dates.ts';
import { countText, dayInWords, numberText } from '#shared/core/words.ts';
import { onboardingDaysAndTargets } from '#shared/institutions/onboarding-plan.ts';
import {
  isRunningState,
  onboardingStateLabels,
  onboardingStates,
} from '#shared/institutions/onboarding-states.ts';
import type { ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { CollapsibleChartTable } from '#web/ui/chart/CollapsibleChartTable.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { onboardingWeekStatusesQuery } from './data.ts';
import { type CustomerScorePoint, ScoreByOnboardingDayPlot } from './ScoreByOnboardingDayPlot.tsx';
import { onboardingStateStyles } from './state-looks.ts';

interface Properties {
  rows: readonly ListedOnboarding[];
  today: Day;
}

/** Returns the first day of the last official week that had ended by `day`. */
const weekKnownOn = (day: Day): Day => addDays(weekStartOf(addDays(day, 1)), -7);

/**
 * Chart of customers in onboarding by day and score, with the expected score. For a past week, it
 * shows the recorded status.
 */
export function ScoreByOnboardingDaySection({ rows, today }: Properties) {
  const { parameters, change } = useUrlParameters();
  const requestedDay = parameters.get('on');
  const on =
    requestedDay !== null &&
    isDay(requestedDay) &&
    isInAcceptedYears(requestedDay) &&
    requestedDay < today
      ? requestedDay
      : null;
  const week = on === null ? null : weekKnownOn(on);
  const past = useQuery({ ...onboardingWeekStatusesQuery(week ?? today), enabled: week !== null });
  const running = rows.filter(({ state }) => isRunningState(state));
  const statuses =
    week === null
      ? running.map((row) => ({ ...row, day: row.scoreDay }))
      : past.data?.rows.filter(({ state }) => isRunningState(state));
  const dots = statuses?.flatMap(
    ({ institutionId, institutionName, state, day, score }): CustomerScorePoint[] =>
      day === null || score === null || day > onboardingDaysAndTargets.days
        ? []
        : [{ institutionId, institutionName, state, day, score }],
  );
  const unscored = (statuses?.length ?? 0) - (dots?.length ?? 0);
  return (
    <Paper
      p="md"
      bg="var(--surface)"
      component="section"
      aria-label="Progress against target"
      data-guide="onboarding-progress"
    >
      <Group justify="space-between" align="flex-end" mb="xs" gap="xs">
        <Title order={2} size="h5">
          Progress against target <MetricInfo metric="expectedScore" />
        </Title>
        <Group gap="xs" align="flex-end">
          <TextInput
            type="date"
            label="As of"
            size="xs"
            max={today}
            value={on ?? today}
            onChange={({ currentTarget: { value } }) =>
              change({ on: value === '' || value >= today ? null : value }, { replace: true })
            }
          />
          {on !== null && (
            <Button
              size="xs"
              variant="default"
              onClick={() => change({ on: null }, { replace: true })}
            >
              Today
            </Button>
          )}
        </Group>
      </Group>
      {week !== null && past.data !== undefined && (
        <Text size="sm" mb="xs" role="status">
          {past.data.rows.length === 0
            ? `No states were recorded for the week ending ${dayInWords(addDays(week, 6))}.`
            : `Scores and states as recorded at the end of the week ending ${dayInWords(addDays(week, 6))}.`}
        </Text>
      )}
      {past.error !== null && week !== null ? (
        <ErrorState
          title="Couldn’t load that week"
          error={past.error}
          onRetry={() => void past.refetch()}
        />
      ) : dots === undefined ? (
        <Skeleton h={300} />
      ) : (
        <figure style={{ margin: 0 }}>
          <ScoreByOnboardingDayPlot dots={dots} />
          <Legend dots={dots} />
          {unscored > 0 && (
            <Text size="xs" c="dimmed">
              {countText(unscored, 'customer')} without a score or past day{' '}
              {onboardingDaysAndTargets.days} not shown.
            </Text>
          )}
          <DotTable dots={dots} />
        </figure>
      )}
    </Paper>
  );
}

function Legend({ dots }: { dots: readonly CustomerScorePoint[] }) {
  const counts = Map.groupBy(dots, ({ state }) => state);
  return (
    <Group gap="md" my={4}>
      {onboardingStates.map((state) => {
        const count = counts.get(state)?.length ?? 0;
        return count === 0 ? null : (
          <Text key={state} size="xs" style={{ color: onboardingStateStyles[state].text }}>
            <span aria-hidden>{onboardingStateStyles[state].mark}</span>{' '}
            {onboardingStateLabels[state]} {numberText(count)}
          </Text>
        );
      })}
    </Group>
  );
}

function DotTable({ dots }: { dots: readonly CustomerScorePoint[] }) {
  const open = useInstitutionModal();
  return (
    <CollapsibleChartTable label="Customers in onboarding by day and score">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Customer</Table.Th>
          <Table.Th scope="col">State</Table.Th>
          <Table.Th scope="col" ta="right">
            Day
          </Table.Th>
          <Table.Th scope="col" ta="right">
            Score
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {dots.map((dot) => (
          <Table.Tr key={dot.institutionId}>
            <Table.Th scope="row">
              <Anchor
                component="button"
                type="button"
                size="sm"
                onClick={() => open(dot.institutionId, dots)}
              >
                {dot.institutionName}
              </Anchor>
            </Table.Th>
            <Table.Td>{onboardingStateLabels[dot.state]}</Table.Td>
            <Table.Td ta="right">{dot.day}</Table.Td>
            <Table.Td ta="right">{Math.floor(dot.score)}%</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </CollapsibleChartTable>
  );
}

import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { timeOfDayText } from '#shared/core/jobs/schedule-text.ts';
import { countText, dayInWords } from '#shared/core/words.ts';
import { useToday } from '#web/core/days.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { workingTimeQuery } from './data.ts';
import { workingWeekLines } from './week-text.ts';

const shownHolidays = 6;

/** The team's business hours, in which clocks run, and upcoming holidays. */
export function WorkingHours() {
  const { data, error, refetch } = useQuery(workingTimeQuery);
  const today = useToday();
  const lines = data && workingWeekLines(data.settings.week);
  const coming = (data?.settings.holidays ?? [])
    .filter(({ day }) => day >= today)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
  return (
    <Paper p="md" bg="var(--surface)" data-guide="sla-hours">
      <Title order={2} size="h4" mb="xs">
        Business hours
      </Title>
      {error !== null && (
        <ErrorState
          title="Couldn’t load business hours"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <Stack gap={2} mih={44}>
        {lines?.length === 0 && (
          <Text size="sm">The team has no working days, so no clocks run.</Text>
        )}
        {lines?.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
        {data !== undefined && (
          <Text size="sm" c="dimmed">
            Time zone {data.settings.timeZone.replaceAll('_', ' ')}.{' '}
            {coming.length === 0
              ? 'No upcoming holidays.'
              : `Holidays: ${coming
                  .slice(0, shownHolidays)
                  .map(
                    ({ day, name, until }) =>
                      `${name}, ${dayInWords(day)}${until === null ? '' : ` from ${timeOfDayText(until)}`}`,
                  )
                  .join(
                    '; ',
                  )}${coming.length > shownHolidays ? `; ${countText(coming.length - shownHolidays, 'more holiday')}` : ''}.`}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

import { Button, Group, NativeSelect } from '@mantine/core';
import { dayInWords } from '#shared/core/words.ts';
import type { OfficialWeek } from '#shared/portfolio/comparison.ts';
import type { WeekPair } from './data.ts';

const spans = [
  { weeks: 1, label: 'A week' },
  { weeks: 4, label: '4 weeks' },
  { weeks: 13, label: '13 weeks' },
  { weeks: 52, label: 'A year' },
] as const;

interface Properties {
  official: readonly OfficialWeek[];
  weeks: WeekPair;
  onChoose: (weeks: WeekPair) => void;
}

/** Select fields for two official weeks, earlier week first. */
export function WeekPicker({ official, weeks, onChoose }: Properties) {
  const newestFirst = official.toReversed();
  const options = (fits: (week: string) => boolean, chosen: string) => [
    // A week in the URL that doesn't exist gets an option with a message. Otherwise, the select
    // would show another week.
    ...(official.some(({ weekStartDate }) => weekStartDate === chosen)
      ? []
      : [{ value: chosen, label: `${chosen}: no official week` }]),
    ...newestFirst.map(({ weekStartDate, weekEndDate, isSeason }) => ({
      value: weekStartDate,
      label: `${dayInWords(weekEndDate)}${isSeason ? ' · seasonal drop' : ''}`,
      disabled: !fits(weekStartDate),
    })),
  ];
  const at = official.findIndex(({ weekStartDate }) => weekStartDate === weeks.to);
  return (
    <Group gap="sm" align="flex-end" data-guide="comparison-weeks">
      <NativeSelect
        label="From week"
        size="xs"
        data={options((week) => week < weeks.to, weeks.from)}
        value={weeks.from}
        onChange={(event) => onChoose({ ...weeks, from: event.currentTarget.value })}
      />
      <NativeSelect
        label="To week"
        size="xs"
        data={options((week) => week > weeks.from, weeks.to)}
        value={weeks.to}
        onChange={(event) => onChoose({ ...weeks, to: event.currentTarget.value })}
      />
      <Group gap={4}>
        {spans.map((span) => {
          const from = official[at - span.weeks]?.weekStartDate;
          return (
            <Button
              key={span.weeks}
              size="compact-sm"
              variant={from === weeks.from ? 'light' : 'subtle'}
              aria-pressed={from === weeks.from}
              disabled={at < 0 || from === undefined}
              onClick={() => from !== undefined && onChoose({ ...weeks, from })}
            >
              {span.label}
            </Button>
          );
        })}
      </Group>
    </Group>
  );
}

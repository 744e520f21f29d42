import { Text } from '@mantine/core';
import { countText, dayInWords } from '#shared/core/words.ts';
import type { OfficialWeek } from '#shared/portfolio/comparison.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import type { WeekPair } from './data.ts';

/**
 * Holds the two compared weeks in the URL. The default is the last two official weeks; `undefined`
 * when there are fewer than two.
 */
export function useComparedWeeks(official: readonly OfficialWeek[]): {
  weeks: WeekPair | undefined;
  choose: (weeks: WeekPair) => void;
} {
  const { parameters, change } = useUrlParameters();
  const from = parameters.get('from') ?? official.at(-2)?.weekStartDate;
  const to = parameters.get('to') ?? official.at(-1)?.weekStartDate;
  return {
    weeks: from === undefined || to === undefined ? undefined : { from, to },
    choose: (weeks) => change({ from: weeks.from, to: weeks.to }),
  };
}

/** Note about compared weeks in which all peers' usage had a seasonal drop. */
export function SeasonalDropNote({
  official,
  weeks,
}: {
  official: readonly OfficialWeek[];
  weeks: WeekPair;
}) {
  const seasons = official.filter(
    ({ weekStartDate, isSeason }) =>
      isSeason && weekStartDate > weeks.from && weekStartDate <= weeks.to,
  );
  return (
    <Text size="sm">
      {seasons.length === 0
        ? 'Peers’ usage had no seasonal drop'
        : `Peers’ usage had a seasonal drop in ${countText(seasons.length, 'week')}: ${seasons.map(seasonText).join(', ')}. The cause “Peers” offsets the seasonal part of a customer’s own drop.`}{' '}
      <MetricInfo metric="season" />
    </Text>
  );
}

const seasonText = ({ weekEndDate, peersChange }: OfficialWeek): string =>
  `${dayInWords(weekEndDate)} (−${Math.abs(peersChange ?? 0).toFixed(1)}%)`;

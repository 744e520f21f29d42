import { SimpleGrid } from '@mantine/core';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { defaultConfidence, wilsonInterval } from '#shared/core/statistics/intervals.ts';
import {
  countText,
  monthInWords,
  numberText,
  shareRangeText,
  shareText,
} from '#shared/core/words.ts';
import { onboardingStateLabels } from '#shared/institutions/onboarding-states.ts';
import { signedText } from '#shared/list/column.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { OnboardingFigures } from '#shared/onboarding/figures.ts';
import { LinkedKeyFigure } from '#web/ui/rows/LinkedKeyFigure.tsx';

const stateIs = (state: keyof typeof onboardingStateLabels): ListFilter => ({
  column: 'state',
  kind: 'one-of',
  values: [onboardingStateLabels[state]],
});

/** Formats the change in a week. Returns an empty string when one of the values is unknown. */
function inAWeek(now: number | null, before: number | null, unit = ''): string {
  return now === null || before === null ? '' : `${signedText(now - before, unit)} in a week`;
}

/** Returns the percentage of customers that are on track; `null` for too few customers. */
const shareOnTrack = ({ onTrack, paced }: OnboardingFigures) =>
  paced < minimumGroupSize ? null : (100 * onTrack) / paced;

interface Properties {
  figures: OnboardingFigures;
  /** Figures of seven days ago. */
  before: OnboardingFigures;
  today: string;
}

/**
 * Key figures of onboarding with their change in a week. Each figure links to its cases in the
 * list.
 */
export function KeyFigures({ figures, before, today }: Properties) {
  const {
    running,
    onTrack,
    paced,
    stuck,
    averageDay,
    medianFirstUse,
    liveThisMonth,
    liveThisWeek,
  } = figures;
  const interval = wilsonInterval(onTrack, paced, defaultConfidence);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm" data-guide="onboarding-figures">
      <LinkedKeyFigure
        label="In onboarding"
        metric="onboardingDay"
        filters={[]}
        value={numberText(running)}
      >
        {inAWeek(running, before.running)}
      </LinkedKeyFigure>
      <LinkedKeyFigure
        label="On track"
        metric="onTrackShare"
        filters={[stateIs('on_track')]}
        value={paced < minimumGroupSize ? numberText(onTrack) : shareText(onTrack / paced)}
      >
        {paced < minimumGroupSize || interval === undefined
          ? `of ${countText(paced, 'customer')}, too few for a percentage`
          : `${numberText(onTrack)} of ${numberText(paced)}, ${shareRangeText(interval)}`}
        <div>{inAWeek(shareOnTrack(figures), shareOnTrack(before), ' points')}</div>
      </LinkedKeyFigure>
      <LinkedKeyFigure
        label="Stuck"
        metric="onboardingState"
        filters={[stateIs('stuck')]}
        value={numberText(stuck)}
      >
        {inAWeek(stuck, before.stuck)}
      </LinkedKeyFigure>
      <LinkedKeyFigure
        label="Average day of onboarding"
        metric="onboardingDay"
        filters={[{ column: 'day', kind: 'filled' }]}
        value={averageDay === null ? '–' : `day ${Math.round(averageDay)}`}
      >
        {inAWeek(averageDay, before.averageDay, ' days')}
      </LinkedKeyFigure>
      <LinkedKeyFigure
        label="Time to first use"
        metric="timeToFirstUse"
        filters={[{ column: 'missing', kind: 'filled' }]}
        value={medianFirstUse === null ? '–' : countText(Math.round(medianFirstUse), 'day')}
      >
        median over all products; click to see customers that have a product they haven’t used yet
        <div>{inAWeek(medianFirstUse, before.medianFirstUse, ' days')}</div>
      </LinkedKeyFigure>
      <LinkedKeyFigure
        label="Went live this month"
        metric="onboardingDay"
        filters={[{ column: 'goLiveMonth', kind: 'one-of', values: [today.slice(0, 7)] }]}
        value={numberText(liveThisMonth)}
      >
        {monthInWords(today)}, {numberText(liveThisWeek)} in the last week
      </LinkedKeyFigure>
    </SimpleGrid>
  );
}

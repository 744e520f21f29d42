import { SimpleGrid } from '@mantine/core';
import { smallestGroup } from '#shared/core/numbers/group-size.ts';
import { usualConfidence, wilson } from '#shared/core/statistics/intervals.ts';
import { counted, monthInWords, shareRange, shareText } from '#shared/core/words.ts';
import { stateWords } from '#shared/institutions/onboarding-states.ts';
import type { ListFilter } from '#shared/list/state.ts';
import type { OnboardingFigures } from '#shared/onboarding/figures.ts';
import { KeyFigure } from '#web/ui/rows/KeyFigure.tsx';

const stateIs = (state: keyof typeof stateWords): ListFilter => ({ column: 'state', kind: 'one-of', values: [stateWords[state]] });

/** How onboarding stands at a glance; a number opens its rows. */
export function KeyFigures({ figures, today }: { figures: OnboardingFigures; today: string }) {
  const { running, onTrack, judged, stuck, averageDay, medianFirstUse, liveThisMonth } = figures;
  const interval = wilson(onTrack, judged, usualConfidence);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm" data-guide="onboarding-figures">
      <KeyFigure label="In onboarding" metric="onboardingDay" filters={[]} value={running.toLocaleString('en-US')}>
        live, not ended
      </KeyFigure>
      <KeyFigure
        label="On track"
        metric="onTrackShare"
        filters={[stateIs('on_track')]}
        value={judged < smallestGroup ? onTrack.toLocaleString('en-US') : shareText(onTrack / judged)}
      >
        {judged < smallestGroup || interval === undefined
          ? `of ${counted(judged, 'customer')}, too few for a share`
          : `${onTrack.toLocaleString('en-US')} of ${judged.toLocaleString('en-US')}, ${shareRange(interval)}`}
      </KeyFigure>
      <KeyFigure label="Stuck" metric="onboardingState" filters={[stateIs('stuck')]} value={stuck.toLocaleString('en-US')}>
        no progress in 21 days
      </KeyFigure>
      <KeyFigure
        label="Average day"
        metric="onboardingDay"
        filters={[{ column: 'day', kind: 'filled' }]}
        value={averageDay === null ? '–' : `day ${Math.round(averageDay)}`}
      >
        of those in onboarding
      </KeyFigure>
      <KeyFigure
        label="Time to first use"
        metric="timeToFirstUse"
        filters={[{ column: 'missing', kind: 'filled' }]}
        value={medianFirstUse === null ? '–' : counted(Math.round(medianFirstUse), 'day')}
      >
        median over products; click to see who is waiting
      </KeyFigure>
      <KeyFigure
        label="Went live this month"
        metric="onboardingDay"
        filters={[{ column: 'goLiveMonth', kind: 'one-of', values: [today.slice(0, 7)] }]}
        value={liveThisMonth.toLocaleString('en-US')}
      >
        {monthInWords(today)}
      </KeyFigure>
    </SimpleGrid>
  );
}

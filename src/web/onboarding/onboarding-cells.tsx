import { Button } from '@mantine/core';
import { countText } from '#shared/core/words.ts';
import { blockerLabels } from '#shared/onboarding/milestones.ts';
import type { ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import { blockedDays, listNeverUsedProducts } from '#shared/onboarding/rows.ts';
import type { ListCells } from '#web/ui/list/cells.tsx';
import { OnboardingStateLabel } from './OnboardingStateLabel.tsx';

const offTrack: readonly ListedOnboarding['state'][] = ['stuck', 'far_behind', 'not_started'];
/** Returns `true` for a case whose missing blocker the user should record. */
const isOffTrack = ({ state }: ListedOnboarding): boolean => offTrack.includes(state);

/** Cell renderers for states, days, blockers and counts. */
export const createOnboardingCells = (
  today: string | undefined,
  onRecordBlocker: (row: ListedOnboarding, opener: Element) => void,
): ListCells<ListedOnboarding> => ({
  state: (row) => <OnboardingStateLabel state={row.state} />,
  day: (row) =>
    row.day === null ? null : <span title={`Day ${row.day} of ${row.lastDay}`}>{row.day}</span>,
  nextCheckpoint: (row) =>
    row.nextCheckpoint === null || row.day === null
      ? null
      : `Day ${row.nextCheckpoint}, ${row.nextCheckpoint === row.day ? 'today' : countText(row.nextCheckpoint - row.day, 'day')}`,
  blocker: (row, isTabStop) => {
    const days = today === undefined ? null : blockedDays(row, today);
    if (row.blocker === null && isOffTrack(row))
      return (
        <Button
          variant="subtle"
          size="compact-xs"
          tabIndex={isTabStop ? 0 : -1}
          aria-label={`Record blocker of ${row.institutionName}`}
          onClick={(event) => {
            event.stopPropagation();
            onRecordBlocker(row, event.currentTarget);
          }}
        >
          Record blocker
        </Button>
      );
    return row.blocker === null
      ? null
      : `${blockerLabels[row.blocker]}${days === null ? '' : `, ${countText(days, 'day')}`}`;
  },
  productsUsed: (row) =>
    `${row.entitled.length - listNeverUsedProducts(row).length} of ${row.entitled.length}`,
  milestones: (row) => (
    <span
      title={`${row.milestonesDone} of ${row.milestonesTotal} done, ${row.milestonesLate} late`}
    >
      {row.milestonesDone} of {row.milestonesTotal}
    </span>
  ),
});

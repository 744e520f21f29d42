import { countText } from '#shared/core/words.ts';
import { blockerLabels } from '#shared/onboarding/milestones.ts';
import type { ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import { blockedDays, listNeverUsedProducts } from '#shared/onboarding/rows.ts';
import type { ListCells } from '#web/ui/list/cells.tsx';
import { OnboardingStateLabel } from './OnboardingStateLabel.tsx';

/** Cell renderers for states, days, blockers and counts. */
export const createOnboardingCells = (today: string | undefined): ListCells<ListedOnboarding> => ({
  state: (row) => <OnboardingStateLabel state={row.state} />,
  day: (row) =>
    row.day === null ? null : <span title={`Day ${row.day} of ${row.lastDay}`}>{row.day}</span>,
  nextCheckpoint: (row) =>
    row.nextCheckpoint === null || row.day === null
      ? null
      : `Day ${row.nextCheckpoint}, ${row.nextCheckpoint === row.day ? 'today' : countText(row.nextCheckpoint - row.day, 'day')}`,
  blocker: (row) => {
    const days = today === undefined ? null : blockedDays(row, today);
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

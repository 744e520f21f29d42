import type { WorkChangeEvent } from '#server/work/schema.ts';
import { blockerLabels, milestoneName } from '#shared/onboarding/milestones.ts';
import type { OnboardingAction } from '#shared/onboarding/onboarding.ts';

/** Names of actions in the event of their undo. */
export const onboardingActionNames: Record<OnboardingAction['action'], string> = {
  complete: 'milestone done',
  reopen: 'milestone reopened',
  block: 'blocker',
  unblock: 'removal of the blocker',
  pause: 'pause',
  resume: 'resumption',
  extend: 'extension',
  graduate: 'graduation',
  hand_over: 'handover',
};

/** Returns the timeline event of an action. */
export function toOnboardingTimelineEvent(change: OnboardingAction): WorkChangeEvent {
  switch (change.action) {
    case 'complete':
    case 'reopen':
      return {
        event: change.action === 'complete' ? 'milestone_done' : 'milestone_reopened',
        detail: { milestone: milestoneName({ key: change.milestone, product: change.product }) },
      };
    case 'block':
      return { event: 'blocked', detail: { blocker: blockerLabels[change.blocker] } };
    case 'unblock':
      return { event: 'unblocked', detail: {} };
    case 'pause':
      return { event: 'paused', detail: { reason: change.reason } };
    case 'resume':
      return { event: 'resumed', detail: {} };
    case 'extend':
      return { event: 'extended', detail: { days: String(change.days) } };
    case 'graduate':
      return { event: 'graduated', detail: {} };
    case 'hand_over':
      return { event: 'handed_over', detail: {} };
  }
}

import {
  IconArrowsExchange,
  IconBan,
  IconCalendarPlus,
  IconListCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconSchool,
} from '@tabler/icons-react';
import type { ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import type { RowAction } from '#web/ui/list/row-actions.ts';

export type OnboardingDialogKind =
  | 'milestones'
  | 'block'
  | 'pause'
  | 'resume'
  | 'extend'
  | 'graduate'
  | 'hand_over';

export interface StartedOnboardingAction {
  kind: OnboardingDialogKind;
  rows: readonly ListedOnboarding[];
  opener: Element | null;
}

/** Key of the action that sets the blocker. */
export const setBlockerShortcut = 'b';

const actions = [
  { kind: 'milestones', shortcut: 'm', label: 'Milestones', Icon: IconListCheck },
  { kind: 'block', shortcut: setBlockerShortcut, label: 'Set blocker', Icon: IconBan },
  { kind: 'pause', shortcut: 'p', label: 'Pause', Icon: IconPlayerPause },
  { kind: 'resume', shortcut: 'r', label: 'Resume', Icon: IconPlayerPlay },
  { kind: 'extend', shortcut: 'e', label: 'Extend', Icon: IconCalendarPlus },
  { kind: 'graduate', shortcut: 'd', label: 'Graduate', Icon: IconSchool },
  { kind: 'hand_over', shortcut: 'h', label: 'Hand over', Icon: IconArrowsExchange },
] as const;

/** Row actions on cases. Each action opens a dialog. */
export const createOnboardingActions = (
  start: (work: StartedOnboardingAction) => void,
): RowAction<ListedOnboarding>[] =>
  actions.map(({ kind, shortcut, label, Icon }) => ({
    shortcut,
    label,
    icon: <Icon size={14} aria-hidden />,
    ...(kind === 'resume' ? { isFor: ({ state }) => state === 'paused' } : {}),
    onAct: (rows, opener) => start({ kind, rows, opener }),
  }));

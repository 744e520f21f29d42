import { IconPlayerPause, IconPlayerPlay, IconTicket } from '@tabler/icons-react';
import type { SlaClock } from '#shared/slas/clocks.ts';
import type { RowAction } from '#web/ui/list/row-actions.ts';

const offered = [
  { act: 'pause', shortcut: 'p', label: 'Pause', Icon: IconPlayerPause },
  { act: 'resume', shortcut: 'r', label: 'Resume', Icon: IconPlayerPlay },
  { act: 'ticket', shortcut: 't', label: 'Open ticket', Icon: IconTicket },
] as const;
type Act = (typeof offered)[number]['act'];

export const createSlaActions = (
  start: (act: Act, rows: readonly SlaClock[], opener: Element | null) => void,
): RowAction<SlaClock>[] =>
  offered.map(({ act, shortcut, label, Icon }) => ({
    shortcut,
    label,
    icon: <Icon size={14} aria-hidden />,
    onAct: (rows, opener) => start(act, rows, opener),
  }));

/**
 * Returns `true` for an action that applies to several clocks. The shortcut `t` opens a ticket,
 * which works for one clock only.
 */
export const isBulkSlaAction = ({ shortcut }: RowAction<SlaClock>): boolean => shortcut !== 't';

export const canPauseClock = ({ endedAt, isPaused }: SlaClock): boolean =>
  endedAt === null && !isPaused;

/**
 * Returns `true` when a user can resume the clock. A clock that is paused with the customer's
 * onboarding resumes only with the onboarding.
 */
export const canResumeClock = ({ endedAt, isPaused, pausedBy }: SlaClock): boolean =>
  endedAt === null && isPaused && pausedBy !== null;

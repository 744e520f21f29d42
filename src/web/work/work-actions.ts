import {
  IconClipboardCheck,
  IconListCheck,
  IconMoonStars,
  IconNote,
  IconUser,
} from '@tabler/icons-react';

/**
 * Actions on the work of one or more customers, each with its shortcut in lists. Actions with
 * `needsCase` are offered only for lists of risk cases.
 */
export const workActions = [
  { action: 'assign', shortcut: 'a', label: 'Assign', Icon: IconUser, needsCase: true },
  { action: 'snooze', shortcut: 's', label: 'Snooze', Icon: IconMoonStars, needsCase: true },
  {
    action: 'outcome',
    shortcut: 'e',
    label: 'Record outcome',
    Icon: IconClipboardCheck,
    needsCase: true,
  },
  { action: 'note', shortcut: 'n', label: 'Add note', Icon: IconNote, needsCase: false },
  { action: 'task', shortcut: 't', label: 'Add task', Icon: IconListCheck, needsCase: false },
] as const;

export type WorkAction = (typeof workActions)[number]['action'];

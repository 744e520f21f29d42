import { createColumnsByTimeZone } from '#shared/list/zoned-columns.ts';
import type { Account } from './people.ts';

const roleNames = { admin: 'Administrator', member: 'Member' } as const;

/** Returns the state of a user. An invited user has never signed in. */
export function accountDisplayState({
  state,
  lastSignInAt,
}: Pick<Account, 'state' | 'lastSignInAt'>): 'Active' | 'Invited' | 'Disabled' {
  if (state === 'disabled') return 'Disabled';
  return lastSignInAt === null ? 'Invited' : 'Active';
}

export const accountColumns = createColumnsByTimeZone<Account>((dayOf) => [
  {
    key: 'name',
    label: 'Name',
    kind: 'text',
    value: ({ name }) => name,
    isSearched: true,
    width: 200,
  },
  {
    key: 'email',
    label: 'Email',
    kind: 'text',
    value: ({ email }) => email,
    isSearched: true,
    width: 240,
  },
  {
    key: 'role',
    label: 'Role',
    kind: 'option',
    options: Object.values(roleNames),
    value: ({ role }) => roleNames[role],
  },
  {
    key: 'state',
    label: 'State',
    kind: 'option',
    options: ['Active', 'Invited', 'Disabled'],
    value: accountDisplayState,
  },
  {
    key: 'lastSeen',
    label: 'Last seen',
    kind: 'date',
    value: ({ lastSeenAt, lastSignInAt }) => {
      const at = lastSeenAt ?? lastSignInAt;
      return at === null ? null : dayOf(at);
    },
    hint: 'The last day on which this user used Chairside.',
  },
  {
    key: 'sessions',
    label: 'Sessions',
    kind: 'number',
    value: ({ sessions }) => sessions,
    hint: 'Number of browsers in which this user is signed in now.',
  },
  { key: 'openTasks', label: 'Open tasks', kind: 'number', value: ({ openTasks }) => openTasks },
]);

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { accountColumns } from '#shared/admin/account-columns.ts';
import type { Account } from '#shared/admin/people.ts';
import { useBusinessTimeZone } from '#web/core/days.ts';
import { List } from '#web/ui/list/List.tsx';
import { useList } from '#web/ui/list/use-list.ts';
import { userAccountsQuery } from '../data.ts';
import { InviteButton } from './InviteButton.tsx';

const LinksToDecide = lazy(async () => ({
  default: (await import('#web/insights/links/DisabledCreatorLinksTable.tsx'))
    .DisabledCreatorLinksTable,
}));
const AccountDialog = lazy(async () => ({
  default: (await import('./AccountDialog.tsx')).AccountDialog,
}));

const initial = {
  columns: ['name', 'email', 'role', 'state', 'lastSeen', 'sessions', 'openTasks'],
  sort: [{ column: 'name', descending: false }],
};

/** Users who may sign in, including invited users who have not signed in yet. */
export function AccountList() {
  const source = useQuery(userAccountsQuery);
  const [openedId, setOpenedId] = useState<string>();
  const rows = source.data?.rows;
  const list = useList({
    name: 'accounts',
    columns: accountColumns(useBusinessTimeZone()),
    rows,
    initial,
  });
  const opened = rows?.find(({ userId }) => userId === openedId);
  const open = ({ userId }: Account) => setOpenedId(userId);
  return (
    <div data-guide="admin-people">
      <Suspense>
        <LinksToDecide />
      </Suspense>
      <List
        list={list}
        source={source}
        label="People"
        noun={{ one: 'person', many: 'people' }}
        rowId={({ userId }) => userId}
        onOpen={open}
        whenEmpty="No users yet. Invite one to get started."
        extra={<InviteButton allowedDomains={source.data?.allowedDomains ?? []} />}
        offset={260}
      />
      <Suspense>
        {opened !== undefined && (
          <AccountDialog account={opened} onClose={() => setOpenedId(undefined)} />
        )}
      </Suspense>
    </div>
  );
}

import { Alert, Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Account, postAccountRole, postAccountState } from '#shared/admin/people.ts';
import { userQuery } from '#web/auth/data.ts';
import { call } from '#web/core/api.ts';
import { RevokeUserInsightLinksSection } from '#web/insights/links/RevokeUserInsightLinksSection.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { userAccountsQuery, userSessionsQuery } from '../data.ts';
import { DisableAccountDialog } from './DisableAccountDialog.tsx';
import { OpenWorkNotice } from './OpenWorkNotice.tsx';
import { UserSessionList } from './UserSessionList.tsx';

/** Dialog with a user's role, state and sessions. */
export function AccountDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  useFocusBack();
  const { data: viewer } = useQuery(userQuery);
  const change = useAccountChange(account);
  const isOwn = viewer?.id === account.userId;
  const isAdmin = account.role === 'admin';
  const [isPromoting, setPromoting] = useState(false);
  const [isDisabling, setDisabling] = useState(false);
  if (isDisabling)
    return (
      <DisableAccountDialog
        account={account}
        isPending={change.isPending}
        onConfirm={() =>
          change.mutate({ state: 'disabled' }, { onSuccess: () => setDisabling(false) })
        }
        onClose={() => setDisabling(false)}
      />
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={account.name}
      size="md"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text size="sm">{account.email}</Text>
        {account.isRemovalWaiting && (
          <Alert color="yellow" title="Removal as an administrator waits for approval">
            Another change is pending, so this removal needs the approval of another administrator.
            You can find it in Settings.
          </Alert>
        )}
        <Stack gap={6}>
          <Title order={3} size="h5">
            Role: {isAdmin ? 'administrator' : 'member'}
          </Title>
          {account.isAdminBySetting ? (
            <Text size="sm" c="dimmed">
              This user is listed in ADMIN_EMAILS on the server. Change the role there.
            </Text>
          ) : (
            <Group>
              <Button
                variant="default"
                size="xs"
                loading={change.isPending}
                onClick={() => (isAdmin ? change.mutate({ role: 'member' }) : setPromoting(true))}
              >
                {isAdmin ? 'Make a member' : 'Make an administrator'}
              </Button>
            </Group>
          )}
          {isPromoting && (
            <ConfirmDialog
              title={`Make ${account.name} an administrator?`}
              text="Administrators change settings and scoring rules, import data, manage users, and read the audit log. All administrators see the change."
              button="Make an administrator"
              isPending={change.isPending}
              onConfirm={() =>
                change.mutate({ role: 'admin' }, { onSettled: () => setPromoting(false) })
              }
              onClose={() => setPromoting(false)}
            />
          )}
        </Stack>
        <UserSessionList account={account} />
        <Stack gap={6}>
          <Title order={3} size="h5">
            Work
          </Title>
          <OpenWorkNotice userId={account.userId} />
        </Stack>
        <Stack gap={6}>
          <Title order={3} size="h5">
            Insight links
          </Title>
          <RevokeUserInsightLinksSection userId={account.userId} />
        </Stack>
        <Stack gap={6}>
          <Title order={3} size="h5">
            {account.state === 'active' ? 'Account enabled' : 'Account disabled'}
          </Title>
          <Text size="sm" c="dimmed">
            A disabled user can’t sign in with this email address, or with another address of this
            identity-provider account.
          </Text>
          {isOwn && (
            <Text size="sm" c="dimmed">
              You can’t disable your own account. Ask another administrator.
            </Text>
          )}
          <Group>
            {account.state === 'disabled' ? (
              <Button
                variant="default"
                size="xs"
                loading={change.isPending}
                onClick={() => change.mutate({ state: 'active' })}
              >
                Enable account
              </Button>
            ) : (
              <Button
                color="red"
                variant="light"
                size="xs"
                disabled={isOwn}
                onClick={() => setDisabling(true)}
              >
                Disable account…
              </Button>
            )}
          </Group>
        </Stack>
      </Stack>
    </Modal>
  );
}

type Change = { role: Account['role'] } | { state: Account['state'] };

/**
 * Returns a mutation that changes an account. It also refetches the sessions, because disabling an
 * account ends them.
 */
function useAccountChange({ userId, name }: Account) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) =>
      'role' in change
        ? call(postAccountRole, { params: { userId }, body: change })
        : call(postAccountState, { params: { userId }, body: change }),
    onError: (error) => notifyFailure(`Couldn’t change ${name}`, error),
    onSuccess: ({ isRemovalWaiting }, change) => {
      if ('role' in change && change.role === 'admin')
        notifications.show({ title: `${name} is now an administrator`, message: null });
      if (isRemovalWaiting)
        notifications.show({
          title: `Removing ${name} waits for approval`,
          message: 'Another administrator has to approve it in Settings.',
        });
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: userAccountsQuery.queryKey }),
        client.invalidateQueries({ queryKey: userSessionsQuery(userId).queryKey }),
      ]),
  });
}

import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { postInvitation } from '#shared/admin/people.ts';
import { type Role, roleSchema } from '#shared/core/user.ts';
import { call } from '#web/core/api.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { createSubmitHandler } from '#web/ui/sending/sending.ts';
import { userAccountsQuery } from '../data.ts';

/** Form that invites a user. */
export function InviteDialog({
  allowedDomains,
  onClose,
}: {
  allowedDomains: readonly string[];
  onClose: () => void;
}) {
  useFocusBack();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = useMutation({
    mutationFn: () => call(postInvitation, { body: { email, name, role } }),
    onSuccess: async (account) => {
      await client.invalidateQueries({ queryKey: userAccountsQuery.queryKey });
      notifications.show({
        title: `${account.name} can sign in now`,
        message: 'Send this user the address of Chairside. No email was sent.',
      });
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title="Invite user"
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={createSubmitHandler(() => invite.mutate())}>
        <Stack gap="sm">
          <TextInput
            label="Email"
            type="email"
            required
            data-autofocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            description={
              allowedDomains.length === 0
                ? undefined
                : `Must end in @${allowedDomains.join(' or @')}`
            }
          />
          <TextInput
            label="Name"
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label="Role"
            value={role}
            onChange={(value) => setRole(roleSchema.catch('member').parse(value))}
            allowDeselect={false}
            data={[
              { value: 'member', label: 'Member' },
              { value: 'admin', label: 'Administrator' },
            ]}
          />
          <Text size="sm" c="dimmed">
            You can assign work to this user right away. Chairside sends no email.
          </Text>
          <SendError error={invite.error} />
          <Button type="submit" loading={invite.isPending}>
            Invite
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

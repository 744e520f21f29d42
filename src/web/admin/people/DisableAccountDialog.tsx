import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Account } from '#shared/admin/people.ts';
import { countText } from '#shared/core/words.ts';
import { customersOfOwnersPath } from '#web/team/paths.ts';
import { reassignableQuery } from '#web/team/reassign/data.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { OpenWorkNotice } from './OpenWorkNotice.tsx';

/** Number of the user's customers that the dialog names. */
const namedCustomers = 5;

interface Properties {
  account: Account;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirmation for disabling a user, with the user's customers and open work to hand over first. */
export function DisableAccountDialog({ account, isPending, onConfirm, onClose }: Properties) {
  useFocusBack();
  const { name, userId } = account;
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Disable ${name}?`}
      size="md"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <Text size="sm">
          This ends all sessions of {name}. Customers and open work stay with {name} until you hand
          them over. You can enable the account again.
        </Text>
        <CustomersOfUser account={account} />
        <OpenWorkNotice userId={userId} linkText="Hand over this work first" />
        <DialogButtons onClose={onClose}>
          <Button color="red.9" loading={isPending} onClick={onConfirm}>
            Disable account
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}

function CustomersOfUser({ account: { name, userId } }: { account: Account }) {
  const { data, error } = useQuery(reassignableQuery({ kind: 'person', userId }));
  if (data === undefined)
    return error === null ? (
      <Text size="sm" c="dimmed" role="status">
        Loading customers…
      </Text>
    ) : (
      <Text size="sm" c="red" role="alert">
        Couldn’t load this user’s customers. Close the dialog and retry.
      </Text>
    );
  const movable = data.items.filter(({ kind }) => kind === 'customer');
  const count = movable.length + data.fixedCustomers;
  if (count === 0) return <Text size="sm">{name} owns no customers.</Text>;
  const names = movable.slice(0, namedCustomers).map(({ subjectName }) => subjectName);
  return (
    <Text size="sm">
      Owns{' '}
      <Anchor component={Link} to={customersOfOwnersPath(name)} inherit td="underline">
        {countText(count, 'customer')}
      </Anchor>
      {names.length > 0 && `: ${names.join(', ')}`}
      {names.length > 0 && count > names.length && ` and ${count - names.length} more`}
    </Text>
  );
}

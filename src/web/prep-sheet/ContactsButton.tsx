import { Button, Popover, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAddressBook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { mailLink, phoneLink } from '#shared/core/links.ts';
import type { PrepSheet } from '#shared/prep-sheet/prep-sheet.ts';
import { windowFitMiddlewares } from '#web/ui/fit-window.ts';
import { OptionalLink } from '#web/ui/OptionalLink.tsx';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { prepSheetQuery } from './data.ts';

/** Button that shows a customer's contacts. */
export function ContactsButton({ institutionId }: { institutionId: number }) {
  const [opened, popover] = useDisclosure(false);
  const sheet = useQuery({ ...prepSheetQuery(institutionId), enabled: opened });
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && popover.close()}
      width={280}
      trapFocus
      returnFocus
      position="bottom-start"
      middlewares={windowFitMiddlewares}
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconAddressBook size={14} aria-hidden />}
          onClick={popover.toggle}
        >
          Contacts
        </Button>
      </Popover.Target>
      {/* Stops propagation, so that Escape closes the popover but not the dialog below it. */}
      <Popover.Dropdown
        aria-label="Contacts"
        data-mantine-stop-propagation
        maw="calc(100vw - 24px)"
      >
        {sheet.data !== undefined && <Contacts contacts={sheet.data.contacts} />}
        {sheet.isPending && <Skeleton h={60} />}
        {sheet.isError && (
          <ErrorState
            title="Couldn’t load contacts"
            error={sheet.error}
            onRetry={() => void sheet.refetch()}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function Contacts({ contacts }: Pick<PrepSheet, 'contacts'>) {
  if (contacts.length === 0) return <Text size="sm">No contacts yet.</Text>;
  return (
    <Stack gap="sm">
      {contacts.map(({ name, role, email, phone }) => (
        <div key={`${email} ${name}`}>
          <Text size="sm" fw={600}>
            {[name, role].filter((part) => part !== null).join(', ')}
          </Text>
          {phone !== null && (
            <OptionalLink size="sm" display="block" href={phoneLink(phone)}>
              {phone}
            </OptionalLink>
          )}
          {email !== null && (
            <OptionalLink
              size="sm"
              display="block"
              href={mailLink(email)}
              style={{ overflowWrap: 'anywhere' }}
            >
              {email}
            </OptionalLink>
          )}
        </div>
      ))}
    </Stack>
  );
}

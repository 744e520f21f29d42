import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUser } from '@tabler/icons-react';
import { windowFitMiddlewares } from '#web/ui/fit-window.ts';
import type { RiskMenuProperties } from '../menu-properties.ts';
import { AssignForm } from './AssignForm.tsx';
import { useRiskCase } from './risk-work.ts';

/** Button with a menu that assigns customers to a user or unassigns them. */
export function AssignMenu({ institutionIds, onDone }: RiskMenuProperties) {
  const [opened, { close, toggle }] = useDisclosure(false);
  const only = useRiskCase(institutionIds[0] ?? 0);
  const assignee = institutionIds.length === 1 ? (only?.assignee ?? null) : null;
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      width={280}
      position="bottom-start"
      middlewares={windowFitMiddlewares}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUser size={14} />}
          onClick={toggle}
          aria-label={assignee === null ? 'Assign' : `Assigned to ${assignee.name}`}
          disabled={institutionIds.length === 0}
        >
          {assignee?.name ?? 'Assign'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Assign">
        <AssignForm
          institutionIds={institutionIds}
          onDone={(changed, workId) => {
            close();
            onDone?.(changed, workId);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

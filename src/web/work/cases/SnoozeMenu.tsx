import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMoonStars } from '@tabler/icons-react';
import { dayText, useToday } from '#web/core/days.ts';
import { windowFitMiddlewares } from '#web/ui/fit-window.ts';
import type { RiskMenuProperties } from '../menu-properties.ts';
import { useRiskCase } from './risk-work.ts';
import { SnoozeForm } from './SnoozeForm.tsx';

/** Button with a menu that snoozes customers or ends their snooze. */
export function SnoozeMenu({ institutionIds, isQuiet = false, onDone }: RiskMenuProperties) {
  const [opened, { close, toggle }] = useDisclosure(false);
  const only = useRiskCase(institutionIds[0] ?? 0);
  const snooze = institutionIds.length === 1 ? only?.snooze : undefined;
  const today = useToday();
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      width={330}
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
          leftSection={<IconMoonStars size={14} />}
          onClick={toggle}
          disabled={institutionIds.length === 0}
        >
          {snooze ? `Snoozed until ${dayText(snooze.until, today)}` : 'Snooze'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Snooze">
        <SnoozeForm
          institutionIds={institutionIds}
          isQuiet={isQuiet}
          onDone={(changed, workId) => {
            close();
            onDone?.(changed, workId);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconClipboardCheck } from '@tabler/icons-react';
import { windowFitMiddlewares } from '#web/ui/fit-window.ts';
import { OutcomeForm } from './OutcomeForm.tsx';

/** Button with a menu that records an outcome for an at-risk customer. */
export function OutcomeMenu({ institutionId }: { institutionId: number }) {
  const [opened, { close, toggle }] = useDisclosure(false);
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      width={340}
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
          leftSection={<IconClipboardCheck size={14} />}
          onClick={toggle}
        >
          Outcome
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Outcome">
        <OutcomeForm institutionIds={[institutionId]} onDone={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

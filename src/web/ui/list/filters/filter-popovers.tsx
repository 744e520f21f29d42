import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconFilterPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, type Ref, Suspense, useState } from 'react';
import classes from '../list.module.css';

/** Renders the content of a popover. The `close` argument closes the popover. */
type WithDropdown = (close: () => void) => ReactNode;

/** Chip of a filter, with a button that opens its editor and one that removes it. */
export function FilterChip({
  text,
  onRemove,
  children,
}: {
  text: string;
  onRemove: () => void;
  children: WithDropdown;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={290}
      position="bottom-start"
      trapFocus
      shadow="md"
    >
      <span className={classes.chip}>
        <Popover.Target>
          <button
            type="button"
            className={classes.chipText}
            aria-label={`Edit filter ${text}`}
            onClick={() => setOpened(!opened)}
          >
            {text}
          </button>
        </Popover.Target>
        <ActionIcon
          variant="transparent"
          color="gray"
          size={22}
          aria-label={`Remove filter ${text}`}
          onClick={onRemove}
        >
          <IconX size={13} aria-hidden />
        </ActionIcon>
      </span>
      <Suspense>{opened && children(() => setOpened(false))}</Suspense>
    </Popover>
  );
}

/** Button that opens the editor of a new filter. */
export function AddFilter({
  button,
  children,
}: {
  button?: Ref<HTMLButtonElement>;
  children: WithDropdown;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={290}
      position="bottom-start"
      trapFocus
      shadow="md"
    >
      <Popover.Target>
        <Button
          ref={button}
          variant="default"
          size="compact-sm"
          leftSection={<IconFilterPlus size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          Add filter
        </Button>
      </Popover.Target>
      <Suspense>{opened && children(() => setOpened(false))}</Suspense>
    </Popover>
  );
}

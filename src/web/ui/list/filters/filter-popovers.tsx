import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconFilterPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, type Ref, Suspense, useState } from 'react';
import { windowFitMiddlewares } from '../../fit-window.ts';
import classes from '../list.module.css';

/** Renders the content of a popover. The `close` argument closes the popover. */
type WithDropdown = (close: () => void) => ReactNode;

/** Popover with the editor of a filter. `children` contain its target, which calls `toggle`. */
function FilterPopover({
  children,
  dropdown,
}: {
  children: (toggle: () => void) => ReactNode;
  dropdown: WithDropdown;
}) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={290}
      position="bottom-start"
      middlewares={windowFitMiddlewares}
      trapFocus
    >
      {children(() => setOpened(!opened))}
      <Suspense>{opened && dropdown(() => setOpened(false))}</Suspense>
    </Popover>
  );
}

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
  return (
    <FilterPopover dropdown={children}>
      {(toggle) => (
        <span className={classes.chip}>
          <Popover.Target>
            <button
              type="button"
              className={classes.chipText}
              aria-label={`Edit filter ${text}`}
              onClick={toggle}
            >
              {text}
            </button>
          </Popover.Target>
          <ActionIcon
            variant="transparent"
            color="gray"
            size={24}
            aria-label={`Remove filter ${text}`}
            onClick={onRemove}
          >
            <IconX size={13} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </FilterPopover>
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
  return (
    <FilterPopover dropdown={children}>
      {(toggle) => (
        <Popover.Target>
          <Button
            ref={button}
            variant="default"
            size="compact-sm"
            leftSection={<IconFilterPlus size={14} aria-hidden />}
            onClick={toggle}
          >
            Add filter
          </Button>
        </Popover.Target>
      )}
    </FilterPopover>
  );
}

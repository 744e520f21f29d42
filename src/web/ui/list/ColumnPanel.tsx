import {
  ActionIcon,
  Button,
  Checkbox,
  Popover,
  ScrollArea,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useFocusBack } from '../dialog/use-focus-back.ts';
import classes from './list.module.css';

interface Properties {
  columns: readonly { key: string; label: string }[];
  /** Keys of the visible columns in order. */
  visible: readonly string[];
  /** `true` when `visible` equals the list's default columns. */
  isUsual: boolean;
  /** Changes the visible columns; `null` restores the default. */
  onChange: (columns: string[] | null) => void;
}

/**
 * Panel that selects and orders columns. Columns are moved by pointer, or by arrow keys on a
 * column's handle.
 */
export function ColumnPanel({ columns, visible, isUsual, onChange: set }: Properties) {
  useFocusBack();
  const hidden = columns.filter(({ key }) => !visible.includes(key));
  const labels = new Map(columns.map(({ key, label }) => [key, label]));
  const [announcement, setAnnouncement] = useState('');
  const handles = useRef(new Map<string, HTMLButtonElement>());

  function move(key: string, to: number) {
    if (to < 0 || to >= visible.length || visible[to] === key) return;
    set(visible.filter((each) => each !== key).toSpliced(to, 0, key));
    setAnnouncement(`${labels.get(key)} is column ${to + 1} of ${visible.length}`);
  }

  function byKey(event: KeyboardEvent, key: string) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    move(key, visible.indexOf(key) + step);
    requestAnimationFrame(() => handles.current.get(key)?.focus());
  }

  function byPointer(event: PointerEvent<HTMLButtonElement>, key: string) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const over = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>('[data-column]')?.dataset.column;
    if (over !== undefined && over !== key) move(key, visible.indexOf(over));
  }

  return (
    <Popover.Dropdown p="xs" aria-label="Columns">
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      <ScrollArea.Autosize mah={380} type="auto" offsetScrollbars="y">
        <ul className={classes.columns}>
          {visible.map((key) => (
            <li key={key} data-column={key}>
              <Checkbox
                size="sm"
                label={labels.get(key)}
                checked
                disabled={visible.length === 1}
                onChange={() => set(visible.filter((each) => each !== key))}
              />
              <ActionIcon
                ref={(node) => {
                  if (node === null) handles.current.delete(key);
                  else handles.current.set(key, node);
                }}
                variant="subtle"
                color="gray"
                size="sm"
                className={classes.grip}
                aria-label={`Move ${labels.get(key)} with the arrow keys`}
                onKeyDown={(event) => byKey(event, key)}
                onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
                onPointerMove={(event) => byPointer(event, key)}
              >
                <IconGripVertical size={15} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
        {hidden.length > 0 && (
          <>
            <Text size="xs" c="dimmed" mt="xs" mb={4} px={6}>
              Hidden
            </Text>
            <ul className={classes.columns}>
              {hidden.map(({ key, label }) => (
                <li key={key}>
                  <Checkbox
                    size="sm"
                    label={label}
                    checked={false}
                    onChange={() => set([...visible, key])}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </ScrollArea.Autosize>
      <Stack mt="xs">
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={isUsual}
          onClick={() => set(null)}
        >
          Reset columns
        </Button>
      </Stack>
    </Popover.Dropdown>
  );
}

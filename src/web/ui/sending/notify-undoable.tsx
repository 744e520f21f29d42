import { Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { countText } from '#shared/core/words.ts';
import { UndoButton } from '../UndoButton.tsx';
import { errorText } from './error-text.ts';
import { offerUndoKey, withdrawUndoKey } from './undo-key.ts';

/**
 * Time in milliseconds for which the toast is shown. The time is long enough to read the toast and
 * reconsider the action.
 */
const shownMilliseconds = 12_000;

interface Undoable {
  id: string;
  /** Completed action with its customer, such as 'Snoozed Elm Dental until Dec 1'. */
  title: string;
  /** Message about a part of the action that was not carried out. */
  note?: string | null;
  /**
   * Undoes the action and refetches the affected data. Returns a message about changes that could
   * not be undone, or `null`. Throws the server's error.
   */
  undo: () => Promise<string | null>;
}

/** Returns the edge of the window that is away from the row or control in use. */
function clearPosition(): 'bottom-center' | 'top-center' {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) return 'bottom-center';
  const { bottom } = activeElement.getBoundingClientRect();
  return bottom > window.innerHeight * 0.6 ? 'top-center' : 'bottom-center';
}

/**
 * Shows a toast with an Undo button for a completed action, which the undo key also undoes. After an undo, a second toast shows its
 * result.
 */
export function notifyUndoable({ id, title, note = null, undo }: Undoable): void {
  async function onUndo(): Promise<void> {
    withdrawUndoKey(id);
    notifications.hide(id);
    const result = { id: `undone-${id}` };
    try {
      const stays = await undo();
      notifications.show({ ...result, title: `Undone: ${title}`, message: stays });
    } catch (error) {
      const message = error instanceof Error ? errorText(error) : null;
      notifications.show({ ...result, color: 'red', title: `Couldn’t undo: ${title}`, message });
    }
  }
  offerUndoKey({ id, undo: () => void onUndo() });
  notifications.show({
    id,
    title,
    position: clearPosition(),
    autoClose: shownMilliseconds,
    onClose: () => withdrawUndoKey(id),
    message: (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">{note}</Text>
        <UndoButton onUndo={() => void onUndo()} />
      </Group>
    ),
  });
}

/**
 * Formats a message about skipped items: '2 customers changed meanwhile and were skipped.' Returns
 * `null` when none were skipped.
 */
export const skippedText = (
  count: number,
  one: string,
  when: 'meanwhile' | 'since',
): string | null =>
  count === 0
    ? null
    : `${countText(count, one)} changed ${when} and ${count === 1 ? 'was' : 'were'} skipped.`;

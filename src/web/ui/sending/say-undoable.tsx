import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { counted } from '#shared/core/words.ts';
import { sayError } from './say-error.ts';

/** Long enough to read it and to change one's mind. */
const shownMilliseconds = 12_000;

interface Undoable {
  id: string;
  /** Whom and what, such as 'Snoozed Elm Dental until Dec 1'. */
  title: string;
  /** What of it was not done. */
  note?: string | null;
  /** Undoes it and reads again what shows it; answers what stays. Throws what the server says against it. */
  undo: () => Promise<string | null>;
}

/** Says what was done, with the way to undo it; then that it was undone, or why not. */
export function sayUndoable({ id, title, note = null, undo }: Undoable): void {
  async function onUndo(): Promise<void> {
    notifications.hide(id);
    const answer = { id: `undone-${id}` };
    try {
      const stays = await undo();
      notifications.show({ ...answer, title: `Undone: ${title}`, message: stays });
    } catch (error) {
      const message = error instanceof Error ? sayError(error) : null;
      notifications.show({ ...answer, color: 'red', title: `Not undone: ${title}`, message });
    }
  }
  notifications.show({
    id,
    title,
    autoClose: shownMilliseconds,
    message: (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">{note}</Text>
        <Button size="compact-sm" variant="light" onClick={() => void onUndo()}>
          Undo
        </Button>
      </Group>
    ),
  });
}

/** '2 customers changed meanwhile and stay as before.' */
export const stayText = (count: number, one: string, when: 'meanwhile' | 'since'): string | null =>
  count === 0 ? null : `${counted(count, one)} changed ${when} and ${count === 1 ? 'stays' : 'stay'} as before.`;

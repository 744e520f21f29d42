import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { counted } from '#shared/core/words.ts';
import { postUndo } from '#shared/work/undo.ts';
import { call } from '#web/core/api.ts';
import { sayError } from '#web/ui/say-error.ts';
import { refreshWork } from './data.ts';

interface Done {
  /** Whom and what, such as 'Snoozed Elm Dental until Dec 1'. */
  title: string;
  /** The id under which it can be undone. */
  workId: string;
  institutionIds: readonly number[];
  /** Those that somebody else changed meanwhile. */
  conflicts?: number;
}

/** Long enough to read it and to change one's mind. */
const shownMilliseconds = 12_000;

const stayText = (count: number, when: string): string | undefined =>
  count === 0 ? undefined : `${counted(count, 'customer')} changed ${when} and ${count === 1 ? 'stays' : 'stay'} as before.`;

/** The name of the only one, or how many. */
export const whom = (institutionIds: readonly number[], institutionName: string | null): string =>
  institutionName ?? counted(institutionIds.length, 'customer');

/** Undoes what was done on the server, and reads again what shows it. Throws what the server says against it. */
export async function undoWork(client: QueryClient, { workId, institutionIds }: Pick<Done, 'workId' | 'institutionIds'>) {
  try {
    return await call(postUndo, { params: { workId }, body: { institutionIds: [...institutionIds] } });
  } finally {
    await refreshWork(client, institutionIds);
  }
}

async function undo(client: QueryClient, done: Done, refresh: (() => Promise<unknown>) | undefined): Promise<void> {
  const id = `undone-${done.workId}`;
  notifications.hide(done.workId);
  try {
    const { kept } = await undoWork(client, done);
    notifications.show({ id, title: `Undone: ${done.title}`, message: stayText(kept.length, 'since') });
    await refresh?.();
  } catch (error) {
    notifications.show({ id, color: 'red', title: `Not undone: ${done.title}`, message: error instanceof Error ? sayError(error) : null });
  }
}

/** Says what was done, with the way to undo it; `refresh` reads again what shows it beside the work itself. */
export function useSayDone(refresh?: () => Promise<unknown>): (done: Done) => void {
  const client = useQueryClient();
  return (done) =>
    notifications.show({
      id: done.workId,
      title: done.title,
      autoClose: shownMilliseconds,
      message: (
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm">{stayText(done.conflicts ?? 0, 'meanwhile')}</Text>
          <Button size="compact-sm" variant="light" onClick={() => void undo(client, done, refresh)}>
            Undo
          </Button>
        </Group>
      ),
    });
}

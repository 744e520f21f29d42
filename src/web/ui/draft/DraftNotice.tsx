import { Button, Group, Text } from '@mantine/core';
import { dayIn } from '#shared/core/dates.ts';
import { momentInWords } from '#shared/core/words.ts';
import { useBusinessTimeZone } from '#web/core/days.ts';
import type { FormDraft } from './use-draft.ts';

interface Properties {
  draft: FormDraft;
  /** Kind of text: 'note'. */
  noun: string;
}

/** Says that a form has unsaved words, and offers an earlier draft. */
export function DraftNotice({ draft, noun }: Properties) {
  const timeText = useTimeFormatter();
  const { isUnsaved, isKept, offered, restore, discard } = draft;
  return (
    <>
      {offered !== undefined && (
        <Group gap="xs" role="group" aria-label="Unsaved draft">
          <Text size="sm">
            You have an unsaved {noun} from {timeText(new Date(offered.savedAt))}.
          </Text>
          <Button size="compact-sm" variant="light" onClick={restore}>
            Restore
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={discard}>
            Discard
          </Button>
        </Group>
      )}
      {isUnsaved && (
        <Text size="xs" c="dimmed">
          {isKept
            ? 'Not saved'
            : 'Not saved. This browser can’t keep the text: copy it before you leave the page.'}
        </Text>
      )}
    </>
  );
}

/** Returns a formatter of moments: the time of today's, and the date and time of others. */
function useTimeFormatter(): (at: Date) => string {
  const timeZone = useBusinessTimeZone();
  return (at) =>
    dayIn(timeZone, at) === dayIn(timeZone, new Date())
      ? at.toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
      : momentInWords(at, timeZone);
}

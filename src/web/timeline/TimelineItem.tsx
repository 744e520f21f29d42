import { Text, Tooltip } from '@mantine/core';
import {
  IconActivity,
  IconAlertTriangle,
  IconCheckbox,
  IconFlag,
  IconNote,
  type IconProps,
  IconTicket,
  IconUserCheck,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { TimelineEntry, TimelineKind } from '#shared/timeline/timeline.ts';
import { useBusinessTimeZone, useMomentText } from '#web/core/days.ts';
import { EntryBody } from '#web/ui/EntryBody.tsx';
import { NoteEntry } from './NoteEntry.tsx';
import classes from './timeline.module.css';

const icons: Record<TimelineKind, ComponentType<IconProps>> = {
  note: IconNote,
  task: IconCheckbox,
  risk: IconAlertTriangle,
  score: IconActivity,
  ticket: IconTicket,
  owner: IconUserCheck,
  milestone: IconFlag,
};

/** One thing that happened: what, who, when, and what was written. */
export function TimelineItem({ institutionId, entry }: { institutionId: number; entry: TimelineEntry }) {
  const Icon = icons[entry.kind];
  const isNote = entry.kind === 'note' && entry.event === 'added';
  return (
    <li className={classes.entry}>
      <span className={classes.mark} data-kind={entry.kind} data-tone={entry.tone}>
        <Icon size={15} aria-hidden />
      </span>
      <div className={classes.entryText}>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {isNote ? `Note by ${entry.actor?.name ?? 'somebody'}` : entry.headline}
        </Text>
        <Text size="xs" c="dimmed" mb={entry.body === null ? 0 : 4}>
          {!isNote && entry.actor !== null && `${entry.actor.name} · `}
          <When at={entry.at} />
          {entry.editedAt !== null && ' · edited'}
        </Text>
        {isNote ? <NoteEntry institutionId={institutionId} entry={entry} /> : entry.body !== null && <EntryBody text={entry.body} />}
      </div>
    </li>
  );
}

/** The day in short, and the minute to who points at it; both where the business is. */
function When({ at }: { at: string }) {
  const timeZone = useBusinessTimeZone();
  const momentText = useMomentText();
  const full = new Date(at).toLocaleString('en-US', { timeZone, dateStyle: 'full', timeStyle: 'short' });
  return (
    <Tooltip label={full}>
      <time dateTime={at}>{momentText(at)}</time>
    </Tooltip>
  );
}

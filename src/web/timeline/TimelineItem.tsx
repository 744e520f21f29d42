import { Anchor, Text } from '@mantine/core';
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
import { Link } from 'react-router';
import type { TimelineEntry, TimelineKind } from '#shared/timeline/timeline.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { CollapsibleText } from '#web/ui/CollapsibleText.tsx';
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

/** One timeline entry: headline, actor, time and text. */
export function TimelineItem({
  institutionId,
  entry,
}: {
  institutionId: number;
  entry: TimelineEntry;
}) {
  const momentText = useMomentFormatter();
  const Icon = icons[entry.kind];
  const isNote = entry.kind === 'note' && entry.event === 'added';
  return (
    <li className={classes.entry}>
      <span className={classes.mark} data-kind={entry.kind} data-tone={entry.tone}>
        <Icon size={15} aria-hidden />
      </span>
      <div className={classes.entryText}>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {isNote ? (
            `Note by ${entry.actor?.name ?? 'a former user'}`
          ) : entry.path === null ? (
            entry.headline
          ) : (
            <Anchor component={Link} to={entry.path} inherit>
              {entry.headline}
            </Anchor>
          )}
        </Text>
        <Text size="xs" c="dimmed" mb={entry.body === null ? 0 : 4}>
          {!isNote && entry.actor !== null && `${entry.actor.name} · `}
          <time dateTime={entry.at}>{momentText(entry.at)}</time>
          {entry.editedAt !== null && ' · edited'}
        </Text>
        {isNote ? (
          <NoteEntry institutionId={institutionId} entry={entry} />
        ) : (
          entry.body !== null && <CollapsibleText text={entry.body} />
        )}
      </div>
    </li>
  );
}

import { Anchor, Popover, Text, UnstyledButton } from '@mantine/core';
import {
  IconCheckbox,
  IconClipboardCheck,
  IconFlag,
  IconNote,
  type IconProps,
  IconQuestionMark,
  IconTicket,
  IconTrendingDown,
  IconTrendingUp,
  IconUserCheck,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { countText, dayInWords } from '#shared/core/words.ts';
import type { HealthHistoryEvent } from '#shared/timeline/history.ts';
import { useMomentDayFormatter } from '#web/core/days.ts';
import { groupNearbyItems } from '#web/ui/chart/plot.ts';
import classes from './history.module.css';

interface Properties {
  institutionId: number;
  width: number;
  events: readonly { x: number; item: HealthHistoryEvent }[];
}

const pinSize = 26;
const icons = {
  note: IconNote,
  task: IconCheckbox,
  risk: IconClipboardCheck,
  owner: IconUserCheck,
  milestone: IconFlag,
} as const;

/** Icons of score events; `plain` is for weeks in which the score became unknown or known again. */
const scoreIcons = {
  good: IconTrendingUp,
  bad: IconTrendingDown,
  plain: IconQuestionMark,
} as const;

function iconOf({ kind, tone }: HealthHistoryEvent): ComponentType<IconProps> {
  if (kind === 'score') return scoreIcons[tone];
  return kind === 'ticket' ? IconTicket : icons[kind];
}

/** Pins for events, below their week; pins that would overlap are combined. */
export function EventPins({ institutionId, width, events }: Properties) {
  if (events.length === 0) return null;
  // Pins at an edge are moved inward before they are combined, so that no two pins overlap.
  const inside = events.map(({ x, item }) => ({
    x: Math.min(Math.max(x, pinSize / 2), width - pinSize / 2),
    item,
  }));
  return (
    <ul className={classes.pins} aria-label="Events">
      {groupNearbyItems(inside, pinSize + 2).map(({ x, items }) => (
        <li key={items[0]?.id} style={{ left: x }}>
          <Pin institutionId={institutionId} events={items} />
        </li>
      ))}
    </ul>
  );
}

function Pin({ institutionId, events }: { institutionId: number; events: HealthHistoryEvent[] }) {
  const dayText = useMomentDayFormatter();
  const [first] = events;
  if (first === undefined) return null;
  const Icon = iconOf(first);
  const label = events.length === 1 ? first.text : countText(events.length, 'event');
  return (
    <Popover width={300} position="bottom" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.pin}
          data-tone={events.length === 1 ? first.tone : undefined}
          aria-label={`${label}, week of ${dayInWords(first.weekStartDate)}`}
        >
          {events.length === 1 ? <Icon size={15} aria-hidden /> : events.length}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 24px)" aria-label="Events">
        <ul className={classes.pinned}>
          {events.map((event) => (
            <li key={event.id}>
              <Text size="xs" c="dimmed">
                {dayText(event.at)}
              </Text>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {event.text}
              </Text>
            </li>
          ))}
        </ul>
        <Anchor
          component={Link}
          size="sm"
          to={`${paths.institutionOverview(institutionId)}?tab=timeline`}
        >
          Open timeline
        </Anchor>
      </Popover.Dropdown>
    </Popover>
  );
}

import { ActionIcon, Anchor, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ListedActionItem } from '#shared/action-items/action-items.ts';
import { actionItemState } from '#shared/action-items/rules.ts';
import { actionItemPriorityLabels } from '#shared/action-items/words.ts';
import {
  addDays,
  addMonthsToMonth,
  type Day,
  isDay,
  monthEndOf,
  weekday,
  weekStartOf,
} from '#shared/core/dates.ts';
import { countText, monthInWords } from '#shared/core/words.ts';
import { dayText } from '#web/core/days.ts';
import { useUrlParameters } from '#web/ui/page/use-url-parameters.ts';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import classes from './action-items.module.css';
import { useActionItemChange } from './data.ts';

/** Maximum number of action items shown per day; the others are in the list. */
const shownCalls = 4;
const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Returns the days of all weeks that overlap the month. */
function daysOf(month: string): Day[] {
  const first = `${month}-01`;
  const last = monthEndOf(first);
  const from = weekStartOf(first);
  const days: Day[] = [];
  for (let day = from; day <= addDays(weekStartOf(last), 6); day = addDays(day, 1)) days.push(day);
  return days;
}

interface Properties {
  rows: readonly ListedActionItem[];
  today: Day;
  onOpen: (row: ListedActionItem) => void;
  /** Called to show the action items of a day in the list. */
  onList: (day: Day) => void;
}

/**
 * Calendar month of open action items by due date, without snoozed action items. An action item is
 * moved by dragging, or in its dialog.
 */
export function ActionItemCalendar({ rows, today, onOpen, onList }: Properties) {
  const { parameters, change: go } = useUrlParameters();
  const change = useActionItemChange();
  const asked = parameters.get('month') ?? '';
  const month = isDay(`${asked}-01`) ? asked : today.slice(0, 7);
  const byDay = Map.groupBy(
    rows.filter((row) => actionItemState(row) === 'Open'),
    ({ dueOn }) => dueOn,
  );
  const show = (next: string) => go({ month: next === today.slice(0, 7) ? null : next });
  const drop = (key: string, dueOn: Day) => {
    const row = rows.find(({ callId, institutionId }) => `${institutionId} ${callId}` === key);
    if (row === undefined || row.dueOn === dueOn || dueOn < today) return;
    change.mutate({
      calls: [row],
      change: { action: 'due', dueOn },
      title: `Due ${dayText(dueOn, today)}: ${row.title}, ${row.institutionName}`,
    });
  };
  return (
    <div data-guide="call-calendar">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" aria-live="polite">
          {monthInWords(`${month}-01`)}
        </Title>
        <Group gap={4}>
          <ActionIcon
            variant="default"
            aria-label="Previous month"
            onClick={() => show(addMonthsToMonth(month, -1))}
          >
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label="Next month"
            onClick={() => show(addMonthsToMonth(month, 1))}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <div className={classes.weekdays} aria-hidden>
        {weekdayNames.map((name) => (
          <Text key={name} size="xs" c="dimmed">
            {name}
          </Text>
        ))}
      </div>
      <ul
        className={classes.month}
        aria-label={`Action items due in ${monthInWords(`${month}-01`)}`}
      >
        {daysOf(month).map((day) => {
          const own = byDay.get(day) ?? [];
          return (
            <li
              key={day}
              className={classes.day}
              data-empty={own.length === 0 || undefined}
              data-other={!day.startsWith(month) || undefined}
              data-today={day === today || undefined}
              data-weekend={weekday(day) === 0 || weekday(day) === 6 || undefined}
              onDragOver={day < today ? undefined : (event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                drop(event.dataTransfer.getData('text/plain'), day);
              }}
            >
              <Text size="xs" fw={day === today ? 700 : 400} className={classes.date}>
                <span className={classes.wideOnly}>{Number(day.slice(8))}</span>
                <span className={classes.narrowOnly}>{dayText(day, today)}</span>
              </Text>
              {own.slice(0, shownCalls).map((row) => (
                <UnstyledButton
                  key={`${row.institutionId} ${row.callId}`}
                  className={classes.entry}
                  draggable
                  onDragStart={(event) =>
                    event.dataTransfer.setData('text/plain', `${row.institutionId} ${row.callId}`)
                  }
                  onClick={() => onOpen(row)}
                  title={`${row.title}, ${row.institutionName}`}
                  data-priority={row.priority}
                  aria-label={`${row.title}, ${row.institutionName}, ${actionItemPriorityLabels[row.priority].toLowerCase()} priority`}
                >
                  <TierMark tier={row.healthTier} /> {row.institutionName}: {row.title}
                </UnstyledButton>
              ))}
              {own.length > shownCalls && (
                <Anchor
                  component="button"
                  type="button"
                  size="xs"
                  ta="start"
                  onClick={() => onList(day)}
                >
                  {countText(own.length - shownCalls, 'more action item')}
                </Anchor>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

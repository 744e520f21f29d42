import { ActionIcon, Button, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCalendarDue,
  IconCheck,
  IconFileText,
  IconPlayerPause,
  IconTicket,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { addDays, type Day } from '#shared/core/dates.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { dollarsText } from '#shared/core/words.ts';
import type { PlannedItem } from '#shared/day/day.ts';
import { dayItemName } from '#shared/day/rules.ts';
import { dayText } from '#web/core/days.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import classes from './day.module.css';

const kindNames = {
  task: 'Task',
  risk: 'Risk case',
  renewal: 'Renewal',
  churn: 'Churn',
  onboarding: 'Onboarding',
  sla: 'SLA',
  call: 'Action item',
} as const;
const urgencyNames = {
  overdue: 'Overdue',
  today: 'Today',
  soon: 'Soon',
  when_free: 'When you have time',
} as const;

interface Properties {
  item: PlannedItem;
  /** All rows of the day. */
  among: readonly PlannedItem[];
  today: Day;
  isBusy: boolean;
  onMove: (item: PlannedItem, to: Day | null) => void;
  onPickDay: (item: PlannedItem) => void;
  /** `opener` is the element that gets the focus back. */
  onComplete: (item: PlannedItem, opener: Element | null) => void;
  /** Opens the dialog for pausing the clock. */
  onPause: (item: PlannedItem, opener: Element | null) => void;
  /** Only defined for rows of today’s list. */
  onShift?: (item: PlannedItem, by: 1 | -1) => void;
}

/** Row of a work item: its customer, the reason it is listed, and its actions. */
export function DayRow({
  item,
  among,
  today,
  isBusy,
  onMove,
  onPickDay,
  onComplete,
  onPause,
  onShift,
}: Properties) {
  const name = dayItemName(item);
  const { institutionId, movedTo } = item;
  return (
    <li className={classes.row} tabIndex={-1} data-key={item.key}>
      <div className={classes.text}>
        <Group gap="2px 8px">
          <NameLink item={item} among={among} />
          {item.healthTier !== null && <TierMark tier={item.healthTier} />}
          <Text size="xs" c="dimmed">
            {kindNames[item.kind]} · {urgencyNames[item.urgency]} · {item.minutes} min
            {item.value !== null && ` · ${dollarsText(item.value)} at stake`}
            {item.coveringFor !== null && ` · Covering for ${item.coveringFor.name}`}
            {movedTo !== null && ` · Moved to ${dayText(movedTo, today)}`}
          </Text>
        </Group>
        <Text size="sm">{item.why}</Text>
      </div>
      <Group gap={4} wrap="nowrap">
        {item.task !== null && (
          <ActionIcon
            variant="subtle"
            aria-label={`Complete task of ${name}`}
            disabled={isBusy}
            onClick={(event) => onComplete(item, event.currentTarget)}
          >
            <IconCheck size={18} aria-hidden />
          </ActionIcon>
        )}
        {item.call !== null && (
          <ActionIcon
            variant="subtle"
            aria-label={`Close ${item.call.title} of ${name}`}
            disabled={isBusy}
            onClick={(event) => onComplete(item, event.currentTarget)}
          >
            <IconCheck size={18} aria-hidden />
          </ActionIcon>
        )}
        {item.sla?.canPause === true && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Pause clock of ${name}`}
            disabled={isBusy}
            onClick={(event) => onPause(item, event.currentTarget)}
          >
            <IconPlayerPause size={18} aria-hidden />
          </ActionIcon>
        )}
        {item.sla !== null && item.sla.ticketId !== null && (
          <ActionIcon
            component={Link}
            to={paths.ticket(item.sla.ticketId)}
            variant="subtle"
            color="gray"
            aria-label={`Open ticket of ${name}`}
          >
            <IconTicket size={18} aria-hidden />
          </ActionIcon>
        )}
        {onShift && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Move ${name} up`}
              disabled={isBusy}
              onClick={() => onShift(item, -1)}
            >
              <IconArrowUp size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Move ${name} down`}
              disabled={isBusy}
              onClick={() => onShift(item, 1)}
            >
              <IconArrowDown size={18} aria-hidden />
            </ActionIcon>
          </>
        )}
        {institutionId !== null && (
          <ActionIcon
            component="a"
            variant="subtle"
            color="gray"
            href={`${paths.institutionOverview(institutionId)}?print=prep-sheet`}
            aria-label={`Prep sheet of ${name}`}
          >
            <IconFileText size={18} aria-hidden />
          </ActionIcon>
        )}
        {movedTo === null ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Move ${name}`}
                disabled={isBusy}
              >
                <IconCalendarDue size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onMove(item, addDays(today, 1))}>Tomorrow</Menu.Item>
              <Menu.Item onClick={() => onMove(item, addDays(today, 7))}>In a week</Menu.Item>
              <Menu.Item onClick={() => onPickDay(item)}>Pick a date…</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            onClick={() => onMove(item, null)}
          >
            Back to today
          </Button>
        )}
      </Group>
    </li>
  );
}

/** Name of the item's customer, which opens its dialog, or of its prospect, which opens its page. */
function NameLink({ item, among }: Pick<Properties, 'item' | 'among'>) {
  const openInstitution = useInstitutionModal();
  const { institutionId, prospect } = item;
  if (prospect !== null)
    return (
      <Text component={Link} className={classes.name} to={paths.prospect(prospect.key)}>
        {prospect.name}
      </Text>
    );
  if (institutionId === null) return null;
  const customers = among.flatMap((each) =>
    each.institutionId === null ? [] : [{ institutionId: each.institutionId }],
  );
  return (
    <UnstyledButton
      className={classes.name}
      onClick={() => openInstitution(institutionId, customers)}
    >
      {item.institutionName}
    </UnstyledButton>
  );
}

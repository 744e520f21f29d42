import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCalendarDue,
  IconDots,
  IconFileText,
  IconPlayerPause,
  IconTicket,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { addDays, type Day } from '#shared/core/dates.ts';
import { paths } from '#shared/core/pages/paths.ts';
import type { DayRow } from '#shared/day/day.ts';
import { dayItemName } from '#shared/day/rules.ts';
import type { DayRowActions } from './day-row-actions.ts';

interface Properties extends Pick<DayRowActions, 'onMove' | 'onPickDay' | 'onPause' | 'onShift'> {
  row: DayRow;
  today: Day;
  /** Ticket of the row's first SLA clock of a ticket; `null` without one. */
  ticketId: number | null;
}

/** Menu with the further actions of a row. */
export function DayRowMenu({
  row,
  today,
  ticketId,
  onMove,
  onPickDay,
  onPause,
  onShift,
}: Properties) {
  const pausable = row.items.find(({ sla }) => sla?.canPause === true);
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${dayItemName(row)}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {row.movedTo === null && (
          <>
            <Menu.Item
              leftSection={<IconCalendarDue size={16} />}
              onClick={() => onMove(row, addDays(today, 1))}
            >
              Move to tomorrow
            </Menu.Item>
            <Menu.Item
              leftSection={<IconCalendarDue size={16} />}
              onClick={() => onMove(row, addDays(today, 7))}
            >
              Move by a week
            </Menu.Item>
            <Menu.Item
              leftSection={<IconCalendarDue size={16} />}
              onClick={() => onPickDay(row, document.activeElement)}
            >
              Move to another day…
            </Menu.Item>
          </>
        )}
        {onShift && (
          <>
            <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={() => onShift(row, -1)}>
              Move up
            </Menu.Item>
            <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={() => onShift(row, 1)}>
              Move down
            </Menu.Item>
          </>
        )}
        {pausable !== undefined && (
          <Menu.Item
            leftSection={<IconPlayerPause size={16} />}
            onClick={() => onPause(pausable, document.activeElement)}
          >
            Pause SLA clock
          </Menu.Item>
        )}
        {ticketId !== null && (
          <Menu.Item
            leftSection={<IconTicket size={16} />}
            component={Link}
            to={paths.ticket(ticketId)}
          >
            Open ticket
          </Menu.Item>
        )}
        {row.institutionId !== null && (
          <Menu.Item
            leftSection={<IconFileText size={16} />}
            component="a"
            href={`${paths.institutionOverview(row.institutionId)}?print=prep-sheet`}
          >
            Prep sheet
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import type { Day } from '#shared/core/dates.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { dollarsText, nearDayInWords } from '#shared/core/words.ts';
import type { DayRow as DayRowData, PlannedItem } from '#shared/day/day.ts';
import { dayItemName, finishKindOf, ticketIdOf } from '#shared/day/rules.ts';
import { dayText } from '#web/core/days.ts';
import { useInstitutionModal } from '#web/institutions/institution-modal.ts';
import { CustomerMark } from '#web/ui/CustomerMark.tsx';
import { TierMark } from '#web/ui/tier/TierMark.tsx';
import { DayRowMenu } from './DayRowMenu.tsx';
import classes from './day.module.css';
import type { DayRowActions } from './day-row-actions.ts';

const kindNames = {
  task: 'Task',
  risk: 'Risk case',
  renewal: 'Renewal',
  churn: 'Churn',
  onboarding: 'Onboarding',
  sla: 'SLA',
  call: 'Action item',
  save: 'Leaving',
} as const;
const urgencyNames = {
  overdue: 'Overdue',
  today: 'Today',
  soon: 'Soon',
  when_free: 'When you have time',
} as const;

interface Properties extends DayRowActions {
  row: DayRowData;
  /** All rows of the day. */
  among: readonly DayRowData[];
  today: Day;
}

/** Row of a customer or prospect: the reasons for which it is listed, and its actions. */
export function DayRow({ row, among, today, ...actions }: Properties) {
  const name = dayItemName(row);
  const ticketId = ticketIdOf(row);
  return (
    <li className={classes.row} tabIndex={-1} data-key={row.key}>
      <div className={classes.text}>
        <Group gap="2px 8px">
          <NameLink row={row} among={among} />
          {row.healthTier !== null && <TierMark tier={row.healthTier} />}
          {row.institutionId !== null && <CustomerMark institutionId={row.institutionId} />}
          <Text size="xs" c="dimmed">
            {factsOf(row, today).join(' · ')}
          </Text>
        </Group>
        {row.items.map((item) => (
          <Reason
            key={item.key}
            item={item}
            name={name}
            onClose={() => actions.onCloseOutdated(row, item)}
          />
        ))}
      </div>
      <Group gap={6} wrap="nowrap" className={classes.actions}>
        {row.movedTo !== null ? (
          <Button size="compact-sm" variant="default" onClick={() => actions.onMove(row, null)}>
            Back to today
          </Button>
        ) : finishKindOf(row) === 'reply' && ticketId !== null ? (
          <Button
            size="compact-sm"
            variant="light"
            component={Link}
            to={paths.ticket(ticketId)}
            aria-label={`Reply to ticket of ${name}`}
          >
            Reply
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="light"
            aria-label={`Finish ${name}`}
            onClick={(event) => actions.onFinish(row, event.currentTarget)}
          >
            Finish
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Snooze ${name}`}
          onClick={(event) => actions.onSnooze(row, event.currentTarget)}
        >
          Snooze
        </Button>
        <DayRowMenu row={row} today={today} ticketId={ticketId} {...actions} />
      </Group>
    </li>
  );
}

const factsOf = (row: DayRowData, today: Day): string[] => [
  urgencyNames[row.urgency],
  ...(row.due === null || row.due === today ? [] : [`due ${nearDayInWords(row.due, today)}`]),
  `${row.minutes} min`,
  ...(row.value === null ? [] : [`${dollarsText(row.value)} at stake`]),
  ...(row.coveringFor === null ? [] : [`Covering for ${row.coveringFor.name}`]),
  ...(row.movedTo === null ? [] : [`Moved to ${dayText(row.movedTo, today)}`]),
];

/** Reason for which a row is listed. An outdated alert offers to be closed. */
function Reason({ item, name, onClose }: { item: PlannedItem; name: string; onClose: () => void }) {
  return (
    <Text size="sm">
      <Text span inherit c="dimmed">
        {kindNames[item.kind]}:
      </Text>{' '}
      {item.why}
      {item.call?.isOutdated === true && (
        <>
          {' '}
          <Text span inherit fs="italic">
            No longer true for this customer.
          </Text>{' '}
          <UnstyledButton
            className={classes.link}
            aria-label={`Close alert ${item.call.title} of ${name}`}
            onClick={onClose}
          >
            Close alert
          </UnstyledButton>
        </>
      )}
    </Text>
  );
}

/** Name of the row's customer, which opens its dialog, or of its prospect, which opens its page. */
function NameLink({ row, among }: Pick<Properties, 'row' | 'among'>) {
  const openInstitution = useInstitutionModal();
  const { institutionId, prospect } = row;
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
      {row.institutionName}
    </UnstyledButton>
  );
}

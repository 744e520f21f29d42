import { ActionIcon, Checkbox, Menu, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconMoonStars } from '@tabler/icons-react';
import type { Day } from '#shared/core/dates.ts';
import type { TaskChanges } from '#shared/work/tasks.ts';
import { createSnoozeChoices, dayText, useToday } from '#web/core/days.ts';
import { notifyFailure } from '#web/ui/sending/notify-failure.ts';
import { useWorkMutation } from './data.ts';
import { TaskEditor } from './TaskEditor.tsx';
import { type AnyTask, changeTask, institutionIdsOf, subjectOf } from './task-calls.ts';
import classes from './work.module.css';

/** One task, with a checkbox to complete it and a menu to edit, cancel, snooze or reopen it. */
export function TaskRow({ task }: { task: AnyTask }) {
  const subject = subjectOf(task);
  const [editing, { open, close }] = useDisclosure(false);
  const today = useToday();
  const change = useWorkMutation(
    (changes: TaskChanges) => changeTask(task, { version: task.version, ...changes }),
    () => institutionIdsOf(subject),
    (changes) => ({ kind: 'task', taskId: task.taskId, changes }),
  );
  const apply = (changes: TaskChanges) =>
    change.mutate(changes, { onError: (error) => notifyFailure('Couldn’t save the task', error) });
  // While a change is being saved, the requested status is shown.
  const status = (change.isPending ? change.variables.status : undefined) ?? task.status;
  return (
    <li className={classes.task}>
      <Checkbox
        aria-label={`Done: ${task.title}`}
        checked={status === 'done'}
        onChange={(event) => apply({ status: event.currentTarget.checked ? 'done' : 'open' })}
        disabled={change.isPending}
      />
      <div className={classes.taskText}>
        <UnstyledButton
          onClick={open}
          className={classes.taskTitle}
          data-closed={status !== 'open' || undefined}
        >
          {task.title}
        </UnstyledButton>
        <Text size="xs" c="dimmed" component="div" className={classes.facts}>
          {task.dueOn !== null && <Due day={task.dueOn} today={today} open={status === 'open'} />}
          <span>{task.assignee?.name ?? 'Unassigned'}</span>
          {status === 'dropped' && <span>Canceled</span>}
          {task.snoozedUntil !== null && (
            <span>
              <IconMoonStars size={12} aria-hidden /> Snoozed until{' '}
              {dayText(task.snoozedUntil, today)}
            </span>
          )}
        </Text>
      </div>
      <TaskMenu task={task} today={today} onChange={apply} onEdit={open} />
      {editing && <TaskEditor subject={subject} task={task} onClose={close} />}
    </li>
  );
}

function Due({ day, today, open }: { day: Day; today: Day; open: boolean }) {
  const overdue = open && day < today;
  return (
    <Text span inherit {...(overdue ? { c: 'var(--tier-critical)', fw: 600 } : {})}>
      {overdue ? 'Overdue: ' : 'Due '}
      {dayText(day, today)}
    </Text>
  );
}

interface MenuProperties {
  task: AnyTask;
  today: Day;
  onChange: (changes: TaskChanges) => void;
  onEdit: () => void;
}

function TaskMenu({ task, today, onChange, onEdit }: MenuProperties) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${task.title}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>Edit</Menu.Item>
        {task.status === 'open' ? (
          <>
            <Menu.Item onClick={() => onChange({ status: 'dropped' })}>Cancel task</Menu.Item>
            <Menu.Divider />
            <Menu.Label>Snooze</Menu.Label>
            {createSnoozeChoices(today).map(({ label, until }) => (
              <Menu.Item key={label} onClick={() => onChange({ snoozedUntil: until })}>
                {label}
              </Menu.Item>
            ))}
            {task.snoozedUntil !== null && (
              <Menu.Item onClick={() => onChange({ snoozedUntil: null })}>End snooze</Menu.Item>
            )}
          </>
        ) : (
          <Menu.Item onClick={() => onChange({ status: 'open' })}>Reopen</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

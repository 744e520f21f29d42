import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { getTimeline, type TimelineEntry } from '#shared/timeline/timeline.ts';
import {
  getRiskCases,
  postRiskAssignee,
  postRiskOutcomes,
  postRiskSnooze,
  type RiskCase,
} from '#shared/work/cases.ts';
import { getNote, patchNote, postNote } from '#shared/work/notes.ts';
import { getPeople } from '#shared/work/people.ts';
import { getTask, getTasks, patchTask, postTasks, type Task } from '#shared/work/tasks.ts';
import { postUndo } from '#shared/work/undo.ts';
import { getWorkloads } from '#shared/work/workloads.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { ApiError } from '#web/core/api.ts';
import { Timeline } from '#web/timeline/Timeline.tsx';
import { AssignMenu } from './cases/AssignMenu.tsx';
import { OutcomeMenu } from './cases/OutcomeMenu.tsx';
import { SnoozeMenu } from './cases/SnoozeMenu.tsx';
import { riskCasesQuery } from './data.ts';
import { TaskList } from './TaskList.tsx';

let server: TestServer;
const me = { id: morgan.id, name: morgan.name };
const ana = { id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e60', name: 'Ana Pérez' };

const entry = (facts: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id: 'note:1',
  at: '2026-11-18T18:00:00.000Z',
  kind: 'note',
  event: 'added',
  actor: me,
  headline: 'Note',
  tone: 'plain',
  body: 'Spoke with the front desk.',
  subjectId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e61',
  version: 1,
  editedAt: null,
  path: null,
  ...facts,
});
const task = (facts: Partial<Task> = {}): Task => ({
  institutionId: 7,
  institutionName: 'Elm Dental',
  taskId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e62',
  title: 'Call Dr. Elm',
  details: '',
  dueOn: null,
  assignee: null,
  status: 'open',
  snoozedUntil: null,
  version: 1,
  createdBy: me,
  createdAt: '2026-11-18T18:00:00.000Z',
  updatedBy: me,
  updatedAt: '2026-11-18T18:00:00.000Z',
  closedAt: null,
  ...facts,
});
const riskCase = (facts: Partial<RiskCase> = {}): RiskCase => ({
  institutionId: 7,
  assignee: null,
  snooze: null,
  lastOutcome: null,
  version: 0,
  ...facts,
});

const show = (part: ReactNode) => renderApp('/', [{ path: '/', element: part }]);
const tasks = (...list: Task[]) =>
  server.answer(getTasks, { rows: list, next: null, total: list.length, overdue: 0 });

beforeEach(() => {
  notifications.clean();
  server = startSignedInServer();
  server.answer(getPeople, { rows: [ana, me] });
  server.answer(getTimeline, { rows: [entry()], next: null });
  server.answer(getRiskCases, { rows: [] });
  tasks();
});

describe('the timeline', () => {
  it('shows markup as the text it is', async () => {
    server.answer(getTimeline, {
      rows: [entry({ body: '<img src=x onerror=alert(1)> **bold**' })],
      next: null,
    });
    show(<Timeline institutionId={7} />);
    expect(await screen.findByText('<img src=x onerror=alert(1)> **bold**')).toBeVisible();
    expect(document.querySelector('img')).toBeNull();
  });

  it('collapses a long note until it is expanded', async () => {
    server.answer(getTimeline, { rows: [entry({ body: 'word '.repeat(300) })], next: null });
    show(<Timeline institutionId={7} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Show all', expanded: false }));
    expect(screen.getByRole('button', { name: 'Show less', expanded: true })).toBeVisible();
  });

  it('adds a note on top, and keeps the typed text when saving fails', async () => {
    server.refuse(postNote, 503, 'The database is busy.');
    show(<Timeline institutionId={7} />);
    const box = await screen.findByRole('textbox', { name: 'Note' });
    await userEvent.type(box, 'Anna is on holiday');
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText('The database is busy.')).toBeVisible();
    expect(box).toHaveValue('Anna is on holiday');
    server.answer(postNote, (body) => {
      server.answer(getTimeline, {
        rows: [entry({ id: 'note:2', body: body.body }), entry()],
        next: null,
      });
      return {
        institutionId: 7,
        noteId: body.noteId,
        author: me,
        body: body.body,
        version: 1,
        createdAt: '2026-11-18T18:00:00Z',
        editedAt: null,
      };
    });
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
    const list = await screen.findByRole('list', { name: 'Timeline' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
    expect(box).toHaveValue('');
    const ids = server.callsTo(postNote).map(({ body }) => (body as { noteId: string }).noteId);
    expect(new Set(ids).size).toBe(1);
  });

  it('lets only the author change a note', async () => {
    server.answer(getTimeline, { rows: [entry({ actor: ana })], next: null });
    show(<Timeline institutionId={7} />);
    await screen.findByText('Note by Ana Pérez');
    await waitFor(() =>
      expect(server.calls.some(({ path }) => path === '/api/auth/user')).toBe(true),
    );
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  it('shows the saved note when another user has changed it, and keeps the typed text', async () => {
    server.refuse(patchNote, 409, 'This note has changed.');
    const stored = {
      institutionId: 7,
      noteId: entry().subjectId ?? '',
      author: me,
      createdAt: '2026-11-18T18:00:00Z',
      editedAt: null,
    };
    server.answer(getNote, { ...stored, body: 'From my telephone', version: 2 });
    show(<Timeline institutionId={7} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const box = screen.getByRole('textbox', { name: 'Edit note' });
    await userEvent.clear(box);
    await userEvent.type(box, 'From my desk');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('From my telephone')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Edit note' })).toHaveValue('From my desk');
    server.answer(patchNote, { ...stored, body: 'From my desk', version: 3 });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.callsTo(patchNote).at(-1)?.body).toEqual({ version: 2, body: 'From my desk' }),
    );
  });

  it('filters by kind and words, and reports when nothing matches', async () => {
    show(<Timeline institutionId={7} />);
    await screen.findByText('Spoke with the front desk.');
    server.answer(getTimeline, { rows: [], next: null });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Tickets' }));
    expect(await screen.findByText('No matching events.')).toBeVisible();
    server.answer(getTimeline, { rows: [entry()], next: null });
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('Spoke with the front desk.')).toBeVisible();
  });

  it('loads older entries', async () => {
    server.answer(getTimeline, { rows: [entry()], next: 'more' });
    show(<Timeline institutionId={7} />);
    const more = await screen.findByRole('button', { name: 'Show older' });
    server.answer(getTimeline, {
      rows: [
        entry({ id: 'live', kind: 'milestone', event: 'live', headline: 'Went live', body: null }),
      ],
      next: null,
    });
    await userEvent.click(more);
    expect(await screen.findByText('Went live')).toBeVisible();
    expect(screen.getByText('Spoke with the front desk.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });
});

describe('the tasks', () => {
  it('are completed by checkbox, and a refusal is shown', async () => {
    tasks(task());
    server.answer(patchTask, task({ status: 'done', version: 2 }));
    show(<TaskList institution={{ id: 7, name: 'Elm Dental' }} />);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Done: Call Dr. Elm' }));
    await waitFor(() =>
      expect(server.callsTo(patchTask)[0]?.body).toEqual({ version: 1, status: 'done' }),
    );
    server.refuse(patchTask, 409, 'Ana Pérez has changed this task.');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Done: Call Dr. Elm' }));
    expect(await screen.findByText('Ana Pérez has changed this task.')).toBeVisible();
  });

  it('are added once, however often the button is pressed', async () => {
    server.answer(postTasks, { institutionIds: [7], institutionName: 'Elm Dental' });
    show(<TaskList institution={{ id: 7, name: 'Elm Dental' }} />);
    expect(await screen.findByText('No open tasks. Add one for your next step.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Add task' }));
    const dialog = await screen.findByRole('dialog', { name: 'New task for Elm Dental' });
    expect(within(dialog).getByRole('button', { name: 'Add task' })).toBeDisabled();
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Task' }), 'Call Dr. Elm');
    await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Add task' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsTo(postTasks).map(({ body }) => body)).toEqual([
      {
        taskId: expect.any(String),
        title: 'Call Dr. Elm',
        details: '',
        dueOn: null,
        assigneeId: null,
        institutionIds: [7],
      },
    ]);
  });

  it('keep the typed text when another user was first, and list that user’s changes', async () => {
    tasks(task());
    server.refuse(patchTask, 409, 'Ana Pérez has changed this task.');
    server.answer(
      getTask,
      task({ version: 2, title: 'Call Dr. Oak', assignee: ana, updatedBy: ana }),
    );
    show(<TaskList institution={{ id: 7, name: 'Elm Dental' }} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Call Dr. Elm' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Task for Elm Dental' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Details' }), 'About reminders');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent('Ana Pérez changed this task while you had it open');
    expect(alert).toHaveTextContent('Title: Call Dr. OakAssignee: Ana Pérez');
    expect(dialog.getByRole('textbox', { name: 'Details' })).toHaveValue('About reminders');
    expect(dialog.getByRole('textbox', { name: 'Task' })).toHaveValue('Call Dr. Oak');
    server.answer(patchTask, task({ version: 3 }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.callsTo(patchTask).at(-1)?.body).toEqual({
        version: 2,
        details: 'About reminders',
      }),
    );
  });
});

const SnoozeReason = () => useQuery(riskCasesQuery).data?.get(7)?.snooze?.reason ?? 'Not snoozed';

describe('the menus of an at-risk customer', () => {
  const snoozeIt = async (reason: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Snooze' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze' }));
    await userEvent.click(dialog.getByRole('button', { name: reason }));
    await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }));
  };
  const toast = async (title: string) => {
    const alert = (await screen.findByText(title)).closest<HTMLElement>('[role="alert"]');
    if (alert === null) throw new Error('no toast');
    return within(alert);
  };

  it('snooze at once with a common reason, at the loaded version, and return the focus', async () => {
    server.answer(getRiskCases, { rows: [riskCase({ version: 4 })] });
    server.answer(postRiskSnooze, {
      changed: [riskCase({ version: 5 })],
      conflicts: [],
      institutionName: 'Elm Dental',
    });
    show(<SnoozeMenu institutionIds={[7]} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Snooze' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze' }));
    expect(dialog.getByRole('button', { name: 'Snooze' })).toBeDisabled();
    await userEvent.click(dialog.getByRole('button', { name: 'One month' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Seasonal dip' }));
    expect(server.callsTo(postRiskSnooze)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }));
    await waitFor(() =>
      expect(server.callsTo(postRiskSnooze)[0]?.body).toEqual({
        changeId: expect.any(String),
        cases: [{ institutionId: 7, version: 4 }],
        until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        reason: 'Seasonal dip',
      }),
    );
    expect(await screen.findByText(/^Snoozed Elm Dental until \w{3} \d+/)).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Snooze' })).toHaveFocus());
  });

  it('roll back a failed snooze without waiting for the refetch', async () => {
    server.answer(getRiskCases, { rows: [riskCase()] });
    show(
      <>
        <SnoozeReason />
        <SnoozeMenu institutionIds={[7]} />
      </>,
    );
    await screen.findByText('Not snoozed');
    let refuse = () => {};
    server.answer(
      postRiskSnooze,
      () =>
        new Promise(
          (_, reject) => (refuse = () => reject(new ApiError(500, 'The server failed.'))),
        ),
    );
    await waitFor(() => expect(server.callsTo(getRiskCases)).toHaveLength(1));
    server.answer(getRiskCases, () => new Promise(() => undefined));
    await snoozeIt('Seasonal dip');
    await waitFor(() => expect(screen.queryByText('Not snoozed')).toBeNull());
    refuse();
    expect(await screen.findByText('Not snoozed')).toBeVisible();
    expect(await screen.findByText('Couldn’t save the change')).toBeVisible();
    expect(server.callsTo(getRiskCases)).toHaveLength(2);
  });

  it('take another reason', async () => {
    server.answer(postRiskSnooze, {
      changed: [riskCase()],
      conflicts: [],
      institutionName: 'Elm Dental',
    });
    show(<SnoozeMenu institutionIds={[7]} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Snooze' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze' }));
    await userEvent.type(
      dialog.getByRole('textbox', { name: 'Other reason' }),
      'Moving house{Enter}',
    );
    await waitFor(() =>
      expect(server.callsTo(postRiskSnooze)[0]?.body).toMatchObject({ reason: 'Moving house' }),
    );
  });

  it('are undone by the id they were sent with, and show a notification', async () => {
    server.answer(postRiskSnooze, {
      changed: [riskCase()],
      conflicts: [],
      institutionName: 'Oak Dental',
    });
    server.answer(postUndo, { undone: [7], kept: [] });
    show(<SnoozeMenu institutionIds={[7]} />);
    await snoozeIt('Practice owner is away');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/^Undone: Snoozed Oak Dental until/)).toBeVisible();
    const [sent] = server.callsTo(postRiskSnooze).map(({ body }) => body as { changeId: string });
    expect(server.callsTo(postUndo).map(({ path, body }) => [path, body])).toEqual([
      [`/api/work/${sent?.changeId}/undo`, { institutionIds: [7] }],
    ]);
  });

  it('explain why an undo was refused', async () => {
    server.answer(postRiskSnooze, {
      changed: [riskCase()],
      conflicts: [],
      institutionName: 'Ash Dental',
    });
    server.refuse(postUndo, 409, 'This has changed since and stays as it is.');
    show(<SnoozeMenu institutionIds={[7]} />);
    await snoozeIt('Seasonal dip');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(/^Couldn’t undo: Snoozed Ash Dental until/)).toBeVisible();
    expect(screen.getByText('This has changed since and stays as it is.')).toBeVisible();
  });

  it('assign many customers by typing a few letters, and report customers changed by other users', async () => {
    server.answer(postRiskAssignee, {
      changed: [riskCase(), riskCase({ institutionId: 9 })],
      conflicts: [riskCase({ institutionId: 8 })],
      institutionName: null,
    });
    server.answer(getWorkloads, {
      rows: [
        { personId: ana.id, neededHours: 12, availableHours: 25.5, isAway: true },
        { personId: me.id, neededHours: 3, availableHours: 0, isAway: false },
      ],
    });
    show(<AssignMenu institutionIds={[7, 8, 9]} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Assign' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign' }));
    await dialog.findByText(/of 25.5 h/);
    expect((await dialog.findAllByRole('button')).map((button) => button.textContent)).toEqual([
      'Morgan Member (you) no free hours in the next seven days',
      'Ana Pérez 12 h of 25.5 h, away today',
      'Unassigned',
    ]);
    await userEvent.type(dialog.getByRole('textbox', { name: 'Find a colleague' }), 'ana{Enter}');
    const said = await toast('Assigned 2 customers to Ana Pérez');
    expect(said.getByText('1 customer changed meanwhile and was skipped.')).toBeVisible();
    expect(server.callsTo(postRiskAssignee)[0]?.body).toEqual({
      changeId: expect.any(String),
      cases: [7, 8, 9].map((institutionId) => ({ institutionId, version: 0 })),
      assigneeId: ana.id,
    });
  });

  it('record an outcome with a note, by its number', async () => {
    server.answer(postRiskOutcomes, { institutionIds: [7], institutionName: 'Fir Dental' });
    show(<OutcomeMenu institutionId={7} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Outcome' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Outcome' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Note' }), 'Spoke with Anna 2');
    await userEvent.tab();
    await userEvent.keyboard('1');
    expect(await screen.findByText('Fir Dental: Contacted')).toBeVisible();
    expect(server.callsTo(postRiskOutcomes)[0]?.body).toMatchObject({
      institutionIds: [7],
      outcome: 'contacted',
      note: 'Spoke with Anna 2',
    });
  });

  it('stay open with the typed text when an outcome could not be saved', async () => {
    server.refuse(postRiskOutcomes, 503, 'The database is busy.');
    show(<OutcomeMenu institutionId={7} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Outcome' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'Spoke');
    await userEvent.click(screen.getByRole('button', { name: /Escalated/ }));
    expect(await screen.findByText('The database is busy.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Spoke');
  });
});

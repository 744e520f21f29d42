import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { getTimeline, type TimelineEntry } from '#shared/timeline/timeline.ts';
import { getRiskCases, postRiskAssignee, postRiskOutcome, postRiskSnooze, type RiskCase } from '#shared/work/cases.ts';
import { getNote, patchNote, postNote } from '#shared/work/notes.ts';
import { getPeople } from '#shared/work/people.ts';
import { getTask, getTasks, patchTask, postTask, type Task } from '#shared/work/tasks.ts';
import { morgan, renderApp, signedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { Timeline } from '#web/timeline/Timeline.tsx';
import { AssignMenu } from './AssignMenu.tsx';
import { OutcomeMenu } from './OutcomeMenu.tsx';
import { SnoozeMenu } from './SnoozeMenu.tsx';
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
const tasks = (...list: Task[]) => server.answer(getTasks, { rows: list, next: null, total: list.length, overdue: 0 });

beforeEach(() => {
  server = signedInServer();
  server.answer(getPeople, { rows: [ana, me] });
  server.answer(getTimeline, { rows: [entry()], next: null });
  server.answer(getRiskCases, { rows: [] });
  tasks();
});

describe('the timeline', () => {
  it('shows markup as the text it is', async () => {
    server.answer(getTimeline, { rows: [entry({ body: '<img src=x onerror=alert(1)> **bold**' })], next: null });
    show(<Timeline institutionId={7} />);
    expect(await screen.findByText('<img src=x onerror=alert(1)> **bold**')).toBeVisible();
    expect(document.querySelector('img')).toBeNull();
  });

  it('folds a long note until it is asked for', async () => {
    server.answer(getTimeline, { rows: [entry({ body: 'word '.repeat(300) })], next: null });
    show(<Timeline institutionId={7} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Show all', expanded: false }));
    expect(screen.getByRole('button', { name: 'Show less', expanded: true })).toBeVisible();
  });

  it('adds a note on top, and keeps what was typed when that fails', async () => {
    server.refuse(postNote, 503, 'The database is busy.');
    show(<Timeline institutionId={7} />);
    const box = await screen.findByRole('textbox', { name: 'Note' });
    await userEvent.type(box, 'Anna is on holiday');
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText('The database is busy.')).toBeVisible();
    expect(box).toHaveValue('Anna is on holiday');
    server.answer(postNote, (body) => {
      server.answer(getTimeline, { rows: [entry({ id: 'note:2', body: body.body }), entry()], next: null });
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
    await waitFor(() => expect(server.calls.some(({ path }) => path === '/api/auth/user')).toBe(true));
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  it('shows what the note has become when it changed meanwhile, and keeps the typed text', async () => {
    server.refuse(patchNote, 409, 'This note has changed.');
    const stored = { institutionId: 7, noteId: entry().subjectId ?? '', author: me, createdAt: '2026-11-18T18:00:00Z', editedAt: null };
    server.answer(getNote, { ...stored, body: 'From my telephone', version: 2 });
    show(<Timeline institutionId={7} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const box = screen.getByRole('textbox', { name: 'Change the note' });
    await userEvent.clear(box);
    await userEvent.type(box, 'From my desk');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('From my telephone')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Change the note' })).toHaveValue('From my desk');
    server.answer(patchNote, { ...stored, body: 'From my desk', version: 3 });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsTo(patchNote).at(-1)?.body).toEqual({ version: 2, body: 'From my desk' }));
  });

  it('asks for the kinds and words that are wanted, and says when nothing matches', async () => {
    show(<Timeline institutionId={7} />);
    await screen.findByText('Spoke with the front desk.');
    server.answer(getTimeline, { rows: [], next: null });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Tickets' }));
    expect(await screen.findByText('Nothing matches.')).toBeVisible();
    server.answer(getTimeline, { rows: [entry()], next: null });
    await userEvent.click(screen.getByRole('button', { name: 'Show everything' }));
    expect(await screen.findByText('Spoke with the front desk.')).toBeVisible();
  });

  it('loads older entries', async () => {
    server.answer(getTimeline, { rows: [entry()], next: 'more' });
    show(<Timeline institutionId={7} />);
    const more = await screen.findByRole('button', { name: 'Show older' });
    server.answer(getTimeline, {
      rows: [entry({ id: 'live', kind: 'milestone', event: 'live', headline: 'Went live', body: null })],
      next: null,
    });
    await userEvent.click(more);
    expect(await screen.findByText('Went live')).toBeVisible();
    expect(screen.getByText('Spoke with the front desk.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });
});

describe('the tasks', () => {
  it('are ticked off, and a refusal is said', async () => {
    tasks(task());
    server.answer(patchTask, task({ status: 'done', version: 2 }));
    show(<TaskList institution={{ id: 7, name: 'Elm Dental' }} />);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Done: Call Dr. Elm' }));
    await waitFor(() => expect(server.callsTo(patchTask)[0]?.body).toEqual({ version: 1, status: 'done' }));
    server.refuse(patchTask, 409, 'Ana Pérez has changed this task.');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Done: Call Dr. Elm' }));
    expect(await screen.findByText('Ana Pérez has changed this task.')).toBeVisible();
  });

  it('are added once, however often the button is pressed', async () => {
    server.answer(postTask, task());
    show(<TaskList institution={{ id: 7, name: 'Elm Dental' }} />);
    expect(await screen.findByText('No open tasks. Add one for the next step.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Add task' }));
    const dialog = await screen.findByRole('dialog', { name: 'New task for Elm Dental' });
    expect(within(dialog).getByRole('button', { name: 'Add task' })).toBeDisabled();
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Task' }), 'Call Dr. Elm');
    await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Add task' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsTo(postTask).map(({ body }) => body)).toEqual([
      { taskId: expect.any(String), title: 'Call Dr. Elm', details: '', dueOn: null, assigneeId: null },
    ]);
  });

  it('keep what was typed when somebody else was first, and say what they changed', async () => {
    tasks(task());
    server.refuse(patchTask, 409, 'Ana Pérez has changed this task.');
    server.answer(getTask, task({ version: 2, title: 'Call Dr. Oak', assignee: ana, updatedBy: ana }));
    show(<TaskList institution={{ id: 7, name: 'Elm Dental' }} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Call Dr. Elm' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Task for Elm Dental' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Details' }), 'About reminders');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent('Ana Pérez changed this task while you had it open');
    expect(alert).toHaveTextContent('Title: Call Dr. OakFor: Ana Pérez');
    expect(dialog.getByRole('textbox', { name: 'Details' })).toHaveValue('About reminders');
    expect(dialog.getByRole('textbox', { name: 'Task' })).toHaveValue('Call Dr. Oak');
    server.answer(patchTask, task({ version: 3 }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsTo(patchTask).at(-1)?.body).toEqual({ version: 2, details: 'About reminders' }));
  });
});

describe('the menus of an at-risk customer', () => {
  it('snooze with a day and a reason, at the version that was seen', async () => {
    server.answer(getRiskCases, { rows: [riskCase({ version: 4 })] });
    server.answer(postRiskSnooze, { changed: [riskCase({ version: 5 })], conflicts: [] });
    show(<SnoozeMenu institutionIds={[7]} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Snooze' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Snooze' })).toBeDisabled();
    await userEvent.click(dialog.getByRole('button', { name: 'One month' }));
    await userEvent.type(dialog.getByRole('combobox', { name: 'Reason' }), 'Known season');
    await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }));
    await waitFor(() =>
      expect(server.callsTo(postRiskSnooze)[0]?.body).toEqual({
        cases: [{ institutionId: 7, version: 4 }],
        until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        reason: 'Known season',
      }),
    );
  });

  it('assign many, and tell of those that somebody else changed', async () => {
    server.answer(postRiskAssignee, { changed: [riskCase()], conflicts: [riskCase({ institutionId: 8 })] });
    show(<AssignMenu institutionIds={[7, 8]} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Assign' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'To a colleague' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Ana Pérez' }));
    expect(await screen.findByText('1 were changed by somebody else meanwhile and stay as they are.')).toBeVisible();
    expect(server.callsTo(postRiskAssignee)[0]?.body).toEqual({
      cases: [7, 8].map((institutionId) => ({ institutionId, version: 0 })),
      assigneeId: ana.id,
    });
  });

  it('record an outcome with a note', async () => {
    const judged = { judgedWeek: null, judgedScore: null, judgedTier: null, judgedReasons: [] };
    server.answer(postRiskOutcome, (body) => ({ ...body, by: me, at: '2026-11-18T18:00:00Z', ...judged }));
    show(<OutcomeMenu institutionId={7} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Outcome' }));
    await userEvent.click(await screen.findByRole('radio', { name: /Contacted/ }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'Spoke with Anna');
    await userEvent.click(screen.getByRole('button', { name: 'Record outcome' }));
    expect(await screen.findByText('Outcome recorded')).toBeVisible();
    expect(server.callsTo(postRiskOutcome)[0]?.body).toMatchObject({ outcome: 'contacted', note: 'Spoke with Anna' });
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { taskDueDateGroups } from '#shared/team/task-age-groups.ts';
import { getTeam, type TeamRow } from '#shared/team/team.ts';
import { getPeople } from '#shared/work/people.ts';
import { deleteAbsence, getAbsences, postAbsence } from '#shared/work/working-time.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const ana = { id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e60', name: 'Ana Pérez' };
const ben = { id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e61', name: 'Ben Ode' };
const row = (facts: Partial<TeamRow>): TeamRow => ({
  person: ana,
  hours: { customers: 20, tasks: 3, riskCases: 5, calls: 2 },
  availableHours: 25.5,
  customers: 40,
  revenue: 1_200_000,
  onboarding: 3,
  atRisk: 6,
  untouched: 12,
  openTasks: 9,
  overdueTasks: 2,
  oldestOverdueDays: 8,
  openCalls: 4,
  prospects: 0,
  prospectTasks: 0,
  riskCases: 10,
  isAway: false,
  isUncovered: false,
  ...facts,
});
const absence = {
  absenceId: ana.id,
  person: ben,
  from: '2026-11-23',
  until: '2026-11-27',
  cover: ana,
  coverIsAway: true,
};

let server: TestServer;
beforeEach(() => {
  server = startSignedInServer();
  server.answer(getPeople, { rows: [ana, ben] });
  server.answer(getAbsences, { rows: [absence] });
  server.answer(postAbsence, ({ absenceId, from, until }) => ({
    absenceId,
    person: ana,
    from,
    until,
    cover: null,
    coverIsAway: false,
  }));
  server.answer(deleteAbsence, { absenceId: absence.absenceId });
  server.answer(getTeam, {
    rows: [
      row({}),
      row({ person: ben, availableHours: 0, isAway: true, isUncovered: true, customers: 7 }),
    ],
    withoutOwner: 4,
    unknownOwners: [{ ownerName: 'Gone Owner', customers: 2 }],
    leavers: [
      {
        person: { ...ben, name: 'Kim Gone' },
        ownerNames: ['Kim Gone'],
        customers: 1,
        openTasks: 2,
        riskCases: 0,
        openCalls: 3,
        prospects: 0,
        prospectTasks: 0,
      },
    ],
    taskAges: taskDueDateGroups.map((age) => ({ age, tasks: age === 'Due today' ? 9 : 0 })),
  });
});

it('shows each load in words and numbers, and every coverage gap opens its customers', async () => {
  renderApp('/customer-success-ops?part=team');
  const table = await screen.findByRole('table', { name: 'Team' });
  const [, first, second] = within(table).getAllByRole('row');
  expect(first).toHaveTextContent('Over capacity 118%');
  expect(first).toHaveTextContent('30 h of 25.5 h');
  // The bar is longer than the tick at 100%.
  const [bar, tick] = first?.querySelectorAll<HTMLElement>('div[style]') ?? [];
  expect(bar?.style.width).toBe('100%');
  expect(Number.parseFloat(tick?.style.left ?? '')).toBeCloseTo(100 / 1.18);
  expect(second).toHaveTextContent('No hours');
  expect(second).toHaveTextContent('Away, no cover');
  const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(linkTo('40 customers of Ana Pérez')).toBe(
    '/portfolio?scope=all&f.ownerName=Ana%20P%C3%A9rez',
  );
  expect(linkTo('12 customers of Ana Pérez not contacted')).toContain(
    'part=team&rows=untouched&f.ownerName=Ana%20P%C3%A9rez',
  );
  expect(linkTo('2 overdue tasks of Ana Pérez')).toContain(
    'rows=tasks&f.personName=Ana%20P%C3%A9rez&f.overdueDays=1..',
  );
  expect(linkTo('4 open action items of Ana Pérez')).toContain(
    'part=queue&scope=all&f.personName=Ana%20P%C3%A9rez',
  );
  expect(linkTo('9 tasks, Due today')).toContain('rows=tasks&f.age=Due%20today');
  expect(screen.getByRole('link', { name: '4 customers' })).toHaveAttribute(
    'href',
    expect.stringContaining('Unassigned'),
  );
  expect(screen.getByText(/of Gone Owner, who has left/)).toBeVisible();
  expect(await screen.findByText(/The cover is also away/)).toBeVisible();
});

it('opens the breakdown of a load by type of work', async () => {
  renderApp('/customer-success-ops?part=team');
  await userEvent.click(
    await screen.findByRole('button', { name: /breakdown of the hours of Ana Pérez$/ }),
  );
  const parts = await screen.findByRole('table', { name: 'Hours of Ana Pérez' });
  expect(within(parts).getByRole('row', { name: 'Action items 2 h' })).toBeVisible();
  expect(within(parts).getByRole('row', { name: 'Needed per week 30 h' })).toBeVisible();
});

it('adds and removes an absence', async () => {
  renderApp('/customer-success-ops?part=team');
  await userEvent.click(await screen.findByRole('combobox', { name: 'Person' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Ana Pérez' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add absence' }));
  await waitFor(() =>
    expect(server.callsTo(postAbsence)[0]?.body).toMatchObject({ userId: ana.id, coverId: null }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove absence of Ben Ode' }));
  await waitFor(() => expect(server.callsTo(deleteAbsence)).toHaveLength(1));
});

it('shows the server’s error about an absence', async () => {
  server.refuse(postAbsence, 409, 'This person already has an absence on some of these days.');
  renderApp('/customer-success-ops?part=team');
  await userEvent.click(await screen.findByRole('combobox', { name: 'Person' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Ana Pérez' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add absence' }));
  expect(await screen.findByText(/already has an absence/)).toBeVisible();
});

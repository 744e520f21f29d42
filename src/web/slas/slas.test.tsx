import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import {
  getSlaClocks,
  postSlaPause,
  postSlaResume,
  postSlaUndo,
  type SlaClock,
} from '#shared/slas/clocks.ts';
import { defaultPolicies, getSlaPolicyVersions, postSlaPolicies } from '#shared/slas/policies.ts';
import { getWorkingTime } from '#shared/work/working-time.ts';
import { createDefaultWorkingTime } from '#shared/work/working-time-rules.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { workingWeekLines } from './week-text.ts';

const reply = defaultPolicies[3]?.policyId ?? '';
const clock = (facts: Partial<SlaClock> = {}): SlaClock => ({
  key: 'ticket_reply:21:1',
  kind: 'ticket_reply',
  institutionId: 1,
  institutionName: 'Elm Dental',
  healthTier: 'Medium',
  subject: 'Calendar is empty',
  ticketId: 21,
  ownerName: 'Ana Pérez',
  assigneeId: null,
  policyId: reply,
  policyName: 'Reply',
  policyVersion: 0,
  status: 'Running',
  beganAt: '2026-11-18T17:00:00.000Z',
  dueAt: '2026-11-19T01:00:00.000Z',
  dueOn: '2026-11-18',
  endedAt: null,
  endedBy: null,
  decidedOn: null,
  leftMinutes: 90,
  usedMinutes: 390,
  pausedMinutes: 0,
  pauseReason: null,
  pauseNote: null,
  pausedBy: null,
  isPaused: false,
  ...facts,
});
const ended = (key: string, status: 'Met' | 'Breached') =>
  clock({
    key,
    status,
    institutionName: `Fir ${key}`,
    endedAt: '2026-11-17T18:00:00.000Z',
    endedBy: 'Reply',
    decidedOn: '2026-11-17',
    leftMinutes: null,
  });
const overdue = clock({
  key: 'late',
  institutionName: 'Oak Dental',
  status: 'Overdue',
  decidedOn: '2026-10-01',
  leftMinutes: -600,
});
const paused = clock({
  key: 'paused',
  institutionName: 'Ash Dental',
  status: 'Paused',
  isPaused: true,
  dueAt: null,
  dueOn: null,
  pausedBy: 'Ana Pérez',
  pauseReason: 'Waiting for a supplier',
});

const answer = {
  rows: [
    clock(),
    overdue,
    paused,
    ended('a', 'Met'),
    ended('b', 'Met'),
    ended('c', 'Met'),
    ended('d', 'Met'),
    ended('e', 'Breached'),
  ],
  from: '2026-10-22',
  until: '2026-11-18',
  asOf: '2026-11-18T18:00:00.000Z',
  knowsReplies: true,
};
const first = { version: 0, policies: [...defaultPolicies], madeBy: null, madeAt: null };

let server: TestServer;
let restore: () => void;
const user = userEvent.setup();
beforeAll(() => {
  restore = mockElementSizes();
});
afterAll(() => restore());
beforeEach(() => {
  notifications.clean();
  server = startSignedInServer();
  server.answer(getUser, { ...morgan, role: 'admin' });
  server.answer(getSavedViews, { rows: [], defaultViewId: null });
  server.answer(getSlaClocks, answer);
  server.answer(getSlaPolicyVersions, { rows: [first] });
  server.answer(getWorkingTime, {
    version: 1,
    settings: {
      ...createDefaultWorkingTime('America/Los_Angeles'),
      holidays: [{ day: '2099-12-24', name: 'Christmas Eve', until: 720 }],
    },
    madeBy: null,
    madeAt: null,
  });
  server.answer(postSlaPause, ({ clocks }) => ({ changed: clocks.length, kept: 0 }));
  server.answer(postSlaResume, ({ clocks }) => ({ changed: clocks.length, kept: 0 }));
  server.answer(postSlaUndo, { changed: 1, kept: 0 });
  server.answer(postSlaPolicies, ({ version, policies }) => ({
    version: version + 1,
    policies,
    madeBy: null,
    madeAt: null,
  }));
});

const open = (more = '') => renderApp(`/customer-success-ops?part=slas${more}`);
const grid = () => screen.findByRole('grid', { name: 'Clocks' });
async function press(customer: string, key: string) {
  (await within(await grid()).findByRole('link', { name: customer })).focus();
  await user.keyboard(key);
}

describe('attainment', () => {
  it('lists each policy with its share and interval, and every number opens its clocks', async () => {
    const { router } = open();
    const table = await screen.findByRole('table', { name: 'Attainment by policy' });
    const row = within(table).getByRole('row', { name: /^Reply Ticket reply/ });
    expect(row).toHaveTextContent('1 working day');
    expect(row).toHaveTextContent('80% of 5');
    expect(row).toHaveTextContent('38–96%');
    await user.click(within(row).getByRole('link', { name: /^1\s*breached, Reply$/ }));
    const rows = within(await grid());
    expect(await rows.findByText('Fir e')).toBeVisible();
    expect(rows.queryByText('Elm Dental')).toBeNull();
    expect(new URLSearchParams(router.state.location.search).get('part')).toBe('slas');
    await user.click(
      within(row).getByRole('link', { name: /^80% of 5\s*met, breached or overdue, Reply$/ }),
    );
    expect(await screen.findByText('5 of 8 clocks')).toBeVisible();
  });

  it('counts clocks that became overdue before the period, and opens them', async () => {
    open();
    await user.click(await screen.findByRole('link', { name: '1 more' }));
    expect(await screen.findByText('1 of 8 clocks')).toBeVisible();
    expect(await within(await grid()).findByText('Oak Dental')).toBeVisible();
  });

  it('keeps a policy that is no longer active, and reports when replies can’t be tracked', async () => {
    server.answer(getSlaPolicyVersions, { rows: [{ ...first, version: 1, policies: [] }, first] });
    server.answer(getSlaClocks, { ...answer, knowsReplies: false });
    open();
    const row = await screen.findByRole('row', { name: /^Reply No longer active/ });
    expect(row).toHaveTextContent('80% of 5');
    expect(screen.getByText('Ticket replies have no clocks')).toBeVisible();
    expect(screen.getByText(/There are no policies/)).toBeVisible();
  });
});

it('shows business hours and upcoming holidays', async () => {
  open();
  expect(await screen.findByText('Monday to Friday, 9 AM to 5 PM')).toBeVisible();
  expect(screen.getByText(/Christmas Eve, Dec 24, 2099 from 12 PM/)).toBeVisible();
});

it.each([
  [[null, null, null, null, null, null, null], []],
  [
    [
      { from: 600, until: 720 },
      null,
      { from: 540, until: 1020 },
      { from: 540, until: 1020 },
      { from: 540, until: 965 },
      null,
      { from: 600, until: 720 },
    ],
    [
      'Tuesday to Wednesday, 9 AM to 5 PM',
      'Thursday, 9 AM to 4:05 PM',
      'Saturday to Sunday, 10 AM to 12 PM',
    ],
  ],
])('formats the week %o as %o', (week, lines) => expect(workingWeekLines(week)).toEqual(lines));

describe('the list', () => {
  it('pauses a clock once, with a reason, and resumes it by Undo', async () => {
    open();
    await press('Elm Dental', 'p');
    const dialog = await screen.findByRole('dialog', { name: 'Pause: Elm Dental' });
    expect(within(dialog).getByRole('button', { name: 'Pause' })).toBeDisabled();
    await user.click(within(dialog).getByRole('radio', { name: 'Waiting for the customer' }));
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Note' }), {
      target: { value: 'Asked for a picture' },
    });
    await user.click(within(dialog).getByRole('button', { name: 'Pause' }));
    await waitFor(() =>
      expect(server.callsTo(postSlaPause).map(({ body }) => body)).toMatchObject([
        {
          clocks: [{ institutionId: 1, key: 'ticket_reply:21:1' }],
          reason: 'customer',
          note: 'Asked for a picture',
        },
      ]),
    );
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.callsTo(postSlaUndo)).toHaveLength(1));
    expect(await screen.findByText('Undone: Paused: Elm Dental')).toBeVisible();
  });

  it('resumes paused clocks, explains why others can’t be resumed, and opens the ticket', async () => {
    const { router } = open();
    await press('Ash Dental', 'p');
    expect(await screen.findByText('Not running')).toBeVisible();
    await press('Ash Dental', 'r');
    await waitFor(() => expect(server.callsTo(postSlaResume)).toHaveLength(1));
    await press('Elm Dental', 't');
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe(
        '/hubspot-tickets?ticket=21',
      ),
    );
  });

  it('reports that another user changed the clock first', async () => {
    server.refuse(postSlaResume, 409, 'This clock isn’t paused.');
    open();
    await press('Ash Dental', 'r');
    expect(await screen.findByText('Couldn’t resume Ash Dental')).toBeVisible();
  });
});

describe('policies', () => {
  const few = defaultPolicies.slice(-2);

  it('are edited by admins: order, target and a new policy, with errors beside the fields', async () => {
    server.answer(getSlaPolicyVersions, { rows: [{ ...first, policies: few }] });
    open();
    await user.click(await screen.findByRole('button', { name: 'Edit policies' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit policies' });
    await user.click(within(dialog).getByRole('button', { name: 'Add policy' }));
    const added = within(dialog).getAllByRole('listitem').at(-1) ?? dialog;
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(added).findByText('Must not be empty.')).toBeVisible();
    expect(server.callsTo(postSlaPolicies)).toHaveLength(0);
    fireEvent.change(within(added).getByRole('textbox', { name: /Name/ }), {
      target: { value: 'Large customers' },
    });
    fireEvent.change(within(added).getByRole('textbox', { name: /Within/ }), {
      target: { value: '3' },
    });
    await user.selectOptions(within(added).getByRole('combobox', { name: 'Unit' }), 'hours');
    await user.click(within(added).getByRole('checkbox', { name: 'Large' }));
    await user.click(within(added).getByRole('checkbox', { name: 'Urgent' }));
    await user.click(within(dialog).getByRole('button', { name: 'Move Large customers up' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsTo(postSlaPolicies)).toHaveLength(1));
    expect(server.callsTo(postSlaPolicies)[0]?.body).toMatchObject({
      version: 0,
      policies: [
        ...few.slice(0, -1),
        {
          name: 'Large customers',
          kind: 'ticket_reply',
          target: { unit: 'minutes', amount: 180 },
          priorities: ['URGENT'],
          sizeTiers: ['Large'],
        },
        few.at(-1),
      ],
    });
    expect(await screen.findByText('Policies saved as version 1')).toBeVisible();
  });

  it('with the same name are rejected before they are sent, and a conflict is shown', async () => {
    server.answer(getSlaPolicyVersions, { rows: [{ ...first, policies: few }] });
    server.refuse(
      postSlaPolicies,
      409,
      'Someone saved other policies after you opened these. Reload the page, then repeat your change.',
    );
    open();
    await user.click(await screen.findByRole('button', { name: 'Edit policies' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit policies' });
    const [name] = within(dialog).getAllByRole('textbox', { name: /Name/ });
    if (name === undefined) throw new Error('no name');
    fireEvent.change(name, { target: { value: 'Playbook Step' } });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(
      await within(dialog).findByText('The list must not contain two policies with the same name.'),
    ).toBeVisible();
    fireEvent.change(name, { target: { value: 'Check-in' } });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText(/Someone saved other policies/)).toBeVisible();
  });

  it('list their versions with the changes; members cannot edit them', async () => {
    server.answer(getUser, morgan);
    const [touch, ...others] = defaultPolicies;
    if (touch === undefined) throw new Error('no policy');
    const second = {
      version: 1,
      policies: [{ ...touch, target: { unit: 'days' as const, amount: 1 } }, ...others.slice(1)],
      madeBy: { id: morgan.id, name: 'Avery Admin' },
      madeAt: '2026-11-18T18:00:00.000Z',
    };
    server.answer(getSlaPolicyVersions, { rows: [second, first] });
    open();
    await user.click(await screen.findByRole('button', { name: 'Versions' }));
    const dialog = await screen.findByRole('dialog', { name: 'Policy versions' });
    expect(dialog).toHaveTextContent('Version 1, currentNov 18, 2026, 10:00 AM, Avery Admin');
    expect(dialog).toHaveTextContent(
      'First touch. First touch: 1 working day (was First touch: 2 working days)',
    );
    expect(dialog).toHaveTextContent('Removed: Reply, urgent');
    expect(screen.queryByRole('button', { name: 'Edit policies' })).toBeNull();
  });
});

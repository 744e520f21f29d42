import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { getSystemNotices, postClockConfirmation } from '#shared/core/notices.ts';
import { postJobRun } from '#shared/jobs/jobs.ts';
import { getFirstSteps } from '#shared/scoring/first-steps.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const text =
  'The server’s clock shows 2026-11-22 10:00 UTC after a jump of 10 years ahead. Scheduled work has stopped.';
let server: TestServer;
beforeEach(() => {
  server = startSignedInServer();
  server.answer(getSystemNotices, { rows: [{ key: 'clock', text }] });
});

test.each(['/app', '/portfolio', '/scoring-rules'])(
  'a wrong clock is reported on %s, without a button for members',
  async (path) => {
    renderApp(path);
    expect((await screen.findByText(text)).closest('[role=alert]')).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Confirm clock' })).toBeNull();
  },
);

test('an admin can confirm the clock, which removes the notice', async () => {
  server.answer(getUser, { ...morgan, role: 'admin' });
  server.answer(postClockConfirmation, { rows: [] });
  renderApp('/scoring-rules');
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm clock' }));
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  expect(server.callsTo(postClockConfirmation)).toHaveLength(1);
});

test('shows an error when the confirmation fails', async () => {
  server.answer(getUser, { ...morgan, role: 'admin' });
  server.refuse(postClockConfirmation, 503, 'The database is busy. Please try again in a moment.');
  renderApp('/scoring-rules');
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm clock' }));
  expect(
    await screen.findByText('The database is busy. Please try again in a moment.'),
  ).toBeDefined();
});

test('outdated CRM data is reported on every page', async () => {
  server.answer(getSystemNotices, {
    rows: [{ key: 'crm', text: 'Owners, deals and tickets are as of Nov 24, 2026, 8:00 AM.' }],
  });
  renderApp('/scoring-rules');
  expect((await screen.findByText(/as of Nov 24, 2026/)).closest('[role=alert]')).toHaveTextContent(
    'CRM data is out of date',
  );
});

test('changes of admins are reported, one sentence each', async () => {
  const [removed, added] = [
    'Kim Lee stopped being an administrator.',
    'Lou Ash became an administrator.',
  ];
  server.answer(getSystemNotices, {
    rows: [{ key: 'administrators', text: `${removed}\n${added}` }],
  });
  renderApp('/scoring-rules');
  expect((await screen.findByText(removed)).closest('[role=alert]')).toHaveTextContent(
    'Administrators changed',
  );
  expect(screen.getByText(added)).toBeVisible();
});

test('a change that waits for a second administrator is reported with a link', async () => {
  const text = 'Scoring rules: a change by Kim Lee waits for your decision.';
  server.answer(getSystemNotices, { rows: [{ key: 'pending-changes', text }] });
  renderApp('/portfolio');
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Review changes' })).toHaveAttribute(
    'href',
    '/admin?part=settings',
  );
});

test('visitors see no notices', async () => {
  server.refuse(getUser, 401, 'Sign in to continue.');
  renderApp('/');
  await screen.findAllByRole('link', { name: /Sign In/ });
  expect(server.callsTo(getSystemNotices)).toEqual([]);
});

test('an empty database shows the three steps to the first score, with the next step', async () => {
  server.answer(getSystemNotices, { rows: [] });
  server.answer(getUser, { ...morgan, role: 'admin' });
  server.answer(getFirstSteps, { missing: ['entitlements', 'usage'], isScored: false });
  renderApp('/scoring-rules');
  const steps = within(await screen.findByRole('list', { name: 'First steps' }));
  const items = () => steps.getAllByRole('listitem').map((item) => item.textContent);
  expect(items()[0]).toBe('1. Import practices (done)');
  const next = steps.getByRole('link', { name: 'Import entitlements and usage' });
  expect(next).toHaveAttribute('href', '/admin?part=imports');
  expect(next.closest('li')).toHaveAttribute('aria-current', 'step');
  expect(steps.queryByRole('button', { name: 'Score now' })).toBeNull();
});

test('imported data can be scored at once by an admin, and members see whom to ask', async () => {
  server.answer(getSystemNotices, { rows: [] });
  server.answer(getFirstSteps, { missing: [], isScored: false });
  const member = renderApp('/scoring-rules');
  expect(await screen.findByText(/An administrator imports the data/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Score now' })).toBeNull();
  member.unmount();
  server.answer(getUser, { ...morgan, role: 'admin' });
  server.refuse(postJobRun, 409, 'A run is queued already.');
  renderApp('/scoring-rules');
  await userEvent.click(await screen.findByRole('button', { name: 'Score now' }));
  await waitFor(() =>
    expect(server.callsTo(postJobRun).map(({ body }) => body)).toEqual([
      { job: 'scores.backfill' },
    ]),
  );
  expect(await screen.findByText('A run is queued already.')).toBeVisible();
});

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { getSystemNotices, postClockConfirmation } from '#shared/core/notices.ts';
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

test('visitors see no notices', async () => {
  server.refuse(getUser, 401, 'Sign in to continue.');
  renderApp('/');
  await screen.findAllByRole('link', { name: /Sign In/ });
  expect(server.callsTo(getSystemNotices)).toEqual([]);
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  getPendingChanges,
  type PendingChange,
  postPendingChangeDecision,
} from '#shared/admin/settings/settings.ts';
import { getUser } from '#shared/auth/auth.ts';
import { getSettings, postSettings } from '#shared/core/settings/app-settings.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const settings = {
  company: { name: '', address: '' },
  allowedDomains: [],
  runDays: 90,
  sessionDays: 90,
  signInDays: 365,
  importDays: 365,
  insightsAccess: null,
};
const answer = {
  version: 3,
  settings,
  madeBy: 'Avery Admin',
  madeAt: '2026-11-24T08:00:00Z',
  byEnvironment: {},
  whileUnset: { insightsAccess: 'signed' },
  needsSecondPerson: true,
};
const change: PendingChange = {
  changeId: morgan.id,
  kind: 'scoring_rules',
  changes: [{ name: 'Healthy from', before: '75', after: '80' }],
  note: 'Healthy is worth more',
  proposedBy: { id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e60', name: 'Avery Admin' },
  proposedAt: '2026-11-24T08:00:00Z',
  state: 'waiting',
  decidedBy: null,
  decidedAt: null,
  reason: null,
  trialId: null,
  isStale: false,
};

// Loads the lazy part before a test waits for it.
beforeAll(() => import('./SettingsTab.tsx'));

let server: TestServer;
beforeEach(() => {
  server = startSignedInServer();
  server.answer(getUser, { ...morgan, role: 'admin' });
  server.answer(getSettings, answer);
  server.answer(getPendingChanges, { rows: [] });
});
const part = async (name: string) => {
  renderApp('/admin?part=settings');
  return within(await screen.findByRole('region', { name }));
};

it('saves the company details with the version that is shown', async () => {
  server.answer(postSettings, { ...answer, version: 4, isWaiting: false });
  const company = await part('Company');
  expect(company.getByRole('button', { name: 'Save' })).toBeDisabled();
  await userEvent.type(company.getByRole('textbox', { name: 'Name' }), 'Chairside');
  await userEvent.click(company.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.callsTo(postSettings)[0]?.body).toEqual({
      changeId: expect.any(String),
      version: 3,
      settings: { company: { name: 'Chairside', address: '' } },
    }),
  );
  expect(await screen.findByText('Settings saved')).toBeVisible();
});

it('keeps typed values when another user saves first, and saves them over the new version', async () => {
  const theirs = { ...answer, version: 4, settings: { ...answer.settings, runDays: 120 } };
  server.refuse(postSettings, 409, 'The settings have changed in the meantime.');
  const company = await part('Company');
  await userEvent.type(company.getByRole('textbox', { name: 'Name' }), 'Chairside');
  server.answer(getSettings, theirs);
  await userEvent.click(company.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Version 4/)).toBeVisible();
  expect(await company.findByText('Couldn’t save settings')).toBeVisible();
  expect(company.getByRole('textbox', { name: 'Name' })).toHaveValue('Chairside');
  server.answer(postSettings, { ...theirs, version: 5, isWaiting: false });
  await userEvent.click(company.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.callsTo(postSettings)[1]?.body).toMatchObject({
      version: 4,
      settings: { company: { name: 'Chairside', address: '' } },
    }),
  );
});

it('shows domains set in the environment, which cannot be changed here', async () => {
  server.answer(getSettings, {
    ...answer,
    byEnvironment: { allowedDomains: ['chairside.example'], insightsAccess: 'open' },
  });
  const domains = await part('Sign-in');
  expect(
    domains.getByText(/Users of chairside\.example may sign in\. ALLOWED_EMAIL_DOMAINS/),
  ).toBeVisible();
  expect(domains.queryByRole('button')).toBeNull();
});

it('changes the access to insights', async () => {
  server.answer(postSettings, {
    ...answer,
    version: 4,
    settings: { ...settings, insightsAccess: 'open' },
    isWaiting: false,
  });
  const insights = await part('Access to insights');
  expect(insights.getByRole('radio', { name: 'With a link' })).toBeChecked();
  expect(insights.getByRole('button', { name: 'Save' })).toBeDisabled();
  await userEvent.click(insights.getByRole('radio', { name: 'Open' }));
  await userEvent.click(insights.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.callsTo(postSettings)[0]?.body).toMatchObject({
      settings: { insightsAccess: 'open' },
    }),
  );
});

it('shows the access to insights set in the environment, which cannot be changed here', async () => {
  server.answer(getSettings, {
    ...answer,
    byEnvironment: { insightsAccess: 'open' },
  });
  const insights = await part('Access to insights');
  expect(insights.getByText(/^Open: Anyone with the address/)).toBeVisible();
  expect(insights.queryByRole('radio')).toBeNull();
});

it('proposes changed retention periods', async () => {
  server.answer(postSettings, { ...answer, isWaiting: true });
  const kept = await part('Retention');
  const days = kept.getByRole('textbox', { name: 'Job runs' });
  await userEvent.clear(days);
  await userEvent.type(days, '120');
  const imports = kept.getByRole('textbox', { name: 'Import records' });
  await userEvent.clear(imports);
  await userEvent.type(imports, '30');
  await userEvent.click(kept.getByRole('button', { name: 'Propose' }));
  await waitFor(() =>
    expect(server.callsTo(postSettings)[0]?.body).toMatchObject({
      settings: { runDays: 120, sessionDays: 90, importDays: 30 },
    }),
  );
  expect(await screen.findByText('Waiting for a second administrator')).toBeVisible();
});

it('another administrator decides, the proposer withdraws, and a stale change is not approved', async () => {
  server.answer(getPendingChanges, { rows: [change] });
  server.answer(postPendingChangeDecision, { ...change, state: 'refused', reason: 'Too strict' });
  const waiting = await part('Pending change: Scoring rules');
  expect(waiting.getByRole('row', { name: 'Healthy from 75 80' })).toBeVisible();
  expect(waiting.getByRole('button', { name: 'Approve' })).toBeVisible();
  await userEvent.type(waiting.getByRole('textbox', { name: 'Reason' }), 'Too strict');
  await userEvent.click(waiting.getByRole('button', { name: 'Reject' }));
  await waitFor(() =>
    expect(server.callsTo(postPendingChangeDecision)[0]?.body).toEqual({
      decision: 'refused',
      reason: 'Too strict',
    }),
  );
});

it('decides on the removal of an administrator like on any change, even as that administrator', async () => {
  const removal = {
    ...change,
    kind: 'administrator_removal',
    changes: [{ name: 'Morgan Member', before: 'Administrator', after: 'Member' }],
    note: '',
  };
  server.answer(getPendingChanges, { rows: [{ ...removal, kind: 'administrator_removal' }] });
  server.refuse(
    postPendingChangeDecision,
    403,
    'You became an administrator after this change was requested.',
  );
  const waiting = await part('Pending change: Administrator removal');
  expect(waiting.getByRole('row', { name: 'Morgan Member Administrator Member' })).toBeVisible();
  await userEvent.click(waiting.getByRole('button', { name: 'Approve' }));
  expect(
    await waiting.findByText(/You became an administrator after this change was requested\./),
  ).toBeVisible();
});

it('a decided change is shown with its values', async () => {
  const decided = {
    state: 'refused',
    decidedBy: { id: morgan.id, name: 'Morgan Member' },
    decidedAt: '2026-11-24T09:00:00Z',
  } as const;
  server.answer(getPendingChanges, { rows: [{ ...change, ...decided, reason: 'Too strict' }] });
  renderApp('/admin?part=settings');
  expect(
    await screen.findByText(/^Scoring rules proposed by Avery Admin: rejected by Morgan Member/),
  ).toHaveTextContent(/Too strict\. Healthy from: 75 → 80$/);
});

it.each([
  [{ proposedBy: { id: morgan.id, name: 'Morgan Member' } }, ['Withdraw']],
  [{ isStale: true }, ['Reject']],
])('offers these decisions on %j', async (facts, buttons) => {
  server.answer(getPendingChanges, { rows: [{ ...change, ...facts }] });
  const waiting = await part('Pending change: Scoring rules');
  expect(waiting.getAllByRole('button').map((button) => button.textContent)).toEqual(buttons);
});

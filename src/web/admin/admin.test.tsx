import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuditEntry, getAuditLog, getAuditLogCheck } from '#shared/admin/audit.ts';
import {
  getIntegrations,
  type Integration,
  postIntegrationTest,
} from '#shared/admin/integrations.ts';
import {
  type Account,
  getAccountSessions,
  getAccounts,
  getAdministrators,
  postAccountRole,
  postAccountState,
  postEndSessions,
  postInvitation,
} from '#shared/admin/people.ts';
import { getRewriteExample } from '#shared/assistant/rewrite.ts';
import { getUser } from '#shared/auth/auth.ts';
import {
  type ApiKeyRow,
  getApiKeys,
  postApiKey,
  postRevokeApiKey,
} from '#shared/imports/api-keys.ts';
import {
  getCreatorLinks,
  postLinkDecision,
  type WorkingInsightLink,
} from '#shared/insights/links.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { getReassignable } from '#shared/team/reassign/reassign.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const avery = {
  ...morgan,
  id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e60',
  name: 'Avery Admin',
  role: 'admin' as const,
};
const account = (facts: Partial<Account> = {}): Account => ({
  userId: morgan.id,
  name: 'Morgan Member',
  email: 'morgan@chairside.example',
  role: 'member',
  isAdminBySetting: false,
  state: 'active',
  lastSignInAt: '2026-11-20T18:00:00Z',
  lastSeenAt: '2026-11-24T08:00:00Z',
  sessions: 2,
  openTasks: 3,
  isRemovalWaiting: false,
  ...facts,
});

const openTask = {
  kind: 'task' as const,
  subjectId: 1,
  subjectName: 'Elm Dental',
  id: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e11',
  title: 'Call',
  version: 1,
  hours: 0.3,
  ownerId: null,
};
const reassignable = {
  ...{ person: null, isActive: true, left: 0, ownersAreElsewhere: false, loads: [] },
  fixedCustomers: 0,
};

let server: TestServer;
let restore: () => void;
afterEach(() => restore());
beforeEach(() => {
  restore = mockElementSizes();
  server = startSignedInServer();
  server.answer(getUser, avery);
  server.answer(getReassignable, {
    ...reassignable,
    items: [1, 2, 3].map((at) => ({ ...openTask, id: `0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e1${at}` })),
  });
  server.answer(getSavedViews, { rows: [], defaultViewId: null });
  server.answer(getAccounts, {
    rows: [account(), account({ userId: avery.id, name: 'Avery Admin', role: 'admin' })],
    allowedDomains: ['chairside.example'],
  });
});

it('a member sees which administrators to ask', async () => {
  server.answer(getUser, morgan);
  server.answer(getAdministrators, {
    rows: [{ name: 'Avery Admin', email: 'avery@chairside.example' }],
  });
  renderApp('/admin');
  expect(await screen.findByText('Only administrators can open this page.')).toBeVisible();
  expect(await screen.findByText('Avery Admin, avery@chairside.example')).toBeVisible();
  expect(server.callsTo(getAccounts)).toHaveLength(0);
});

describe('people', () => {
  beforeEach(() => {
    server.answer(getCreatorLinks, { rows: [] });
    const session = {
      startedAt: '2026-11-24T07:00:00Z',
      lastSeenAt: '2026-11-24T08:00:00Z',
      isOwn: false,
    };
    server.answer(getAccountSessions, {
      rows: [
        { ...session, sessionId: 'one' },
        { ...session, sessionId: 'two' },
      ],
    });
    server.answer(postEndSessions, { ended: 1 });
    server.answer(postAccountState, account({ state: 'disabled', sessions: 0 }));
  });

  async function open(name: string) {
    renderApp('/admin');
    await userEvent.click(await screen.findByText(name));
    return within(await screen.findByRole('dialog', { name }));
  }

  it('ends one session or all of them, and disables a user', async () => {
    const dialog = await open('Morgan Member');
    const [first] = await dialog.findAllByRole('button', { name: /End the session started/ });
    if (first === undefined) throw new Error('There is no session');
    await userEvent.click(first);
    await userEvent.click(dialog.getByRole('button', { name: 'End all 2 sessions' }));
    await waitFor(() =>
      expect(server.callsTo(postEndSessions).map(({ body }) => body)).toEqual([
        { sessionId: 'one' },
        { sessionId: null },
      ]),
    );
    expect(await dialog.findByText(/Has 3 open tasks/)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Reassign this work' })).toHaveAttribute(
      'href',
      expect.stringContaining('part=team&reassign='),
    );
  });

  it('asks before disabling a user, and shows the user’s customers and open work', async () => {
    const customer = { ...openTask, kind: 'customer' as const, id: null };
    server.answer(getReassignable, {
      ...reassignable,
      fixedCustomers: 7,
      items: [openTask, customer, { ...customer, subjectId: 2, subjectName: 'Fir Dental' }],
    });
    const dialog = await open('Morgan Member');
    await userEvent.click(dialog.getByRole('button', { name: 'Disable account…' }));
    const question = within(await screen.findByRole('dialog', { name: 'Disable Morgan Member?' }));
    expect(await question.findByRole('link', { name: '9 customers' })).toHaveAttribute(
      'href',
      '/portfolio?scope=all&f.ownerName=Morgan%20Member',
    );
    expect(question.getByText(/Elm Dental, Fir Dental and 7 more/)).toBeVisible();
    expect(question.getByText(/Has 2 customers, 1 open task/)).toBeVisible();
    expect(question.getByRole('link', { name: 'Hand over this work first' })).toHaveAttribute(
      'href',
      expect.stringContaining('part=team&reassign='),
    );
    expect(server.callsTo(postAccountState)).toHaveLength(0);
    await userEvent.click(question.getByRole('button', { name: 'Disable account' }));
    await waitFor(() =>
      expect(server.callsTo(postAccountState)[0]?.body).toEqual({ state: 'disabled' }),
    );
    expect(await screen.findByRole('dialog', { name: 'Morgan Member' })).toBeVisible();
  });

  it('says when the customers of a user could not be loaded before disabling', async () => {
    server.refuse(getReassignable, 422, 'No.');
    const dialog = await open('Morgan Member');
    await userEvent.click(dialog.getByRole('button', { name: 'Disable account…' }));
    const question = within(await screen.findByRole('dialog', { name: 'Disable Morgan Member?' }));
    expect(
      await question.findByText('Couldn’t load this user’s customers. Close the dialog and retry.'),
    ).toBeVisible();
  });

  it('keeps or revokes insights links of disabled users, and revokes all links of a user at once', async () => {
    const link: WorkingInsightLink = {
      institutionId: 1,
      institutionName: 'Oak Dental',
      linkId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e70',
      label: 'Dr. Lee',
      madeBy: 'Gone Person',
      madeAt: '2026-11-01T08:00:00Z',
      expiresAt: '2027-01-01T08:00:00Z',
      views: 2,
      lastViewedAt: null,
    };
    const other = { ...link, linkId: '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e71', label: 'Dr. Kim' };
    server.answer(getCreatorLinks, { rows: [link, other] });
    server.answer(postLinkDecision, { changed: 1 });
    const decisions = () => server.callsTo(postLinkDecision).map(({ body }) => body);
    const { institutionId, linkId } = link;
    const both = [link, other].map((each) => ({
      institutionId: each.institutionId,
      linkId: each.linkId,
    }));
    renderApp('/admin');
    await userEvent.click(await screen.findByRole('button', { name: 'Keep the link for Dr. Lee' }));
    await waitFor(() =>
      expect(decisions()).toEqual([{ links: [{ institutionId, linkId }], keeps: true }]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Revoke all' }));
    await waitFor(() => expect(decisions().at(-1)).toEqual({ links: both, keeps: false }));
    await userEvent.click(screen.getByText('Morgan Member'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Morgan Member' }));
    expect(await dialog.findByText(/^This user has created 2 working insight links/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke all 2 links' }));
    await waitFor(() => expect(decisions()).toHaveLength(3));
  });

  it('makes an administrator only after a confirmation', async () => {
    server.answer(postAccountRole, account({ role: 'admin' }));
    const dialog = await open('Morgan Member');
    await userEvent.click(dialog.getByRole('button', { name: 'Make an administrator' }));
    const confirm = await screen.findByRole('dialog', {
      name: 'Make Morgan Member an administrator?',
    });
    expect(server.callsTo(postAccountRole)).toEqual([]);
    await userEvent.click(within(confirm).getByRole('button', { name: 'Make an administrator' }));
    expect(await screen.findByText('Morgan Member is now an administrator')).toBeVisible();
    expect(server.callsTo(postAccountRole)[0]?.body).toEqual({ role: 'admin' });
  });

  it('an administrator cannot disable their own account', async () => {
    const dialog = await open('Avery Admin');
    expect(dialog.getByRole('button', { name: 'Disable account…' })).toBeDisabled();
    expect(
      dialog.getByText('You can’t disable your own account. Ask another administrator.'),
    ).toBeVisible();
  });

  it('says why a role cannot be changed', async () => {
    const reason =
      'No other administrator has signed in yet. Make another user an administrator and have them sign in first.';
    server.refuse(postAccountRole, 409, reason);
    const dialog = await open('Avery Admin');
    await userEvent.click(dialog.getByRole('button', { name: 'Make a member' }));
    expect(await screen.findByText('Couldn’t change Avery Admin')).toBeVisible();
    expect(await screen.findByText(reason)).toBeVisible();
  });

  it('reports that the removal of an administrator waits for approval, and where to approve it', async () => {
    const kim = account({ name: 'Kim Lee', role: 'admin' });
    const waiting = { ...kim, isRemovalWaiting: true };
    server.answer(getAccounts, { rows: [kim], allowedDomains: [] });
    server.answer(postAccountRole, waiting);
    const dialog = await open('Kim Lee');
    expect(dialog.queryByRole('alert')).toBeNull();
    server.answer(getAccounts, { rows: [waiting], allowedDomains: [] });
    await userEvent.click(dialog.getByRole('button', { name: 'Make a member' }));
    expect(await screen.findByText('Removing Kim Lee waits for approval')).toBeVisible();
    expect(await dialog.findByText('Removal as an administrator waits for approval')).toBeVisible();
  });

  it('a person is invited', async () => {
    server.answer(postInvitation, account({ name: 'Kim', lastSignInAt: null }));
    renderApp('/admin');
    await userEvent.click(await screen.findByRole('button', { name: 'Invite user' }));
    await userEvent.type(
      await screen.findByRole('textbox', { name: 'Email' }),
      'kim@chairside.example',
    );
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Kim');
    await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
    await waitFor(() =>
      expect(server.callsTo(postInvitation)[0]?.body).toEqual({
        email: 'kim@chairside.example',
        name: 'Kim',
        role: 'member',
      }),
    );
    expect(await screen.findByText('Kim can sign in now')).toBeVisible();
  });
});

describe('API keys', () => {
  const key: ApiKeyRow = {
    apiKeyId: morgan.id,
    name: 'Nightly usage',
    scopes: ['usage'],
    madeAt: '2026-11-20T18:00:00Z',
    madeBy: 'Avery Admin',
    lastUsedAt: null,
    revokedAt: null,
  };
  beforeEach(() => server.answer(getApiKeys, { rows: [key] }));

  it('shows a new key once, with the kinds of data it may load', async () => {
    server.answer(postApiKey, { key: 'chairside_secret' });
    renderApp('/admin?part=keys');
    await userEvent.type(
      await screen.findByRole('textbox', { name: 'Name of the new key' }),
      'Practices feed',
    );
    await userEvent.click(screen.getByRole('checkbox', { name: 'Practices' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create key' }));
    expect(await screen.findByText('chairside_secret')).toBeVisible();
    const use = within(screen.getByRole('region', { name: 'How to use a key' }));
    expect(use.getByText(/^curl -H "Authorization: Bearer chairside_secret"/)).toHaveTextContent(
      /\/api\/ingest\/practices\?source=import"$/,
    );
    expect(server.callsTo(postApiKey)[0]?.body).toMatchObject({
      name: 'Practices feed',
      scopes: ['practices', 'usage'],
    });
  });

  it('revokes a key after confirmation', async () => {
    server.answer(postRevokeApiKey, { ...key, revokedAt: '2026-11-24T08:00:00Z' });
    renderApp('/admin?part=keys');
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke Nightly usage' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke Nightly usage?' }));
    expect(server.callsTo(postRevokeApiKey)).toHaveLength(0);
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(server.callsTo(postRevokeApiKey)).toHaveLength(1));
  });
});

describe('the audit log', () => {
  const entry: AuditEntry = {
    position: 7,
    at: '2026-11-24T08:00:00Z',
    on: '2026-11-24',
    time: '00:00',
    actor: 'Avery Admin',
    actorEmail: 'avery@chairside.example',
    action: 'user.role',
    objectType: 'app_user',
    objectId: morgan.id,
    objectName: 'Morgan Member',
    detail: { before: { role: 'member' }, after: { role: 'admin' } },
    requestId: morgan.id,
    address: '10.0.0.7',
  };

  it('shows who changed which values, and that no entry was altered', async () => {
    server.answer(getAuditLog, {
      rows: [entry],
      from: '2026-10-25',
      until: '2026-11-24',
      isCut: false,
    });
    server.answer(getAuditLogCheck, {
      entries: 7,
      hash: 'ab',
      broken: null,
      problems: [],
      notes: [],
    });
    renderApp('/admin?part=audit');
    expect(await screen.findByText('role: member → admin')).toBeVisible();
    await userEvent.click(screen.getByText('Changed role of user'));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Changed role of user, Morgan Member' }),
    );
    expect(dialog.getByText(/from 10\.0\.0\.7/)).toBeVisible();
    expect(dialog.getByRole('row', { name: 'role member admin' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Check all entries' }));
    expect(
      await screen.findByText(
        /^7 entries checked, none changed\. The newest entry has the checksum ab/,
      ),
    ).toBeVisible();
  });

  it('shows the stored details of an action in words and in full', async () => {
    const moves = [
      { kind: 'task', toId: 'b1' },
      { kind: 'risk', toId: 'b2' },
    ];
    const detail = { moves, scopes: ['usage', 'practices'], leftOut: null, isOn: true, moved: 2 };
    const kept = {
      ...entry,
      action: 'api_key.make',
      objectType: 'api_key',
      objectName: 'Nightly',
      detail: { ...detail, name: 'Nightly' },
    };
    server.answer(getAuditLog, {
      rows: [kept],
      from: '2026-10-25',
      until: '2026-11-24',
      isCut: false,
    });
    renderApp('/admin?part=audit');
    const row = within(await screen.findByRole('row', { name: /Created API key/ }));
    expect(row.getByText('API key')).toBeVisible();
    expect(row.getByText('Nightly')).toBeVisible();
    expect(row.getByText(/^is on: yes; moved: 2; name: Nightly; /)).toBeVisible();
    await userEvent.click(row.getByText('Created API key'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Created API key, Nightly' }));
    expect(
      dialog.getByRole('row', { name: 'moves kind task, to id b1; kind risk, to id b2' }),
    ).toBeVisible();
    expect(dialog.getByRole('row', { name: 'scopes usage, practices' })).toBeVisible();
    expect(dialog.getByRole('row', { name: 'left out none' })).toBeVisible();
  });

  it('names the entry that was changed', async () => {
    server.answer(getAuditLog, { rows: [], from: '2026-10-25', until: '2026-11-24', isCut: false });
    server.answer(getAuditLogCheck, {
      entries: 7,
      hash: 'ab',
      broken: { position: 3, at: entry.at, action: 'rules.save' },
      problems: ['The end is missing.'],
      notes: [],
    });
    renderApp('/admin?part=audit');
    await userEvent.click(await screen.findByRole('button', { name: 'Check all entries' }));
    expect(
      await screen.findByText(
        /Entry 3 of .* doesn’t match the previous entry\. The log was changed\. The end is missing\./,
      ),
    ).toBeVisible();
  });
});

it('lists how each integration responds, and tests one with a button', async () => {
  const own = {
    mode: 'Built-in data',
    isElsewhere: false,
    isOff: false,
    copies: null,
    trouble: null,
    quotas: [],
    budget: null,
  };
  const never = { answeredAt: null, milliseconds: null, failedAt: null, error: null };
  const rows: Integration[] = [
    {
      provider: 'identity',
      ...own,
      ...never,
      mode: 'google, accounts.google.com',
      failedAt: '2026-11-24T08:00:00Z',
      error: 'fetch failed',
    },
    {
      ...{
        provider: 'crm',
        mode: 'HubSpot',
        isElsewhere: true,
        isOff: false,
        trouble: null,
        failedAt: null,
        error: null,
      },
      ...{
        answeredAt: '2026-11-24T08:00:00Z',
        milliseconds: 84.2,
        copies: { asOf: '2026-11-24T06:00:00Z', isStale: true },
      },
      quotas: [{ name: 'search', size: 5, free: 4, perSecond: 5 }],
      budget: null,
    },
    { provider: 'places', ...own, ...never },
  ];
  server.answer(getIntegrations, { rows });
  server.answer(postIntegrationTest, { milliseconds: 0.4, error: null });
  renderApp('/admin?part=integrations');
  const card = async (name: string) => within(await screen.findByRole('region', { name }));
  expect((await card('Sign-in')).getByText('Not responding')).toBeVisible();
  expect((await card('Sign-in')).getByText(/12:00 AM: fetch failed/)).toBeVisible();
  expect((await card('CRM')).getByText('Out of date')).toBeVisible();
  expect(
    (await card('CRM')).getByText('4 of 5 requests available, 5 more each second'),
  ).toBeVisible();
  const places = await card('Directory of practices');
  expect(places.getByText('Built in')).toBeVisible();
  await userEvent.click(places.getByRole('button', { name: 'Test Directory of practices' }));
  expect(await screen.findByText('Directory of practices is responding')).toBeVisible();
  await waitFor(() => expect(server.callsTo(getIntegrations)).toHaveLength(2));
  server.answer(postIntegrationTest, {
    milliseconds: 5000,
    error: 'HubSpot cannot be reached for /crm/owners.',
  });
  await userEvent.click((await card('CRM')).getByRole('button', { name: 'Test CRM' }));
  expect(await screen.findByText('HubSpot cannot be reached for /crm/owners.')).toBeVisible();
});

it('shows a language model that is off, and what it would receive', async () => {
  const off: Integration = {
    ...{ provider: 'llm', mode: 'None', isElsewhere: false, isOff: true, trouble: null },
    ...{ answeredAt: '2026-11-24T08:00:00Z', milliseconds: 84.2, failedAt: null, error: null },
    ...{ copies: null, quotas: [], budget: null },
  };
  server.answer(getIntegrations, { rows: [off] });
  server.answer(getRewriteExample, {
    question: 'Might Elm Dental walk away?',
    messages: [
      { role: 'system', content: 'Rewrite the question.' },
      { role: 'user', content: '"Might [customer 1] walk away?"' },
    ],
  });
  renderApp('/admin?part=integrations');
  const card = within(await screen.findByRole('region', { name: 'Language model' }));
  expect(card.getByText('Off')).toBeVisible();
  expect(card.getByText('Set LLM_BASE_URL and LLM_MODEL.')).toBeVisible();
  expect(card.queryByRole('button', { name: /^Test/ })).toBeNull();
  expect(server.callsTo(getRewriteExample)).toEqual([]);
  await userEvent.click(card.getByRole('button', { name: 'Show what is sent' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'What the language model receives' }),
  );
  expect(await dialog.findByText('"Might [customer 1] walk away?"')).toBeVisible();
  expect(
    dialog.getByText(/The question “Might Elm Dental walk away\?” would be sent/),
  ).toBeVisible();
});

it('shows copies that were never made as not loaded, without an age', async () => {
  const unread: Integration = {
    ...{
      provider: 'crm',
      mode: 'HubSpot',
      isElsewhere: true,
      isOff: false,
      trouble: null,
      failedAt: null,
      error: null,
      quotas: [],
      budget: null,
    },
    ...{
      answeredAt: '2026-11-24T08:00:00Z',
      milliseconds: 84.2,
      copies: { asOf: null, isStale: true },
    },
  };
  server.answer(getIntegrations, { rows: [unread] });
  renderApp('/admin?part=integrations');
  const card = within(await screen.findByRole('region', { name: 'CRM' }));
  expect(card.getAllByText('Not loaded yet')).toHaveLength(2);
  expect(card.queryByText(/more than an hour old/)).toBeNull();
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import {
  type AlertRule,
  type AlertTrial,
  getAlertRules,
  getAlertRuleTest,
  postAlertPreview,
  postAlertRule,
  postAlertRun,
  postAlertTrial,
  postAlertUndo,
} from '#shared/alerts/alerts.ts';
import { getUser } from '#shared/auth/auth.ts';
import { beforeEachListPage } from '#test/web/list-page.ts';
import { morgan, renderApp } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const ruleId = '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e01';
const rule: AlertRule = {
  ruleId,
  version: 2,
  name: 'Low score',
  kind: 'risk',
  conditions: 'f.adoptionScore=..50',
  priority: 'high',
  dueDays: 2,
  minutes: 20,
  isOn: false,
  changedBy: 'Avery Admin',
  changedAt: '2026-11-18T18:00:00.000Z',
  matching: 12,
  problems: [],
  ledger: { fired: 14, calls: 11, acted: 1, falseAlarms: 9, lapsed: 0, open: 1 },
};
const trial: AlertTrial = {
  matching: 12,
  customers: 400,
  isBroad: false,
  withoutPast: [],
  problems: [],
  weeks: [
    { weekEnd: '2026-11-07', matching: 10, calls: 3, isSilent: false },
    { weekEnd: '2026-11-14', matching: 12, calls: 0, isSilent: true },
  ],
  firedFor: 3,
  often: [{ institutionId: 1, institutionName: 'Elm Dental', times: 2 }],
  people: [{ name: 'Ana Pérez', calls: 3, mostInAWeek: 3 }],
};

let server: TestServer;
const user = userEvent.setup();
beforeEachListPage((fresh) => {
  server = fresh;
  server.answer(getUser, { ...morgan, role: 'admin' });
  server.answer(getAlertRules, { rows: [rule], customers: 400, digest: null });
  server.answer(postAlertTrial, trial);
  server.answer(getAlertRuleTest, { test: null });
  server.answer(postAlertPreview, { opened: 5, heldBack: 7, isSilent: false, matching: 12 });
  server.answer(postAlertRule, ({ version }) => ({
    version: version + 1,
    opened: 5,
    heldBack: 7,
    isSilent: false,
  }));
});
const sent = () => server.callsTo(postAlertRule).map(({ body }) => body);
async function openRule() {
  renderApp('/customer-success-ops?part=alerts');
  const list = await screen.findByRole('grid', { name: 'Alert rules' });
  await user.click(await within(list).findByText('Low score'));
  return screen.findByRole('dialog', { name: /lert rule/ });
}

it('is tested on past weeks before it can be turned on, and shows the result', async () => {
  const dialog = await openRule();
  await user.click(within(dialog).getByRole('checkbox', { name: 'On' }));
  const save = within(dialog).getByRole('button', { name: 'Save and turn on' });
  expect(save).toBeDisabled();
  await user.click(within(dialog).getByRole('button', { name: 'Test on past weeks' }));
  await waitFor(() =>
    expect(dialog).toHaveTextContent('the rule would have opened 3 action items for 3 customers'),
  );
  expect(dialog).toHaveTextContent('Ana Pérez: 3 action items, at most 3 in a week');
  expect(dialog).toHaveTextContent('Did not fire: seasonal drop');
  await user.click(within(dialog).getByRole('checkbox', { name: /already match/ }));
  await user.click(save);
  const confirm = await screen.findByRole('dialog', { name: 'Turn on “Low score”?' });
  expect(confirm).toHaveTextContent(
    '5 action items open now. 7 action items wait for the next days',
  );
  expect(sent()).toEqual([]);
  await user.click(within(confirm).getByRole('button', { name: 'Turn on rule' }));
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { version: 2, includesPresent: true, acceptsBroad: false, rule: { isOn: true } },
    ]),
  );
  expect(
    await screen.findByText(/Opened 5 action items. 7 more action items follow in the next days/),
  ).toBeVisible();
  server.answer(postAlertUndo, { version: 4, removed: 4, kept: 1 });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(
    await screen.findByText('Removed 4 action items. Kept 1 action item that users have changed.'),
  ).toBeVisible();
  expect(server.callsTo(postAlertUndo)).toMatchObject([{ body: { version: 3 } }]);
});

it('needs a confirmation when it matches many customers', async () => {
  server.answer(postAlertTrial, { ...trial, matching: 390, isBroad: true });
  const dialog = await openRule();
  await user.click(within(dialog).getByRole('checkbox', { name: 'On' }));
  await user.click(within(dialog).getByRole('button', { name: 'Test on past weeks' }));
  const confirm = await within(dialog).findByRole('checkbox', {
    name: 'I confirm that this rule may match 390 of 400 customers',
  });
  expect(within(dialog).getByRole('button', { name: 'Save and turn on' })).toBeDisabled();
  await user.click(confirm);
  await user.click(within(dialog).getByRole('button', { name: 'Save and turn on' }));
  await user.click(await screen.findByRole('button', { name: 'Turn on rule' }));
  await waitFor(() => expect(sent()).toMatchObject([{ acceptsBroad: true }]));
});

it('keeps its last test, and warns when no customer matches', async () => {
  const test = {
    ...{ version: 2, conditions: rule.conditions, testedBy: 'Avery Admin' },
    testedAt: new Date(Date.now() - 2 * 3_600_000).toISOString(),
    trial: { ...trial, matching: 0 },
  };
  server.answer(getAlertRuleTest, { test });
  const dialog = await openRule();
  expect(
    await within(dialog).findByText(/Tested 2 h ago on version 2 by Avery Admin/),
  ).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Run now' })).toBeNull();
  await user.click(within(dialog).getByRole('checkbox', { name: 'On' }));
  expect(within(dialog).getByRole('alert')).toHaveTextContent('No customer matches this rule now');
  expect(within(dialog).getByRole('button', { name: 'Save and turn on' })).toBeEnabled();
});

it('can be run now by an admin while it is on', async () => {
  server.answer(getAlertRules, { rows: [{ ...rule, isOn: true }], customers: 400, digest: null });
  server.answer(postAlertRun, {
    ...{ opened: 84, again: 0, heldBack: 18, isSilent: false, matching: 102 },
  });
  const dialog = await openRule();
  await user.click(within(dialog).getByRole('button', { name: 'Run now' }));
  expect(
    await within(dialog).findByText(/Opened 84 action items. 18 action items wait/),
  ).toBeVisible();
});

it('is suggested for muting when it is mostly noise, with Undo', async () => {
  server.answer(getAlertRules, { rows: [{ ...rule, isOn: true }], customers: 400, digest: null });
  renderApp('/customer-success-ops?part=alerts');
  expect(await screen.findByText('“Low score” is mostly noise')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Mute rule' }));
  await waitFor(() =>
    expect(sent()).toMatchObject([{ version: 2, rule: { name: 'Low score', isOn: false } }]),
  );
  expect(await screen.findByText('Muted: Low score')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone: Muted: Low score')).toBeVisible();
  expect(sent()).toMatchObject([
    { version: 2 },
    { version: 3, includesPresent: false, rule: { name: 'Low score', isOn: true } },
  ]);
});

it('can be viewed and tested by every user, but changed only by admins', async () => {
  server.answer(getUser, morgan);
  const dialog = await openRule();
  expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'New rule' })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Test on past weeks' }));
  await waitFor(() => expect(dialog).toHaveTextContent('12 customers of 400 match the rule now'));
});

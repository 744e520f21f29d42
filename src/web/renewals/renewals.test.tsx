import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { getRenewals, type ListedRenewal, postRenewalChange } from '#shared/renewals/renewals.ts';
import { beforeEachListPage } from '#test/web/list-page.ts';
import { morgan, renderApp } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
const user = userEvent.setup();

const renewal: ListedRenewal = {
  dealId: 11,
  institutionId: 1,
  institutionName: 'Elm Dental',
  adoptionScore: 30,
  healthTier: 'Critical',
  churnTier: null,
  dueOn: '2027-01-31',
  daysLeft: 74,
  amountDue: 12_000,
  amountFrom: 'deal',
  expected: null,
  stage: 'contacted',
  forecast: 'At risk',
  systemRisk: 'High',
  call: 'renew',
  callNote: null,
  isOpposed: true,
  decision: null,
  decidedBy: null,
  decidedAt: null,
  sixMonths: null,
  threeMonths: null,
  ownerName: 'Ana Pérez',
  leavesOn: null,
  saveAttemptUntil: null,
  movedFrom: null,
  nextStep: 'Waiting for an admin’s decision',
  version: 3,
};

beforeEachListPage((fresh) => {
  server = fresh;
  server.answer(getRenewals, { today: '2026-11-18', rows: [renewal] });
  server.answer(postRenewalChange, ({ version }) => ({ version: version + 1 }));
});

const open = () => renderApp('/customer-success-ops?part=renewals');
const sent = () => server.callsTo(postRenewalChange).map(({ body }) => body);

it('has scenarios whose numbers open their rows', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Scenarios' });
  const total = within(table).getAllByRole('row').at(-1);
  expect(total?.textContent).toBe('Total1 Total$12,000$7,200$3,600$600');
  expect(within(table).getByRole('link', { name: /^1\s*At risk$/ })).toBeVisible();
});

it('moves a card by its select, and back by Undo', async () => {
  open();
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Stage of Elm Dental' }),
    'Proposal',
  );
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { dealId: 11, version: 3, change: { action: 'stage', stage: 'proposal' } },
    ]),
  );
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent().at(-1)).toMatchObject({
      version: 4,
      change: { action: 'stage', stage: 'contacted' },
    }),
  );
});

it('reports that another user changed the renewal first', async () => {
  server.refuse(postRenewalChange, 409, 'This renewal has changed in the meantime.');
  open();
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Stage of Elm Dental' }),
    'Verbal',
  );
  expect(await screen.findByText('Couldn’t save the renewal of Elm Dental')).toBeVisible();
});

it('saves a forecast with its note, but not Monitor this close to the renewal', async () => {
  open();
  const list = await screen.findByRole('grid', { name: 'Renewals' });
  (await within(list).findByRole('link', { name: 'Elm Dental' })).focus();
  await user.keyboard('c');
  const dialog = await screen.findByRole('dialog', { name: 'Renewal of Elm Dental' });
  expect(within(dialog).getByRole('option', { name: 'Monitor' })).toBeDisabled();
  await user.selectOptions(within(dialog).getByRole('combobox', { name: /forecast/ }), 'Unsure');
  await user.type(within(dialog).getByRole('textbox', { name: 'Forecast note' }), 'New owner');
  await user.click(within(dialog).getByRole('button', { name: 'Save forecast' }));
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { change: { action: 'call', call: 'unsure', note: 'New owner' } },
    ]),
  );
});

it('shows an admin the contradiction and the check-ins done, and saves the decision', async () => {
  server.answer(getUser, { ...morgan, role: 'admin' });
  server.answer(getRenewals, {
    today: '2026-11-18',
    rows: [{ ...renewal, sixMonths: { on: '2026-07-09', by: 'Leah Bianchi' } }],
  });
  open();
  await user.click(
    await screen.findByRole('button', { name: 'Forecast and check-ins of Elm Dental' }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Renewal of Elm Dental' });
  expect(within(dialog).getByText('$12,000, in 74 days')).toBeVisible();
  expect(
    within(dialog).getByText(
      /owner’s forecast \(will renew\) and the predicted risk \(high\) contradict/,
    ),
  ).toBeVisible();
  expect(
    within(dialog).getByText('Six-month check-in: done Jul 9, 2026 by Leah Bianchi'),
  ).toBeVisible();
  await user.click(await within(dialog).findByRole('button', { name: 'Use the predicted risk' }));
  await waitFor(() =>
    expect(sent()).toMatchObject([{ change: { action: 'decide', decision: 'risk' } }]),
  );
});

it('opens a saved view that filters by the former text of a forecast', async () => {
  const viewed = {
    ...renewal,
    dealId: 12,
    institutionId: 2,
    institutionName: 'Oak Dental',
    call: null,
    isOpposed: false,
  };
  server.answer(getRenewals, { today: '2026-11-18', rows: [renewal, viewed] });
  const savedViewId = '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e5f';
  server.answer(getSavedViews, {
    rows: [
      {
        savedViewId,
        list: 'renewals',
        name: 'To forecast',
        shared: true,
        search: 'f.call=No%20call&f.nextStep=~filled',
        version: 1,
        ownerName: morgan.name,
        isMine: true,
        mayEdit: true,
      },
    ],
    defaultViewId: savedViewId,
  });
  open();
  const list = await screen.findByRole('grid', { name: 'Renewals' });
  expect(await within(list).findByRole('link', { name: 'Oak Dental' })).toBeVisible();
  expect(within(list).queryByRole('link', { name: 'Elm Dental' })).toBeNull();
  expect(screen.queryByText('Some of this view couldn’t be shown')).toBeNull();
});

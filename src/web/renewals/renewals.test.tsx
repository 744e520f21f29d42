import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { getRenewals, type ListedRenewal, postRenewalChange } from '#shared/renewals/renewals.ts';
import { createListedRenewal } from '#test/renewal-rows.ts';
import { beforeEachListPage } from '#test/web/list-page.ts';
import { morgan, renderApp } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
const user = userEvent.setup();

const renewal = createListedRenewal({
  adoptionScore: 30,
  healthTier: 'Critical',
  amountDue: 12_000,
  probability: 30,
  probabilityText: 'At risk 30%',
  expected: 3_600,
  forecast: 'At risk',
  systemRisk: 'High',
  call: 'renew',
  isOpposed: true,
  ownerName: 'Ana Pérez',
  nextStep: 'Waiting for an admin’s decision',
  version: 3,
});

const answer = (
  rows: ListedRenewal[],
  facts: Partial<ResponseOf<typeof getRenewals>> = {},
): ResponseOf<typeof getRenewals> => ({
  today: '2026-11-18',
  comparedWith: null,
  nextSnapshotOn: '2026-11-22',
  departed: [],
  outcomesFrom: 'page',
  rows,
  ...facts,
});

beforeEachListPage((fresh) => {
  server = fresh;
  server.answer(getRenewals, answer([renewal]));
  server.answer(postRenewalChange, ({ version }) => ({ version: version + 1 }));
});

const open = () => renderApp('/customer-success-ops?part=renewals');
const sent = () => server.callsTo(postRenewalChange).map(({ body }) => body);

it('has totals that follow the filters, and numbers that open their rows', async () => {
  const later = { ...renewal, dealId: 12, institutionId: 2, dueOn: '2027-03-31' };
  server.answer(getRenewals, answer([renewal, later]));
  open();
  const table = await screen.findByRole('table', { name: 'Scenarios' });
  const total = () => within(table).getAllByRole('row').at(-1)?.textContent;
  expect(total()).toBe('Total1 Total$12,000$7,200$3,600$600');
  expect(within(table).getByRole('link', { name: /^1\s*At risk$/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all renewals' }));
  await waitFor(() => expect(total()).toBe('Total2 Total$24,000$14,400$7,200$1,200'));
});

it('forecasts a quarter, and opens all of its renewals from there', async () => {
  const before = {
    dueOn: '2027-01-31',
    amountDue: 12_000,
    expected: 10_800,
    forecast: 'Most likely',
    stage: 'contacted',
  } as const;
  const rows = [
    { ...renewal, before, weekChange: 'Category changed' as const },
    { ...renewal, dealId: 12, dueOn: '2027-03-31', before, weekChange: 'Unchanged' as const },
  ];
  server.answer(getRenewals, answer(rows, { comparedWith: '2026-11-08' }));
  open();
  const table = await screen.findByRole('table', { name: 'Quarter forecast' });
  const first = () => within(table).getAllByRole('row')[1]?.textContent;
  expect(first()).toBe(
    'Q1 20271 of 2 renewals1 Q1 2027$12,000$0$0$0$3,600−$7,2001 category changed: −$7,200',
  );
  await user.click(within(table).getByRole('link', { name: 'Q1 2027' }));
  await waitFor(() => expect(first()).toContain('Q1 20272 Q1 2027$24,000'));
});

async function moveTo(stage: string) {
  await user.click(await screen.findByRole('button', { name: 'Move Elm Dental' }));
  await user.click(await screen.findByRole('menuitem', { name: stage }));
}

it('moves a card by its menu, and back by Undo', async () => {
  open();
  await moveTo('Proposal');
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
  await moveTo('Verbal');
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
  expect(await screen.findByText('Elm Dental: forecast Unsure')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent().at(-1)).toMatchObject({
      version: 4,
      change: { action: 'call', call: 'renew', note: '' },
    }),
  );
});

it('shows the formula of the expected amount, and saves an override with its reason', async () => {
  open();
  await user.click(
    await screen.findByRole('button', { name: /forecast and check-ins of Elm Dental$/ }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Renewal of Elm Dental' });
  expect(within(dialog).getByText('$12,000 × 30%: At risk 30%')).toBeVisible();
  await user.type(within(dialog).getByLabelText('Your expected amount'), '9000');
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Price cut');
  await user.click(within(dialog).getByRole('button', { name: 'Save amount' }));
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { change: { action: 'expected', dollars: 9_000, reason: 'Price cut' } },
    ]),
  );
});

it('records a renewal as lost from its card, and offers to record the notice', async () => {
  open();
  await moveTo('Lost…');
  const dialog = await screen.findByRole('dialog', { name: 'Outcome of Elm Dental' });
  const record = within(dialog).getByRole('button', { name: 'Record as lost' });
  expect(record).toBeDisabled();
  await user.click(within(dialog).getByRole('combobox', { name: 'Reason' }));
  await user.click(await screen.findByRole('option', { name: 'Competitor' }));
  await user.click(record);
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { change: { action: 'outcome', outcome: 'lost', dollars: 12_000, reason: 'Competitor' } },
    ]),
  );
  expect(await within(dialog).findByRole('link', { name: 'Record notice' })).toHaveAttribute(
    'href',
    '/churn?addLoss=1',
  );
});

it('says that the outcome comes from the deal when HubSpot is used', async () => {
  server.answer(getRenewals, answer([renewal], { outcomesFrom: 'hubspot' }));
  open();
  await moveTo('Signed…');
  const dialog = await screen.findByRole('dialog', { name: 'Outcome of Elm Dental' });
  expect(within(dialog).getByText('The outcome comes from the deal in HubSpot')).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Record as signed' })).toBeNull();
});

it('shows 30 cards of a column at first, and 30 more on demand', async () => {
  const rows = Array.from({ length: 65 }, (_, at) => ({
    ...renewal,
    dealId: at + 1,
    institutionName: `Dental ${at + 1}`,
  }));
  server.answer(getRenewals, answer(rows));
  open();
  const column = await screen.findByRole('region', { name: 'Contacted' });
  const cards = () => within(column).getAllByRole('button', { name: /^Move Dental/ }).length;
  expect(cards()).toBe(30);
  await user.click(within(column).getByRole('button', { name: /^Show 30 more of 65/ }));
  expect(cards()).toBe(60);
  expect(within(column).getByRole('button', { name: 'Dental 31' })).toHaveFocus();
  await user.click(within(column).getByRole('button', { name: /^Show 5 more of 65/ }));
  expect(cards()).toBe(65);
});

it('shows an admin the contradiction and the check-ins done, and saves the decision', async () => {
  server.answer(getUser, { ...morgan, role: 'admin' });
  server.answer(
    getRenewals,
    answer([{ ...renewal, sixMonths: { on: '2026-07-09', by: 'Leah Bianchi' } }]),
  );
  open();
  await user.click(
    await screen.findByRole('button', { name: /forecast and check-ins of Elm Dental$/ }),
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

it('offers no action on a renewal that was closed in HubSpot', async () => {
  const closed = { ...renewal, dealId: 12, institutionName: 'Fir Dental', stage: 'lost' as const };
  server.answer(getRenewals, answer([renewal, closed], { outcomesFrom: 'hubspot' }));
  open();
  await user.click(await screen.findByRole('button', { name: 'Actions for Elm Dental' }));
  expect(await screen.findByRole('menuitem', { name: /^Record outcome/ })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Actions for Fir Dental' }));
  const menu = within(await screen.findByRole('menu', { name: 'Actions for Fir Dental' }));
  expect(menu.queryByRole('menuitem', { name: /^Record outcome/ })).toBeNull();
  expect(menu.queryByRole('menuitem', { name: /^Forecast and check-ins/ })).toBeNull();
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
  server.answer(getRenewals, answer([renewal, viewed]));
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

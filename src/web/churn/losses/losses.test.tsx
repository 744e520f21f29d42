import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  getLossDefaults,
  getLosses,
  type Loss,
  patchLoss,
  postLoss,
  postLossWithdrawal,
} from '#shared/churn/losses/losses.ts';
import { getLostRenewals } from '#shared/churn/losses/lost-renewals.ts';
import { getLossReview, getSignalBackTest, postLossReview } from '#shared/churn/losses/review.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { createListedInstitution } from '#test/records.ts';
import { findUnlinkedFigures } from '#test/web/bare-figures.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
let made = 0;
function loss(changes: Partial<Loss> = {}): Loss {
  made += 1;
  return {
    lossId: `0192f5d2-7f6c-4d3a-9d38-${String(made).padStart(12, '0')}`,
    institutionId: 1000 + made,
    institutionName: `Customer ${made}`,
    noticedOn: day(20),
    effectiveOn: day(-10),
    reason: 'Low use',
    reasonDetail: 'No value seen',
    foundReason: null,
    foundDetail: null,
    avoidable: 'yes',
    competitor: null,
    monthlyDollars: 200,
    locationsLost: 2,
    winBackOn: null,
    tenureMonths: 14,
    sizeTier: 'Small',
    healthBefore: [
      { score: 80, tier: 'Healthy' },
      { score: 45, tier: 'Critical' },
      { score: 40, tier: 'Critical' },
    ],
    predicted: { tier: 'HIGH', daysBefore: 35 },
    lastTouchOn: null,
    ownerName: 'Ana Pérez',
    retroDueOn: day(10),
    retroDoneOn: null,
    missedSignal: null,
    practiceType: 'Dental',
    ehr: 'Dentrix',
    takenBack: null,
    version: 1,
    ...changes,
  };
}

let server: TestServer;
let restore: () => void;
beforeAll(() => {
  restore = mockElementSizes();
});
afterAll(() => restore());
let losses: Loss[];
beforeEach(() => {
  made = 0;
  losses = [
    loss(),
    loss({
      reason: 'Competitor',
      reasonDetail: null,
      avoidable: 'no',
      monthlyDollars: null,
      healthBefore: [null, null, null],
      tenureMonths: 3,
    }),
    ...Array.from({ length: 4 }, () => loss({ avoidable: 'partly' })),
    loss({ noticedOn: day(120), effectiveOn: day(80), retroDoneOn: day(100) }),
    loss({
      institutionName: 'Stayed',
      takenBack: { at: new Date().toISOString(), by: null, reason: 'New price' },
    }),
  ];
  server = startSignedInServer();
  server.answer(getLosses, () => ({ rows: losses }));
  server.answer(getLostRenewals, { rows: [] });
  server.answer(getLossDefaults, { monthlyDollars: 310, locations: 3 });
  server.answer(getSavedViews, { rows: [], defaultViewId: null });
});

const part = async (name: RegExp) => {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('.mantine-Paper-root') as HTMLElement);
};
const rowNames = () =>
  within(screen.getByRole('grid', { name: 'Losses' }))
    .queryAllByRole('link')
    .map((link) => link.textContent);

describe('the losses', () => {
  it('are counted over 90 days, without withdrawn ones', async () => {
    renderApp('/churn');
    expect(await screen.findByRole('link', { name: /^6\s?Losses$/ })).toBeVisible();
    expect(screen.getByText('Customers that gave notice in the last 90 days.')).toBeVisible();
    expect(screen.getByText(/have all losses since \w+ \d+, \d{4}\./)).toBeVisible();
    expect(screen.getByText(/in a week, \+5 vs. the previous 90 days/)).toBeVisible();
    expect(screen.getByRole('link', { name: /^\$1,000\s?Monthly revenue lost$/ })).toBeVisible();
    expect(screen.getByText(/in a week, unknown for 1/)).toBeVisible();
    expect(screen.getByRole('link', { name: /^83%\s?Avoidable$/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /^6\s?Reviews overdue$/ })).toBeVisible();
  });

  it('show earlier health, with links to the losses', async () => {
    renderApp('/churn');
    const health = await part(/Did health scores warn us/);
    expect(
      health.getByText('6 of 7 customers that gave notice were Critical 60 days before.'),
    ).toBeVisible();
    expect(findUnlinkedFigures(screen.getByRole('main'))).toEqual([]);
    await userEvent.click(health.getByRole('link', { name: /^1\s?No score 90 days before$/ }));
    await waitFor(() => expect(rowNames()).toEqual(['Customer 2']));
  });

  it('show reasons and tenures, with links to the losses', async () => {
    renderApp('/churn');
    const reasons = await part(/^Reasons/);
    expect(reasons.getByRole('link', { name: /^6\s?losses: Low use$/ })).toBeVisible();
    await userEvent.click(reasons.getByRole('link', { name: /^1\s?losses: Competitor$/ }));
    await waitFor(() => expect(rowNames()).toEqual(['Customer 2']));
    const tenures = await part(/^Tenure/);
    await userEvent.click(tenures.getByRole('link', { name: /^6\s?losses after 1 year$/ }));
    await waitFor(() => expect(rowNames()).toHaveLength(6));
  });

  it('prompt for reasons when many are unknown', async () => {
    const { unmount } = renderApp('/churn');
    await part(/^Reasons/);
    expect(screen.queryByText(/no known reason/)).toBeNull();
    unmount();
    losses = losses.map((each, at) =>
      at === 0
        ? { ...each, institutionName: 'Silent Dental', reason: 'Unknown', reasonDetail: null }
        : each,
    );
    renderApp('/churn');
    const reasons = await part(/^Reasons/);
    await userEvent.click(
      await reasons.findByRole('link', { name: /^1 loss\s?losses without a known reason$/ }),
    );
    await waitFor(() => expect(rowNames()).toEqual(['Silent Dental']));
  });

  it('show an error and retry', async () => {
    server.refuse(getLosses, 503, 'The database is busy.');
    renderApp('/churn');
    const [problem] = await screen.findAllByText('Couldn’t load losses');
    expect(problem).toBeVisible();
    server.answer(getLosses, { rows: losses });
    await userEvent.click(screen.getAllByRole('button', { name: 'Retry' })[0] as HTMLElement);
    expect(await screen.findByRole('link', { name: /^6\s?Losses$/ })).toBeVisible();
  });

  it('show an empty state', async () => {
    server.answer(getLosses, { rows: [] });
    renderApp('/churn');
    expect(
      await screen.findByText(
        'No customers have given notice yet. Add a loss above or import losses.',
      ),
    ).toBeVisible();
    expect(screen.getByText('fewer than 5 rated')).toBeVisible();
  });
});

describe('a lost renewal in the CRM', () => {
  const renewal = (id: number) => ({
    institutionId: id,
    institutionName: `Lost Dental ${id}`,
    dealName: 'Renewal',
    lostOn: day(3),
    endsOn: day(-27),
    monthlyDollars: 450,
  });
  it('becomes a loss once a reason is given', async () => {
    server.answer(getLostRenewals, { rows: [7, 8, 9, 10].map(renewal) });
    server.answer(getInstitutionList, {
      weekStartDate: null,
      weekEndDate: null,
      rules: defaultHealthRules,
      rows: [createListedInstitution({ institutionId: 8, institutionName: 'Lost Dental 8' })],
    });
    server.answer(postLoss, () => loss({ institutionId: 8, institutionName: 'Lost Dental 8' }));
    renderApp('/churn');
    expect(await screen.findByText('4 lost CRM renewals without a recorded loss')).toBeVisible();
    expect(screen.queryByText(/^Lost Dental 10/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show all 4' }));
    expect(screen.getByText(/^Lost Dental 10, lost .*, \$450 per month$/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Add loss of Lost Dental 8' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add loss' });
    expect(within(dialog).getByRole('button', { name: 'Add loss' })).toBeDisabled();
    await userEvent.click(within(dialog).getByRole('combobox', { name: /^Stated reason/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Competitor' }));
    server.answer(getLostRenewals, { rows: [] });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add loss' }));
    await waitFor(() => expect(screen.queryByText(/lost CRM renewal/)).toBeNull());
    expect(server.callsTo(postLoss)[0]).toMatchObject({
      path: '/api/institution/8/losses',
      body: { noticedOn: day(3), effectiveOn: day(-27), monthlyDollars: 450, reason: 'Competitor' },
    });
  });
});

it('prefills the loss of the customer in the URL from a renewal that was just lost', async () => {
  const renewal = {
    institutionId: 8,
    institutionName: 'Lost Dental 8',
    dealName: 'Renewal',
    lostOn: day(3),
    endsOn: day(-27),
    monthlyDollars: 450,
  };
  server.answer(getLostRenewals, { rows: [] });
  const { router } = renderApp('/churn');
  await screen.findByRole('heading', { name: 'Churn analysis' });
  await waitFor(() => expect(server.callsTo(getLostRenewals)).toHaveLength(1));
  await act(() => router.navigate('/churn-missing'));
  server.answer(getLostRenewals, { rows: [renewal] });
  await act(() => router.navigate('/churn?addLoss=8'));
  const dialog = await screen.findByRole('dialog', { name: 'Add loss' });
  expect(within(dialog).getByLabelText(/^Notice date/)).toHaveValue(day(3));
  expect(within(dialog).getByLabelText(/^Departure date/)).toHaveValue(day(-27));
});

describe('a loss', () => {
  it('is added for a customer', async () => {
    server.answer(getInstitutionList, {
      ...emptyList,
      rows: [createListedInstitution({ institutionId: 7, institutionName: 'Oak Dental' })],
    });
    server.answer(postLoss, (body) => loss({ ...body, institutionName: 'Oak Dental' }));
    renderApp('/churn');
    await userEvent.click(await screen.findByRole('button', { name: 'Add loss' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add loss' }));
    const save = dialog.getByRole('button', { name: 'Add loss' });
    expect(save).toBeDisabled();
    await userEvent.click(dialog.getByRole('combobox', { name: /^Customer/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Oak Dental' }));
    await userEvent.type(dialog.getByLabelText(/^Departure date/), day(-30));
    await userEvent.click(dialog.getByRole('combobox', { name: /^Stated reason/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Price or terms' }));
    // Revenue and locations come from the customer's contracts and locations.
    expect(dialog.getByLabelText('Locations')).toHaveValue('3');
    const revenue = dialog.getByLabelText('Monthly revenue');
    expect(revenue).toHaveValue('$310');
    await userEvent.clear(revenue);
    await userEvent.type(revenue, '450');
    await userEvent.click(save);
    await waitFor(() => expect(server.callsTo(postLoss)).toHaveLength(1));
    expect(server.callsTo(postLoss)[0]).toMatchObject({
      path: '/api/institution/7/losses',
      body: {
        effectiveOn: day(-30),
        reason: 'Price or terms',
        monthlyDollars: 450,
        competitor: null,
        locationsLost: 3,
      },
    });
    expect(await screen.findByText('Added the loss of Oak Dental')).toBeVisible();
  });

  it('is changed and withdrawn from its row, and shows changes by another user', async () => {
    losses = [loss({ institutionName: 'Oak Dental' })];
    server.refuse(
      patchLoss,
      409,
      'This loss has changed in the meantime. Review it, then repeat your change.',
    );
    server.answer(postLossWithdrawal, () => loss());
    renderApp('/churn');
    await userEvent.click(await screen.findByRole('button', { name: /^Actions for Oak Dental/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Change/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Loss of Oak Dental' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/^This loss has changed in the meantime/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: /^Actions for Oak Dental/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Withdraw/ }));
    const back = within(
      await screen.findByRole('dialog', { name: 'Withdraw the loss of Oak Dental' }),
    );
    await userEvent.type(back.getByLabelText(/^Reason/), 'A new price');
    await userEvent.click(back.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() =>
      expect(server.callsTo(postLossWithdrawal)[0]?.body).toEqual({
        version: 1,
        reason: 'A new price',
      }),
    );
  });
});

const emptyList = {
  weekStartDate: null,
  weekEndDate: null,
  rules: defaultHealthRules,
};

describe('the loss review', () => {
  it('tests the missed signal and saves it', async () => {
    let kept: unknown;
    server.answer(getLossReview, {
      retro: null,
      known: { on: '2026-08-30', values: [{ feature: 'score', value: 41.257 }] },
    });
    server.answer(getSignalBackTest, { came: 40, left: 12, all: 2_000, allLeft: 60 });
    server.answer(postLossReview, (body) => {
      kept = body;
      const { version: _, ...facts } = body;
      return {
        retro: {
          ...facts,
          by: { id: losses[0]?.lossId ?? '', name: 'Morgan Member' },
          at: new Date().toISOString(),
          version: 1,
        },
      };
    });
    renderApp('/churn');
    await userEvent.click(
      (await screen.findAllByRole('button', { name: /Actions for Customer 1/ }))[0] as HTMLElement,
    );
    await userEvent.click(await screen.findByRole('menuitem', { name: /Review loss/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Review of Customer 1' }));
    await userEvent.type(
      await dialog.findByRole('textbox', { name: 'What we will change' }),
      'Call earlier',
    );
    expect(dialog.getByRole('button', { name: 'Save review' })).toBeDisabled();
    await userEvent.click(dialog.getByRole('combobox', { name: 'Signal we missed' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Adoption score' }));
    expect(
      dialog.getByText(
        'On Aug 30, 2026, at least 30 days before the notice, the value was 41.26%.',
      ),
    ).toBeVisible();
    const value = dialog.getByRole('textbox', { name: 'Value' });
    expect(value).toHaveValue('41.26%');
    await userEvent.clear(value);
    await userEvent.type(value, '55');
    expect(
      await dialog.findByText(/This signal would have helped: customers with it gave notice/),
    ).toBeInTheDocument();
    expect(dialog.getByText(/12 of 40: 30% \(18–45%\)/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Save review' }));
    await waitFor(() =>
      expect(kept).toMatchObject({
        changes: 'Call earlier',
        missed: { feature: 'score', comparison: 'at_most', value: 55 },
        version: 0,
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

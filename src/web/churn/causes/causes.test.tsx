import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getRiskEpisodes, type RiskEpisode } from '#shared/churn/causes/episodes.ts';
import { getLosses } from '#shared/churn/losses/losses.ts';
import { getPredictionQuality } from '#shared/churn/quality/quality.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { createChurnLoss, createChurnQuality } from '#test/churn-records.ts';
import { findUnlinkedFigures } from '#test/web/bare-figures.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
let restore: () => void;
beforeAll(() => {
  restore = mockElementSizes();
});
afterAll(() => restore());
beforeEach(() => {
  server = startSignedInServer();
  server.answer(getPredictionQuality, createChurnQuality());
  server.answer(getLosses, {
    rows: [
      ...Array.from({ length: 5 }, () => createChurnLoss({})),
      createChurnLoss({ reason: 'Competitor', avoidable: 'no', sizeTier: 'Large' }),
      createChurnLoss({ reason: 'Practice sold or closed', avoidable: 'no' }),
    ],
  });
  server.answer(getSavedViews, { rows: [], defaultViewId: null });
});

describe('the causes', () => {
  it('are shown as associations, with a table', async () => {
    renderApp('/churn-analytics?part=causes');
    expect(
      await screen.findByText(
        /associations, not proven causes.*1 of 2 figures show a clear association/,
      ),
    ).toBeVisible();
    expect(
      screen.getByRole('img', { name: 'Odds ratios of 2 figures, strongest first' }),
    ).toBeVisible();
    await userEvent.click(screen.getByText('Show as table'));
    const table = screen.getByRole('table', { name: 'Odds ratios' });
    expect(
      within(table).getByRole('row', {
        name: 'Adoption score, 18 points more 0.52 0.41 to 0.66 Less often',
      }),
    ).toBeVisible();
    expect(
      within(table).getByRole('row', { name: /Tickets in 28 days.*No clear effect/ }),
    ).toBeVisible();
    expect(findUnlinkedFigures(screen.getByRole('main'))).toEqual([]);
  });

  it('explain a missing model', async () => {
    server.answer(getPredictionQuality, createChurnQuality({ model: null }));
    renderApp('/churn-analytics?part=causes');
    expect(await screen.findByText(/No model has been trained yet/)).toBeVisible();
  });

  it('count reasons by segment without closed practices, and link to their losses', async () => {
    renderApp('/churn-analytics?part=causes');
    const grid = await screen.findByRole('table', { name: 'Reasons by customer segment' });
    expect(within(grid).queryByRole('rowheader', { name: 'Practice sold or closed' })).toBeNull();
    expect(
      within(grid).getByRole('row', { name: /^Low use 5\s?losses: Low use, Small\s?100% –$/ }),
    ).toBeVisible();
    const link = within(grid).getByRole('link', { name: /^5\s?losses: Low use, Small$/ });
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://localhost');
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/churn',
      { 'f.mainReason': 'Low use', 'f.sizeTier': 'Small', 'f.isTakenBack': 'no' },
    ]);
    await userEvent.click(screen.getByRole('switch', { name: 'Include sold or closed practices' }));
    expect(await screen.findByRole('rowheader', { name: 'Practice sold or closed' })).toBeVisible();
    await userEvent.click(screen.getByRole('switch', { name: 'Avoidable only' }));
    expect(screen.queryByRole('rowheader', { name: 'Competitor' })).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'EHR' }));
    expect(screen.getByRole('columnheader', { name: /^Dentrix\s?5 lost/ })).toBeVisible();
  });
});

describe('the saves', () => {
  const episode = (institutionId: number, facts: Partial<RiskEpisode>): RiskEpisode => ({
    institutionId,
    institutionName: `Customer ${institutionId}`,
    sizeTier: 'Small',
    beganOn: '2026-05-03',
    endedOn: '2026-06-07',
    outcome: 'Saved',
    noticedOn: null,
    isTreated: false,
    ...facts,
  });

  it('count saved customers by quarter and treatment, and link to the episodes', async () => {
    server.answer(getRiskEpisodes, {
      rows: [
        ...[1, 2, 3, 4].map((id) => episode(id, { isTreated: true })),
        episode(5, { outcome: 'Lost', noticedOn: '2026-06-02' }),
        episode(6, { outcome: 'Open', endedOn: null, beganOn: '2026-11-01' }),
      ],
    });
    renderApp('/churn-analytics?part=saves');
    const table = await screen.findByRole('table', { name: 'Risk episodes by quarter' });
    expect(
      within(table).getByRole('row', {
        name: /^2026 Q2.*4\s*Saved: 2026 Q2\s*of 5: 80% \(38–96%\)/,
      }),
    ).toHaveTextContent('30');
    expect(
      within(table).getByRole('row', { name: /^Contacted.*4\s*Saved: Contacted\s*of 4/ }),
    ).not.toHaveTextContent('%');
    expect(findUnlinkedFigures(screen.getByRole('main'))).toEqual([]);
    await userEvent.click(within(table).getByRole('link', { name: /^1\s?Lost: All$/ }));
    const names = within(await screen.findByRole('grid', { name: 'Risk episodes' })).getAllByRole(
      'link',
    );
    expect(names.map((link) => link.textContent)).toEqual(['Customer 5']);
    expect(screen.getByRole('table', { name: 'Risk episodes by quarter' })).toBeVisible();
  });

  it('explain an empty list and retry', async () => {
    server.answer(getRiskEpisodes, { rows: [] });
    const { unmount } = renderApp('/churn-analytics?part=saves');
    expect(
      await screen.findByText('No customers have been at risk in an official week yet.'),
    ).toBeVisible();
    unmount();
    server.refuse(getRiskEpisodes, 503, 'The database is busy.');
    renderApp('/churn-analytics?part=saves');
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

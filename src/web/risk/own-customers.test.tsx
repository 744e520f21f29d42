import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { getRiskList } from '#shared/risk/list.ts';
import { getRiskCases } from '#shared/work/cases.ts';
import { getInstitutionWorkSummaries } from '#shared/work/tasks.ts';
import { createListedRisk } from '#test/records.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';

let restore: () => void;
beforeAll(() => {
  restore = mockElementSizes();
});
afterAll(() => restore());
beforeEach(() => {
  const server = startSignedInServer();
  server.answer(getSavedViews, { rows: [], defaultViewId: null });
  server.answer(getRiskCases, { rows: [] });
  server.answer(getInstitutionWorkSummaries, { rows: [] });
  server.answer(getRiskList, {
    weekStartDate: '2026-11-08',
    weekEndDate: '2026-11-14',
    healthyFrom: 75,
    inGrace: 0,
    rows: [
      createListedRisk({
        institutionId: 1,
        institutionName: 'Alder Dental',
        ownerName: morgan.name,
      }),
      createListedRisk({
        institutionId: 2,
        institutionName: 'Birch Dental',
        ownerName: 'Ana Pérez',
      }),
      createListedRisk({
        institutionId: 3,
        institutionName: 'Cedar Dental',
        ownerName: 'Ana Pérez',
      }),
    ],
  });
});

const names = () =>
  within(screen.getByRole('grid'))
    .queryAllByRole('link')
    .map((link) => link.textContent);

it('counts, lists and exports only my customers, on every tab and on the next visit', async () => {
  const { router, unmount } = renderApp('/at-risk-customers');
  expect(await screen.findByRole('link', { name: 'Queue 3' })).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'My customers' }));
  expect(await screen.findByRole('link', { name: 'Queue 1' })).toBeVisible();
  await waitFor(() => expect(names()).toEqual([expect.stringContaining('Alder Dental')]));
  expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    expect.stringContaining('tab=queue&owner=Morgan%20Member'),
  );
  await userEvent.click(screen.getByRole('link', { name: 'All 1' }));
  expect(router.state.location.search).toBe('?tab=all&scope=mine');
  unmount();

  renderApp('/at-risk-customers');
  expect(await screen.findByRole('link', { name: 'Queue 1' })).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'All customers' }));
  expect(await screen.findByRole('link', { name: 'Queue 3' })).toBeVisible();
});

it('counts the reasons of my customers with the “me” filter', async () => {
  renderApp('/at-risk-customers?f.ownerName=~me');
  const reasons = within(await screen.findByRole('group', { name: 'Reasons' }));
  expect(await reasons.findByRole('button', { name: 'Critical 1' })).toBeVisible();
});

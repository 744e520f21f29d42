import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import {
  getIncidentLocations,
  getIncidents,
  getIncidentTaskPreview,
  type ListedIncident,
  postIncidentDismissOrReopen,
  postIncidentTasks,
} from '#shared/radar/radar.ts';
import { postUndo } from '#shared/work/undo.ts';
import {
  lastRadarScan,
  testIncident,
  testIncidentId,
  testIncidentLocation,
} from '#test/incidents.ts';
import { beforeEachListPage } from '#test/web/list-page.ts';
import { renderApp } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
const user = userEvent.setup();
beforeEachListPage((fresh) => {
  server = fresh;
  server.answer(getIncidents, { rows: [testIncident], look: lastRadarScan });
  server.answer(getIncidentLocations, { rows: [testIncidentLocation] });
  server.answer(getIncidentTaskPreview, {
    title: 'Check silent connection: Curve in TX',
    dueOn: '2026-11-19',
    owners: [
      {
        person: { id: '7b3c2c1e-4d52-4f3a-9a43-1a1d8c1f0a01', name: 'Ana Pérez' },
        ownerName: 'Ana Pérez',
        customers: 7,
      },
      { person: null, ownerName: null, customers: 1 },
    ],
    customers: 8,
    alreadyHave: 0,
    left: 0,
  });
  server.answer(postIncidentTasks, { institutionIds: [3, 9] });
  server.answer(postIncidentDismissOrReopen, { version: 1 });
});

const openList = () => renderApp('/customer-success-ops?part=incidents');
const openOne = () => renderApp(`/customer-success-ops?part=incidents&incident=${testIncidentId}`);

it('lists the incidents with the result of the latest scan, and opens one', async () => {
  openList();
  const list = await screen.findByRole('grid', { name: 'Incidents' });
  expect(await within(list).findByText('at most 0.1%')).toBeVisible();
  expect(screen.getByText(/10 locations of 60 monitored are silent/)).toBeVisible();
  expect(screen.getByText(/41 groups compared · connections as of Nov 17, 2026/)).toBeVisible();
  await user.click(await within(list).findByRole('link', { name: 'Curve in TX' }));
  expect(await screen.findByRole('heading', { name: 'Curve in TX' })).toBeVisible();
});

it('reports when nothing is silent, and when no scan has run yet', async () => {
  server.answer(getIncidents, { rows: [], look: lastRadarScan });
  const view = openList();
  expect(await screen.findByText(/No group of connections has fallen silent/)).toBeVisible();
  view.unmount();
  server.answer(getIncidents, { rows: [], look: null });
  openList();
  expect(await screen.findByText(/The radar has not run yet/)).toBeVisible();
});

it('shows the evidence for an incident and lists its locations', async () => {
  openOne();
  const facts = await screen.findByRole('region', { name: 'Curve in TX' });
  expect(facts).toHaveTextContent(
    '8 of 10 monitored connections fell silent together; 0.2 were expected',
  );
  expect(facts).toHaveTextContent('Probability of coincidence: at most 0.1%');
  expect(facts).toHaveTextContent(
    'Silent now: 9 locations of 8 customers (11 locations of 8 customers since the incident began)',
  );
  const list = await screen.findByRole('grid', { name: 'Incident locations' });
  expect(await within(list).findByText('Elm Dental Plano')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Start ticket campaign' })).toHaveAttribute(
    'href',
    '/hubspot-tickets/campaigns/new?customers=3',
  );
  expect(screen.getByRole('link', { name: 'Show on map' })).toHaveAttribute(
    'href',
    '/map?at=31.20,-96.50,6.64',
  );
});

it('previews the tasks per owner, creates them once, and undoes them', async () => {
  openOne();
  await user.click(await screen.findByRole('button', { name: 'Create tasks for owners (8)' }));
  const dialog = await screen.findByRole('dialog', { name: 'Tasks for Curve in TX' });
  const rows = within(
    await within(dialog).findByRole('table', { name: 'Tasks by owner' }),
  ).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'OwnerTasks',
    'Ana Pérez7',
    'No owner unassigned1',
  ]);
  await user.click(within(dialog).getByRole('button', { name: 'Create 8 tasks' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(server.callsTo(postUndo).map(({ body }) => body)).toEqual([{ institutionIds: [3, 9] }]),
  );
  expect(server.callsTo(postIncidentTasks)).toHaveLength(1);
});

it('reports that the tasks could not be created, and keeps the dialog open', async () => {
  server.refuse(postIncidentTasks, 422, 'This incident is over or was dismissed.');
  openOne();
  await user.click(await screen.findByRole('button', { name: 'Create tasks for owners (8)' }));
  await user.click(await screen.findByRole('button', { name: 'Create 8 tasks' }));
  expect(await screen.findByText(/This incident is over or was dismissed/)).toBeVisible();
});

it('dismisses with a reason', async () => {
  openOne();
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  const dialog = await screen.findByRole('dialog', { name: 'Dismiss Curve in TX' });
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Planned migration');
  await user.click(within(dialog).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() =>
    expect(server.callsTo(postIncidentDismissOrReopen).map(({ body }) => body)).toEqual([
      { verdict: 'dismissed', version: 0, reason: 'Planned migration' },
    ]),
  );
});

it('of all feeds suggests checking our own data intake, and offers no tasks', async () => {
  const all: ListedIncident = {
    ...testIncident,
    kind: 'all',
    name: 'All feeds',
    ehr: null,
    state: null,
    chance: null,
    expected: null,
  };
  server.answer(getIncidents, { rows: [all], look: lastRadarScan });
  openOne();
  expect(await screen.findByText(/cause is probably on our side/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Make tasks/ })).not.toBeInTheDocument();
});

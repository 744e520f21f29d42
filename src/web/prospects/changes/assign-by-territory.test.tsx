import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { postProspectChange } from '#shared/prospects/changes.ts';
import { createListedProspect } from '#test/records.ts';
import { renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';
import { AssignByTerritoryDialog } from './AssignByTerritoryDialog.tsx';

const user = userEvent.setup();
const ana = { id: '11111111-1111-4111-8111-111111111111', name: 'Ana' };
const ben = { id: '22222222-2222-4222-8222-222222222222', name: 'Ben' };
const east = { territory: 'East', territoryOwner: 'Ana' };
const rows = [
  createListedProspect({ prospectId: 1, ...east }),
  createListedProspect({ prospectId: 2, ...east, owner: ben }),
  createListedProspect({ prospectId: 3, ...east, owner: ana }),
  createListedProspect({ prospectId: 4, owner: ben }),
];

let server: TestServer;
beforeEach(() => {
  server = startSignedInServer();
  server.answer(postProspectChange, ({ prospects }) => ({ prospects }));
});
const ignore = () => undefined;
const All = () => <AssignByTerritoryDialog rows={rows} onDone={ignore} onClose={ignore} />;
const Unchanged = () => (
  <AssignByTerritoryDialog rows={rows.slice(2)} onDone={ignore} onClose={ignore} />
);
const open = async (Component = All) => {
  renderApp('/assign', [{ path: '/assign', Component }]);
  return within(await screen.findByRole('dialog', { name: 'Assign by territory' }));
};
const assigned = () => server.callsTo(postProspectChange).map(({ body }) => body);

it('counts the effects first, and leaves prospects of other owners unless the user chooses so', async () => {
  const dialog = await open();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 prospect without an owner',
    '1 prospect of another owner',
    '2 prospects that stay the same: no territory with an owner, or assigned to that owner already',
  ]);
  await user.click(dialog.getByRole('button', { name: 'Assign 1 without an owner' }));
  await waitFor(() => expect(assigned()).toMatchObject([{ prospects: [{ prospectId: 1 }] }]));
});

it('assigns also those of other owners', async () => {
  const dialog = await open();
  await user.click(dialog.getByRole('button', { name: 'Assign all 2' }));
  await waitFor(() =>
    expect(assigned()).toMatchObject([{ prospects: [{ prospectId: 1 }, { prospectId: 2 }] }]),
  );
});

it('offers nothing when all stay the same', async () => {
  const dialog = await open(Unchanged);
  expect(dialog.getByRole('button', { name: 'Assign 0 without an owner' })).toBeDisabled();
  expect(dialog.queryByRole('button', { name: /Assign all/ })).not.toBeInTheDocument();
});

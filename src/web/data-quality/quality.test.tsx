import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { dayIn } from '#shared/core/dates.ts';
import {
  type Fix,
  getFixes,
  postEhrMapping,
  postLocationZipPlacement,
  postUndoFix,
} from '#shared/data-quality/fixes.ts';
import { getDataQuality, type Issue } from '#shared/data-quality/issues.ts';
import { getMergeComparison, type MergeComparison, postMerge } from '#shared/data-quality/merge.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { morgan, renderApp, startSignedInServer } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const issue = (facts: Partial<Issue>): Issue => ({
  issueId: facts.kind ?? 'unplotted',
  kind: 'unplotted',
  institutionId: 1,
  institutionName: 'Elm Dental',
  locationId: 10,
  locationName: 'Elm Main',
  city: 'Greenwich',
  state: 'CT',
  zip: null,
  detail: 'No coordinates and no ZIP code.',
  otherId: null,
  otherName: null,
  likeness: null,
  suggestedZip: null,
  system: null,
  since: null,
  ...facts,
});
const fix: Fix = {
  fixId: morgan.id,
  kind: 'place',
  summary: 'Placed 1 location in ZIP code 06830.',
  madeBy: 'Avery Admin',
  madeAt: '2026-11-24T08:00:00Z',
  undoneBy: null,
  undoneAt: null,
};
const counts = {
  unplotted: 3,
  approximate: 0,
  duplicate: 1,
  silent: 0,
  unknownSystem: 1,
  noSystem: 0,
  overlap: 0,
};

// Loads the lazy part before a test waits for it.
beforeAll(() => import('./DataQuality.tsx'));

let server: TestServer;
let restore: () => void;
afterEach(() => restore());
beforeEach(() => {
  restore = mockElementSizes();
  server = startSignedInServer();
  server.answer(getUser, { ...morgan, role: 'admin' });
  server.answer(getSavedViews, { rows: [], defaultViewId: null });
  server.answer(getDataQuality, {
    rows: [
      issue({ kind: 'unplotted', suggestedZip: '06830' }),
      issue({
        kind: 'duplicate',
        locationId: null,
        locationName: null,
        otherId: 2,
        otherName: 'Elm',
        likeness: 'Phone',
        detail: 'May be Elm.',
      }),
      issue({
        kind: 'unknownSystem',
        system: 'Dentrix G7',
        detail: '“Dentrix G7” is not a known EHR.',
      }),
    ],
    days: [
      { day: '2026-11-20', counts },
      { day: '2026-11-24', counts: { ...counts, unplotted: 1 } },
    ],
    checkedAt: '2026-11-24T08:00:00Z',
    systems: ['Dentrix', 'Eaglesoft'],
  });
});

const open = async (text: string) => {
  renderApp('/admin?part=quality');
  await userEvent.click(await screen.findByText(text));
};

it('each figure opens its rows and shows how it has changed', async () => {
  renderApp('/admin?part=quality');
  expect(await screen.findByText('May be Elm.')).toBeVisible();
  expect(
    screen.getByRole('img', { name: /Not on the map: 3 on .*, 1 at the last check/ }),
  ).toBeVisible();
  expect(screen.getByText(/^−2 since /)).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: /^1 ?Possible duplicate/ }));
  await waitFor(() => expect(screen.queryByText('No coordinates and no ZIP code.')).toBeNull());
  expect(screen.getByText('May be Elm.')).toBeVisible();
});

it('after the first check, each figure shows the date since which it is counted', async () => {
  const today = dayIn('America/Los_Angeles', new Date());
  const answer = { rows: [], checkedAt: new Date().toISOString(), systems: [] };
  server.answer(getDataQuality, { ...answer, days: [{ day: today, counts }] });
  renderApp('/admin?part=quality');
  expect((await screen.findAllByText('Counted since today'))[0]).toBeVisible();
});

it('places a location in the suggested ZIP code, and undoes it', async () => {
  server.answer(postLocationZipPlacement, fix);
  server.answer(getFixes, { rows: [fix] });
  server.answer(postUndoFix, { ...fix, undoneBy: 'Avery Admin', undoneAt: '2026-11-24T08:00:00Z' });
  await open('No coordinates and no ZIP code.');
  const dialog = within(await screen.findByRole('dialog', { name: 'Place Elm Main' }));
  expect(dialog.getByRole('textbox', { name: 'ZIP code' })).toHaveValue('06830');
  await userEvent.click(dialog.getByRole('button', { name: 'Place' }));
  await waitFor(() =>
    expect(server.callsTo(postLocationZipPlacement)[0]?.body).toMatchObject({
      places: [{ institutionId: 1, locationId: 10, zip: '06830' }],
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Show fixes' }));
  await userEvent.click(await screen.findByRole('button', { name: `Undo: ${fix.summary}` }));
  await waitFor(() => expect(server.callsTo(postUndoFix)).toHaveLength(1));
});

it('an EHR name is mapped to an EHR', async () => {
  server.answer(postEhrMapping, fix);
  await open('“Dentrix G7” is not a known EHR.');
  const dialog = within(await screen.findByRole('dialog', { name: 'Which EHR is “Dentrix G7”?' }));
  await userEvent.type(dialog.getByRole('combobox', { name: 'EHR' }), 'Dentrix');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.callsTo(postEhrMapping)[0]?.body).toMatchObject({
      said: 'Dentrix G7',
      system: 'Dentrix',
    }),
  );
});

type Place = MergeComparison['places'][number]['one'];
const place = (
  locationId: number,
  name: string,
  phone: string | null,
  street_address = '12 Elm St',
): Place => ({
  locationId,
  fields: {
    name,
    street_address,
    city: 'Greenwich',
    state: 'CT',
    zip: '06830',
    phone,
    coordinates: null,
    practice_type: null,
    ehr: null,
    online_booking_link: null,
  },
});
const customer = (institutionId: number, name: string): MergeComparison['one'] => ({
  institutionId,
  fields: { name, practice_type: null, created_on: `202${institutionId}-01-01`, go_live_on: null },
  attached: { notes: 2, tasks: 0 },
  openLocations: 1,
});

it('two customers of one name are distinguished by address and id, and equal values are noted', async () => {
  server.answer(getMergeComparison, {
    one: customer(1, 'Elm Dental'),
    other: {
      ...customer(2, 'Elm Dental'),
      fields: customer(1, 'Elm Dental').fields,
      attached: { notes: 1, deals: 3 },
    },
    likeness: 'Phone',
    places: [
      {
        one: place(10, 'Elm', '203', '12 Elm St'),
        other: place(20, 'Elm', '203', '12 Elm Street'),
      },
      { one: place(11, 'Elm', '204'), other: place(21, 'Elm', '204') },
    ],
  });
  await open('May be Elm.');
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge these customers?' }));
  expect(await dialog.findByRole('radio', { name: 'Elm Dental (ID 2)' })).toBeVisible();
  expect(dialog.getByText(/^1 open location, 1 note, 3 deals, a customer since/)).toBeVisible();
  expect(dialog.getByText('Both customers have the same values.')).toBeVisible();
  const [first, second] = dialog
    .getAllByRole('group', { name: 'Both named Elm' })
    .map((group) => within(group));
  expect(
    first?.getByRole('radio', { name: 'Yes, keep 12 Elm Street, Greenwich (ID 20) open' }),
  ).toBeVisible();
  expect(second?.getByRole('radio', { name: 'Yes, keep ID 11 open' })).toBeVisible();
  expect(second?.getByText('Both locations have the same values.')).toBeVisible();
});

it('merges two customers with the chosen values', async () => {
  server.answer(getMergeComparison, {
    one: customer(1, 'Elm Dental'),
    other: customer(2, 'Elm'),
    likeness: 'Phone',
    places: [{ one: place(10, 'Elm Main', null), other: place(20, 'Elm Office', '203') }],
  });
  server.refuse(
    postMerge,
    409,
    'One of these customers no longer exists. It may have been merged.',
  );
  await open('May be Elm.');
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge these customers?' }));
  await userEvent.click(await dialog.findByRole('radio', { name: 'Elm Office' }));
  expect(dialog.getByRole('radio', { name: 'Jan 1, 2022' })).not.toBeChecked();
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  await waitFor(() =>
    expect(server.callsTo(postMerge)[0]?.body).toMatchObject({
      keptId: 1,
      otherId: 2,
      fields: { name: 'kept', created_on: 'kept' },
      places: [
        {
          keptLocationId: 10,
          otherLocationId: 20,
          stays: 'kept',
          fields: { name: 'other', phone: 'other', city: 'kept' },
        },
      ],
    }),
  );
  expect(await dialog.findByText(/It may have been merged/)).toBeVisible();
  const compared = server.callsTo(getMergeComparison).length;
  server.answer(postMerge, { ...fix, kind: 'merge', summary: 'Merged Elm into Elm Dental.' });
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('Merged Elm into Elm Dental.')).toBeVisible();
  expect(server.callsTo(getMergeComparison)).toHaveLength(compared);
});

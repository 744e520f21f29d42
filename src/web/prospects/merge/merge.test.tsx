import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getConversionDraft } from '#shared/prospects/conversion.ts';
import { getProspectGroup, type ProspectGroup } from '#shared/prospects/group.ts';
import { getProspectColumnOptions, getProspectPage } from '#shared/prospects/list.ts';
import {
  type ComparedProspect,
  getProspectPair,
  type ProspectPair,
  postProspectMerge,
  postProspectMergeUndo,
} from '#shared/prospects/merge.ts';
import { getProspectProfile, type ProspectProfile } from '#shared/prospects/profile.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { getPeople } from '#shared/work/people.ts';
import { getProspectTasks } from '#shared/work/prospect-tasks.ts';
import { createListedProspect } from '#test/records.ts';
import { beforeEachListPage } from '#test/web/list-page.ts';
import { renderApp } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
const user = userEvent.setup();
const ana = { id: '11111111-1111-4111-8111-111111111111', name: 'Ana Pérez' };
const mergeId = '22222222-2222-4222-8222-222222222222';

const oak = createListedProspect({
  duplicateOf: { reason: 'phone', name: 'Oak Dental Group', prospectId: 6, institutionId: null },
});
const group: ListedProspect = { ...oak, prospectId: 6, placeId: null, name: 'Oak Dental Group' };

const fact = (
  field: 'name' | 'phone' | 'ehr',
  value: string | null,
  isEntered: boolean,
): ComparedProspect['facts'][number] => ({
  ...{ field, value, isEntered },
  source: isEntered ? 'Ana Pérez' : 'fair',
  checkedOn: '2026-11-01',
});
const one: ComparedProspect = {
  ...{ prospectId: 5, key: 'place/5', name: 'Oak Dental', version: 3, addedOn: '2026-11-01' },
  facts: [
    fact('name', 'Oak Dental', false),
    fact('phone', '860-321-0100', true),
    fact('ehr', null, false),
  ],
  ...{ stage: 'Contacted', lostReason: null, owner: null, monthlyAmount: 200, doNotContact: null },
  attached: { note: 2, change: 1 },
};
const other: ComparedProspect = {
  ...one,
  ...{ prospectId: 6, key: 'prospect-6', name: 'Oak Dental Group', version: 1 },
  facts: [
    fact('name', 'Oak Dental Group', false),
    fact('phone', '(860) 321-0100', false),
    fact('ehr', 'Dentrix', false),
  ],
  ...{ stage: 'Demo', owner: ana, monthlyAmount: null, doNotContact: 'Asked us' },
  attached: { note: 1 },
};
const pair: ProspectPair = { one, other, reasons: ['phone', 'website'] };

const profile = (facts: Partial<ProspectProfile> = {}) =>
  server.answer(getProspectProfile, {
    ...{ prospect: oak, conversion: null, facts: [], scoreParts: [], scoreVersion: 0 },
    ...{ checklist: [], suppressions: [], alsoSuppressed: [], activity: [] },
    ...{ isPlaceIdOnly: false, hasLiveFacts: false, canMatchNppes: false },
    ...{ canCreateDeal: false, dealAddress: null, dealProblem: null },
    ...facts,
  });

const members: ProspectGroup = {
  members: [
    {
      ...{ prospectId: null, key: null, institutionId: 7, name: 'Elm Dental', place: '' },
      ...{ stage: null, reasons: ['street'], isDuplicate: true },
    },
    {
      ...{ prospectId: 8, key: 'prospect-8', institutionId: null, name: 'Oak West' },
      ...{ place: 'Avon, CT', stage: 'New', reasons: ['website'], isDuplicate: false },
    },
  ],
  ...{ duplicates: 1, sisterLocations: 1 },
  shared: [{ column: 'website', prospects: 2, values: ['oak.example'] }],
};

beforeEachListPage((fresh) => {
  server = fresh;
  server.answer(getProspectPage, { rows: [oak, group], total: 2, matching: 2 });
  server.answer(getProspectColumnOptions, { columns: [] });
  server.answer(getProspectTasks, { rows: [] });
  server.answer(getPeople, { rows: [ana] });
  server.answer(getProspectGroup, members);
  server.answer(getProspectPair, pair);
  server.answer(postProspectMerge, (body) => ({
    ...{ mergeId: body.mergeId, prospectId: 5, key: 'place/5', name: 'Oak Dental' },
  }));
  server.answer(postProspectMergeUndo, { retained: ['Owner'] });
  profile();
});

const requests = () => server.callsTo(postProspectMerge).map(({ body }) => body);
const openFromProfile = async () => {
  renderApp('/prospect/place%2F5');
  await user.click(await screen.findByRole('button', { name: 'Merge with Oak Dental Group' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge these prospects?' }));
  await dialog.findByRole('radiogroup', { name: 'Prospect to keep' });
  return dialog;
};

it('merges a duplicate with the preferred values, and offers Undo', async () => {
  const dialog = await openFromProfile();
  expect(dialog.getByText('Same phone, same website.')).toBeVisible();
  const result = within(dialog.getByRole('region', { name: 'Result' }));
  expect(result.getByText('Moves to it: 1 note.', { exact: false })).toBeVisible();
  expect(result.getByText('860-321-0100 · EHR: Dentrix')).toBeVisible();
  expect(result.getByText('Demo · Ana Pérez · $200')).toBeVisible();
  expect(result.getByText('Do not contact stays: “Asked us”.')).toBeVisible();
  await user.click(
    within(dialog.getByRole('radiogroup', { name: 'Phone' })).getByRole('radio', {
      name: '(860) 321-0100',
    }),
  );
  expect(result.getByText('(860) 321-0100 · EHR: Dentrix')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Merge prospects' }));
  await waitFor(() =>
    expect(requests()).toMatchObject([
      {
        kept: { prospectId: 5, version: 3 },
        other: { prospectId: 6, version: 1 },
        facts: { name: 'kept', phone: 'other', ehr: 'other' },
        work: { stage: 'other', owner: 'other', monthlyAmount: 'kept' },
      },
    ]),
  );
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Changed since the merge, and not undone: Owner.')).toBeVisible();
});

it('keeps the choices when another user changed a prospect, and sends the new version', async () => {
  server.refuse(postProspectMerge, 409, 'Oak Dental has changed in the meantime.');
  const dialog = await openFromProfile();
  server.answer(getProspectPair, { ...pair, one: { ...one, version: 4 } });
  await user.click(
    within(dialog.getByRole('radiogroup', { name: 'Prospect to keep' })).getByRole('radio', {
      name: 'Oak Dental Group',
    }),
  );
  await user.click(dialog.getByRole('button', { name: 'Merge prospects' }));
  expect(await dialog.findByText('Oak Dental has changed in the meantime.')).toBeVisible();
  server.answer(postProspectMerge, (body) => ({
    ...{ mergeId: body.mergeId, prospectId: 6, key: 'prospect-6', name: 'Oak Dental Group' },
  }));
  await user.click(dialog.getByRole('button', { name: 'Merge prospects' }));
  await waitFor(() =>
    expect(requests()[1]).toMatchObject({
      kept: { prospectId: 6, version: 1 },
      other: { prospectId: 5, version: 4 },
    }),
  );
});

it('says why two won prospects can’t be merged, and keeps the stage of a won one', async () => {
  server.answer(getProspectPair, { ...pair, one: { ...one, stage: 'Won' } });
  const dialog = await openFromProfile();
  const stages = within(dialog.getByRole('radiogroup', { name: 'Stage' }));
  expect(stages.getByRole('radio', { name: 'Won' })).toBeChecked();
  expect(stages.getByRole('radio', { name: 'Demo' })).toBeDisabled();
  await user.click(
    within(dialog.getByRole('radiogroup', { name: 'Prospect to keep' })).getByRole('radio', {
      name: 'Oak Dental Group',
    }),
  );
  expect(dialog.getByText(/^Oak Dental is a customer now\. Keep it/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Merge prospects' })).toBeDisabled();
});

it('merges exactly two selected rows of the list', async () => {
  renderApp('/prospects');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all loaded rows' }));
  await user.click(await screen.findByRole('button', { name: /^Merge with/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge these prospects?' }));
  await user.click(await dialog.findByRole('button', { name: 'Merge prospects' }));
  await waitFor(() => expect(requests()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Merge with/ })).toBeNull());
});

it('shows the group, and lists the prospects with the same website', async () => {
  renderApp('/prospect/place%2F5');
  const section = within(await screen.findByRole('region', { name: 'Part of a group' }));
  expect(
    section.getByText('1 possible duplicate and 1 other location with facts in common.'),
  ).toBeVisible();
  expect(section.getByRole('link', { name: 'Elm Dental' })).toHaveAttribute(
    'href',
    '/institution/7/overview',
  );
  expect(section.getByText('Prospect, New · Avon, CT · Same website')).toBeVisible();
  expect(section.getByRole('link', { name: '2 prospects with this website' })).toHaveAttribute(
    'href',
    '/prospects?f.website=~is&f.website=oak.example',
  );
});

it('shows the remaining prospect of a merged one, and undoes the merge from its activity', async () => {
  profile({
    mergedName: 'Oak Dental Group',
    activity: [
      {
        ...{ at: '2026-11-10T12:00:00.000Z', by: ana, isNote: false, mergeId },
        text: 'Merged Oak Dental Group into Oak Dental',
      },
    ],
  });
  renderApp('/prospect/prospect-6');
  expect(await screen.findByText('Merged into Oak Dental')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Undo merge' }));
  expect(await screen.findByText('Changed since the merge, and not undone: Owner.')).toBeVisible();
  expect(server.callsTo(postProspectMergeUndo)).toHaveLength(1);
});

it('opens the conversion with the customer that may be the same practice', async () => {
  profile({
    prospect: {
      ...oak,
      duplicateOf: { reason: 'phone', name: 'Elm Dental', prospectId: null, institutionId: 7 },
    },
  });
  server.answer(getConversionDraft, {
    version: 3,
    facts: {
      ...{ name: 'Oak Dental', streetAddress: '1 Main St', city: 'Hartford', state: 'CT' },
      ...{ zip: '06103', practiceType: 'General Dentistry', ehr: '', phone: '' },
    },
    ...{ locationCount: null, owner: ana, practiceTypes: [], ownersAreElsewhere: false },
    candidates: [
      {
        ...{ institutionId: 7, institutionName: 'Elm Dental', address: '', leftOn: null },
        reasons: ['Same phone number'],
      },
    ],
  });
  renderApp('/prospect/place%2F5');
  await user.click(await screen.findByRole('link', { name: 'Merge into customer…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('radio', { name: 'Use Elm Dental' })).toBeChecked();
});

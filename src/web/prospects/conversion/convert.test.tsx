import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import {
  type ConversionDraft,
  getConversionDraft,
  type ProspectConversion,
  postConversion,
  postConversionUndo,
} from '#shared/prospects/conversion.ts';
import { getProspectProfile } from '#shared/prospects/profile.ts';
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

const oak = createListedProspect({ exitCriteria: null, daysWithoutTouch: null });

const draft: ConversionDraft = {
  version: 3,
  facts: {
    name: 'Oak Dental',
    streetAddress: '1 Main St',
    city: 'Hartford',
    state: 'CT',
    zip: '06103',
    practiceType: 'General Dentistry',
    ehr: '',
    phone: '860-555-0100',
  },
  locationCount: 3,
  owner: ana,
  candidates: [],
  practiceTypes: ['General Dentistry'],
  ownersAreElsewhere: false,
};
const elm = {
  institutionId: 7,
  institutionName: 'Elm Dental',
  address: '1 Main St, Hartford, CT 06103',
  reasons: ['Same phone number' as const],
  leftOn: null,
};
const conversion = (undoableUntil: string): ProspectConversion => ({
  conversionId: '22222222-2222-4222-8222-222222222222',
  institutionId: 9,
  institutionName: 'Oak Dental',
  isNew: true,
  by: ana,
  at: '2026-11-18T18:00:00.000Z',
  undoableUntil,
});
const profile = (facts: { prospect?: ListedProspect; conversion?: ProspectConversion } = {}) =>
  server.answer(getProspectProfile, {
    prospect: oak,
    conversion: null,
    facts: [],
    scoreParts: [],
    scoreVersion: 0,
    checklist: [],
    suppressions: [],
    alsoSuppressed: [],
    activity: [],
    ...{ isPlaceIdOnly: false, hasLiveFacts: false, canMatchNppes: false },
    ...{ canCreateDeal: false, dealAddress: null, dealProblem: null },
    ...facts,
  });

beforeEachListPage((fresh) => {
  server = fresh;
  server.answer(getPeople, { rows: [ana] });
  server.answer(getProspectTasks, { rows: [] });
  server.answer(getConversionDraft, draft);
  server.answer(postConversion, ({ conversionId }) => ({
    conversionId,
    institutionId: 9,
    institutionName: 'Oak Dental',
    version: 4,
  }));
  server.answer(postConversionUndo, { version: 5 });
  profile();
});

const requests = () => server.callsTo(postConversion).map(({ body }) => body);
const openDialog = async () => {
  await user.click(await screen.findByRole('button', { name: 'Convert to customer' }));
  const dialog = await screen.findByRole('dialog', { name: 'Convert Oak Dental to a customer' });
  await within(dialog).findByRole('checkbox', { name: 'Forms' });
  return within(dialog);
};

it('creates a customer with four clicks when nothing is missing, and offers Undo', async () => {
  renderApp('/prospect/place%2F5');
  const dialog = await openDialog();
  expect(dialog.getByText(/Import the other 2 locations afterwards/)).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: 'Recalls' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Forms' }));
  await user.click(dialog.getByRole('button', { name: 'Convert to customer' }));
  await waitFor(() => expect(requests()).toHaveLength(1));
  expect(requests()).toMatchObject([
    {
      version: 3,
      ownerId: ana.id,
      products: ['onlineBooking', 'recalls', 'forms'],
      customer: { kind: 'new', name: 'Oak Dental', zip: '06103', ehr: null, otherThan: [] },
    },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.callsTo(postConversionUndo)).toHaveLength(1));
});

it('needs a product, and without a product a sub-product is not sold', async () => {
  renderApp('/prospect/place%2F5?convert');
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Convert Oak Dental to a customer' }),
  );
  await user.click(await dialog.findByRole('checkbox', { name: 'Waitlist' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Online Booking' }));
  await user.click(dialog.getByRole('button', { name: 'Convert to customer' }));
  expect(await dialog.findByText('Choose at least one product.')).toBeVisible();
  expect(requests()).toEqual([]);
});

it('links a customer that is the same practice', async () => {
  server.answer(getConversionDraft, { ...draft, candidates: [elm] });
  renderApp('/prospect/place%2F5');
  const dialog = await openDialog();
  expect(dialog.getByRole('button', { name: 'Convert to customer' })).toBeDisabled();
  expect(dialog.queryByLabelText(/City/)).toBeNull();
  await user.click(dialog.getByRole('radio', { name: 'Use Elm Dental' }));
  await user.click(dialog.getByRole('button', { name: 'Convert to customer' }));
  await waitFor(() =>
    expect(requests()).toMatchObject([
      { customer: { kind: 'existing', institutionId: 7 }, products: [] },
    ]),
  );
});

it('asks again when a customer appeared meanwhile, and keeps the entries', async () => {
  server.refuse(postConversion, 409, 'Elm Dental may be the same practice.');
  renderApp('/prospect/place%2F5');
  const dialog = await openDialog();
  await user.click(dialog.getByRole('checkbox', { name: 'Forms' }));
  await user.type(dialog.getByRole('combobox', { name: 'EHR' }), 'Dentrix');
  server.answer(getConversionDraft, { ...draft, candidates: [elm] });
  await user.click(dialog.getByRole('button', { name: 'Convert to customer' }));
  expect(await dialog.findByText(/Elm Dental may be the same practice/)).toBeVisible();
  await user.click(await dialog.findByRole('radio', { name: 'Create a new customer' }));
  expect(dialog.getByRole('combobox', { name: 'EHR' })).toHaveValue('Dentrix');
  await user.click(dialog.getByRole('button', { name: 'Convert to customer' }));
  await waitFor(() => expect(requests().at(-1)).toMatchObject({ customer: { otherThan: [7] } }));
});

it('keeps the entries when the customers cannot be checked again, and offers Retry', async () => {
  server.refuse(postConversion, 409, 'Elm Dental may be the same practice.');
  renderApp('/prospect/place%2F5');
  const dialog = await openDialog();
  await user.click(dialog.getByRole('checkbox', { name: 'Forms' }));
  await user.type(dialog.getByRole('combobox', { name: 'EHR' }), 'Dentrix');
  server.refuse(getConversionDraft, 503, 'The database is busy.');
  await user.click(dialog.getByRole('button', { name: 'Convert to customer' }));
  const retry = await dialog.findByRole('button', { name: 'Retry' });
  expect(dialog.getByText(/The database is busy/)).toBeVisible();
  expect(dialog.getByRole('combobox', { name: 'EHR' })).toHaveValue('Dentrix');
  server.answer(getConversionDraft, { ...draft, candidates: [elm] });
  await user.click(retry);
  expect(await dialog.findByRole('radio', { name: 'Use Elm Dental' })).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(dialog.getByRole('checkbox', { name: 'Forms' })).toBeChecked();
});

it('shows the customer of a won prospect, and why an undo was refused', async () => {
  const won: ListedProspect = { ...oak, stage: 'Won' };
  server.refuse(postConversionUndo, 409, 'Since the conversion, Oak Dental has tickets.');
  profile({ prospect: won, conversion: conversion('2999-01-01T00:00:00.000Z') });
  renderApp('/prospect/place%2F5');
  expect(await screen.findByText(/Won as the customer/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Convert to customer' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo conversion' }));
  expect(await screen.findByText(/Oak Dental has tickets/)).toBeVisible();
});

it('offers no undo after a day, and names the customer of a prospect that was imported', async () => {
  profile({
    prospect: { ...oak, stage: 'Won' },
    conversion: conversion('2026-01-01T00:00:00.000Z'),
  });
  const { unmount } = renderApp('/prospect/place%2F5');
  await screen.findByText(/Won as the customer/);
  expect(screen.queryByRole('button', { name: 'Undo conversion' })).toBeNull();
  unmount();
  const duplicateOf = {
    reason: 'phone' as const,
    name: 'Elm Dental',
    prospectId: null,
    institutionId: 7,
  };
  profile({ prospect: { ...oak, duplicateOf } });
  renderApp('/prospect/place%2F5');
  expect(await screen.findByRole('link', { name: 'Same phone as Elm Dental' })).toHaveAttribute(
    'href',
    '/institution/7/overview',
  );
});

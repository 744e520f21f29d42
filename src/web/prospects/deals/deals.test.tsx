import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import {
  getDealChoices,
  type ProspectDeal,
  postProspectDeal,
  postProspectDealRemoval,
} from '#shared/prospects/deals.ts';
import { getProspectGroup } from '#shared/prospects/group.ts';
import { getProspectBoard } from '#shared/prospects/list.ts';
import { getLostReasons } from '#shared/prospects/lost-reasons.ts';
import { getProspectProfile, type ProspectProfile } from '#shared/prospects/profile.ts';
import { prospectStages } from '#shared/prospects/stages.ts';
import { getProspectTasks } from '#shared/work/prospect-tasks.ts';
import { createListedProspect } from '#test/records.ts';
import { beforeEachListPage } from '#test/web/list-page.ts';
import { renderApp } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

const user = userEvent.setup();
const oak = createListedProspect({
  monthlyAmount: 400,
  owner: { id: '11111111-1111-4111-8111-111111111111', name: 'Ana Pérez' },
});
const deal = {
  dealKey: '22222222-2222-4222-8222-222222222222',
  pipeline: 'New business',
  stage: 'Contract sent',
  state: 'open' as const,
} satisfies ProspectDeal;

let server: TestServer;
const answerProfile = (made: ProspectDeal | null, facts: Partial<ProspectProfile> = {}) =>
  server.answer(getProspectProfile, {
    prospect: { ...oak, deal: made },
    conversion: null,
    ...{ isPlaceIdOnly: false, hasLiveFacts: false, canMatchNppes: false },
    ...{ canCreateDeal: true, dealAddress: null, dealProblem: null },
    ...{ facts: [], scoreParts: [], scoreVersion: 0, checklist: [] },
    ...{ suppressions: [], alsoSuppressed: [], activity: [] },
    ...facts,
  });

beforeEachListPage((fresh) => {
  server = fresh;
  server.answer(getProspectTasks, { rows: [] });
  server.answer(getProspectGroup, { members: [], duplicates: 0, sisterLocations: 0, shared: [] });
  server.answer(getDealChoices, {
    pipelines: [
      { pipelineId: 'r', label: 'Renewals', stages: [{ stageId: 'a', label: 'Quote' }] },
      {
        pipelineId: 'n',
        label: 'New business',
        stages: [
          { stageId: 'a', label: 'Appointment' },
          { stageId: 'b', label: 'Contract sent' },
        ],
      },
    ],
    ownerName: 'Ana P.',
  });
  answerProfile(null);
});

it('is created in the chosen stage, with a yearly amount, and then moves in HubSpot only', async () => {
  server.answer(postProspectDeal, () => {
    answerProfile(deal, { dealAddress: 'https://app.hubspot.com/contacts/1/record/0-3/5' });
    return { state: 'open' as const };
  });
  renderApp('/prospect/place%2F5');
  await user.click(await screen.findByRole('button', { name: 'Create deal' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create deal in HubSpot' }));
  expect(await dialog.findByLabelText(/Deal name/)).toHaveValue('Oak Dental');
  expect(dialog.getByLabelText('Amount')).toHaveValue('$4,800');
  expect(dialog.getByText(/Ana P\. will own the deal\./)).toBeInTheDocument();
  await user.click(dialog.getByRole('combobox', { name: /Stage/ }));
  await user.click(await screen.findByRole('option', { name: 'Contract sent' }));
  await user.click(dialog.getByRole('button', { name: 'Create deal' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.callsTo(postProspectDeal).map(({ body }) => body)).toMatchObject([
    { name: 'Oak Dental', pipelineId: 'n', stageId: 'b', amount: 4800, version: oak.version },
  ]);
  expect(await screen.findByText('HubSpot: Contract sent')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open in HubSpot' })).toHaveAttribute(
    'href',
    'https://app.hubspot.com/contacts/1/record/0-3/5',
  );
  expect(screen.getByRole('button', { name: /^Contacted/ })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Create deal' })).not.toBeInTheDocument();
});

it('that HubSpot refuses is reported with the reason, and its link can be removed', async () => {
  answerProfile(
    { ...deal, pipeline: null, stage: null, state: 'refused' },
    { dealProblem: 'HubSpot refuses this deal (VALIDATION_ERROR).' },
  );
  server.answer(postProspectDealRemoval, () => {
    answerProfile(null);
    return {};
  });
  renderApp('/prospect/place%2F5');
  expect(await screen.findByText('Refused by HubSpot')).toBeInTheDocument();
  expect(screen.getByText(/\(VALIDATION_ERROR\)/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Contacted/ })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Remove link to the deal' }));
  await waitFor(() => expect(screen.queryByText('Refused by HubSpot')).not.toBeInTheDocument());
});

it('is not offered without HubSpot', async () => {
  answerProfile(null, { canCreateDeal: false });
  renderApp('/prospect/place%2F5');
  await screen.findByRole('button', { name: /^Contacted/ });
  expect(screen.queryByRole('button', { name: 'Create deal' })).not.toBeInTheDocument();
});

const lost: ProspectDeal = { ...deal, state: 'lost' };

it('shows its stage on the card, which then cannot be moved', async () => {
  server.answer(getLostReasons, { from: '2025-11-18', rows: [] });
  server.answer(getProspectBoard, {
    columns: prospectStages.map((stage) => ({
      stage,
      count: stage === oak.stage ? 2 : 0,
      locations: 0,
      monthlyAmount: 0,
      medianDays: null,
      cards:
        stage === oak.stage
          ? [
              { ...oak, deal },
              { ...oak, prospectId: 6, name: 'Ash Clinic', deal: lost },
            ]
          : [],
    })),
  });
  renderApp('/sales');
  expect(await screen.findAllByText('HubSpot: Contract sent')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Move Ash Clinic' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Move Oak Dental' })).not.toBeInTheDocument();
});

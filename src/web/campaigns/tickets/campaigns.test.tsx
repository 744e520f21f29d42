import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type CampaignTicketsBulkChange,
  postCampaignEnd,
  postCampaignTicketReassignment,
  postTicketBulkChangeUndo,
} from '#shared/campaigns/tickets/batches.ts';
import {
  type CampaignDetail,
  type CampaignPreview,
  type CampaignTicket,
  getCampaign,
  getCampaigns,
  getCampaignTickets,
  postCampaign,
  postCampaignAction,
  postCampaignPreview,
} from '#shared/campaigns/tickets/campaigns.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { getTicketChoices, type TicketChoices } from '#shared/tickets/desk.ts';
import { getPeople } from '#shared/work/people.ts';
import { getWorkingTime } from '#shared/work/working-time.ts';
import { createDefaultWorkingTime } from '#shared/work/working-time-rules.ts';
import { createListedInstitution } from '#test/records.ts';
import { beforeEachListPage } from '#test/web/list-page.ts';
import { morgan, renderApp } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
const user = userEvent.setup();
const campaignId = '0192f5d2-7f6c-4d3a-9d38-0a1b2c3d4e5f';

const detail: CampaignDetail = {
  campaign: {
    campaignId,
    name: 'Outage <b>of</b> November',
    kind: 'incident',
    state: 'sent',
    dueOn: '2026-11-30',
    madeBy: { id: morgan.id, name: morgan.name },
    madeAt: '2026-11-18T18:00:00.000Z',
    recipients: 3,
    toOpen: 0,
    refused: 1,
    withdrawn: 0,
    open: 2,
    stragglers: 1,
    done: 0,
  },
  leftOut: 1,
  subject: 'Outage at {customer}',
  body: 'Hello {customer}',
  problem: null,
  undoUntil: '2099-01-01T00:00:00.000Z',
  undone: null,
  ended: null,
  batches: [],
  mayChange: true,
};
const row: CampaignTicket = {
  recipientId: 1,
  institutionId: 1,
  institutionName: 'Elm Dental',
  status: 'not_started',
  reason: null,
  ticketId: 21,
  stage: 'New',
  ownerName: 'Ana Pérez',
  openedOn: '2026-11-18',
  idleDays: 8,
  isStraggler: true,
};
const none = {
  ticketId: null,
  stage: null,
  openedOn: null,
  idleDays: null,
  isStraggler: false,
} as const;
const rows: CampaignTicket[] = [
  row,
  {
    ...row,
    recipientId: 2,
    institutionId: 2,
    institutionName: 'Oak Vision',
    status: 'in_progress',
    ticketId: 22,
    isStraggler: false,
  },
  {
    ...row,
    ...none,
    recipientId: 3,
    institutionId: 3,
    institutionName: 'Pine Dental',
    status: 'refused',
    reason: 'No company.',
  },
  {
    ...row,
    ...none,
    recipientId: 4,
    institutionId: 4,
    institutionName: 'Yew Dental',
    status: 'left_out',
    ownerName: null,
    reason: 'Recently in another campaign: May',
  },
];

const choices: TicketChoices = {
  stages: [
    { pipelineId: 's', pipeline: 'Support', stageId: 'new', stage: 'New', isOpen: true },
    { pipelineId: 's', pipeline: 'Support', stageId: 'shut', stage: 'Closed', isOpen: false },
  ],
  owners: [
    { ownerId: 1, ownerName: 'Ana Pérez' },
    { ownerId: 2, ownerName: morgan.name },
  ],
  asOf: null,
  stale: false,
  trouble: null,
  ticketAddress: null,
};

beforeEachListPage((fresh) => {
  server = fresh;
  server.answer(getCampaigns, { rows: [detail.campaign] });
  server.answer(getCampaign, detail);
  server.answer(getPeople, { rows: [] });
  server.answer(getCampaignTickets, { rows });
});

describe('the list of campaigns', () => {
  it('opens a campaign', async () => {
    const { router } = renderApp('/hubspot-tickets/campaigns');
    await user.click(await screen.findByText('Outage <b>of</b> November'));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/hubspot-tickets/campaigns/${campaignId}`),
    );
  });

  it('explains campaigns when there are none', async () => {
    server.answer(getCampaigns, { rows: [] });
    renderApp('/hubspot-tickets/campaigns');
    expect(await screen.findByText(/^No campaigns yet/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'New campaign' })).toBeVisible();
  });
});

describe('one campaign', () => {
  const batch: CampaignTicketsBulkChange = {
    batchId: '0192f5d2-7f6c-4d3a-9d38-0a1b2c3d4e60',
    what: 'end',
    to: [],
    by: morgan.name,
    at: '2026-11-19T18:00:00.000Z',
    tickets: 2,
    waiting: 0,
    made: 1,
    stayed: 1,
    takenBack: 0,
    undone: null,
    undoUntil: '2099-01-01T00:00:00.000Z',
  };

  it('reassigns overdue tickets to other owners in turn', async () => {
    server.answer(getTicketChoices, choices);
    server.answer(postCampaignTicketReassignment, { tickets: 1 });
    open();
    await user.click(
      await screen.findByRole('button', {
        name: 'Reassign overdue or untouched tickets of Ana Pérez',
      }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Reassign 1 ticket' }));
    await user.click(dialog.getByRole('combobox', { name: /^New owners/ }));
    await user.click(await screen.findByRole('option', { name: morgan.name }));
    await user.click(dialog.getByRole('button', { name: 'Reassign tickets' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const [sent] = server
      .callsTo(postCampaignTicketReassignment)
      .map(({ body }) => postCampaignTicketReassignment.body.parse(body));
    expect(sent).toMatchObject({ institutionIds: [1], ownerIds: [2] });
  });

  it('creates a reminder task for each overdue ticket', async () => {
    server.answer(getPeople, { rows: [{ id: morgan.id, name: 'Ana Pérez' }] });
    open();
    await user.click(
      await screen.findByRole('button', {
        name: 'Remind Ana Pérez of overdue or untouched tickets',
      }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'New task for Elm Dental' }));
    expect(dialog.getByRole('textbox', { name: /^Task/ })).toHaveValue(
      'Follow up on ticket: Outage <b>of</b> November',
    );
    await waitFor(() =>
      expect(dialog.getByRole('combobox', { name: 'Assignee' })).toHaveValue('Ana Pérez'),
    );
  });

  it('can be ended, and the end can be undone', async () => {
    server.answer(postCampaignEnd, { tickets: 2 });
    server.answer(postTicketBulkChangeUndo, {});
    open();
    await user.click(await screen.findByRole('button', { name: 'End campaign' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End this campaign?' }));
    await user.click(dialog.getByRole('radio', { name: /^Leave tickets open/ }));
    server.answer(getCampaign, {
      ...detail,
      campaign: { ...detail.campaign, state: 'ended' },
      batches: [batch],
    });
    await user.click(dialog.getByRole('button', { name: 'End campaign' }));
    await user.click(
      await screen.findByRole('button', { name: 'Undo: Campaign ended, 2 open tickets to close' }),
    );
    expect(screen.getByText(/1 ticket skipped because a colleague edited it first/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'End campaign' })).not.toBeInTheDocument();
    expect(
      server
        .callsTo(postCampaignEnd)
        .map(({ body }) => postCampaignEnd.body.parse(body).openTickets),
    ).toEqual(['leave']);
    await waitFor(() => expect(server.callsTo(postTicketBulkChangeUndo)).toHaveLength(1));
  });

  const open = () => renderApp(`/hubspot-tickets/campaigns/${campaignId}`);

  it('has key figures that filter the list of tickets', async () => {
    open();
    expect(await screen.findByText('4 customers')).toBeVisible();
    await user.click(screen.getByRole('link', { name: /^1\s*Overdue or untouched$/ }));
    expect(await screen.findByText('1 of 4 customers')).toBeVisible();
    const table = await screen.findByRole('table', { name: 'Progress by owner' });
    await user.click(within(table).getByRole('link', { name: /^1\s*Ana Pérez, In progress$/ }));
    expect(await screen.findByRole('link', { name: 'Oak Vision' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Elm Dental' })).toBeNull();
  });

  it('is undone once, after confirmation', async () => {
    server.answer(postCampaignAction, { state: 'undoing' });
    open();
    await user.click(await screen.findByRole('button', { name: 'Undo campaign' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo this campaign?' }));
    server.answer(getCampaign, { ...detail, campaign: { ...detail.campaign, state: 'undoing' } });
    await user.click(dialog.getByRole('button', { name: 'Undo campaign' }));
    await waitFor(() =>
      expect(server.callsTo(postCampaignAction).map(({ body }) => body)).toEqual([
        { action: 'undo' },
      ]),
    );
    expect(await screen.findByText('Undoing')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo campaign' })).toBeNull();
  });

  it('retries refused tickets, and shows the server’s error', async () => {
    server.refuse(postCampaignAction, 409, 'No refused tickets to retry.');
    open();
    await user.click(await screen.findByRole('button', { name: 'Retry 1 refused ticket' }));
    expect(await screen.findByText('No refused tickets to retry.')).toBeVisible();
  });

  it('reports while opening tickets that the CRM cannot be reached', async () => {
    server.answer(getCampaign, {
      ...detail,
      problem: 'HubSpot does not answer.',
      undoUntil: null,
      campaign: { ...detail.campaign, state: 'sending', toOpen: 2 },
    });
    open();
    expect(await screen.findByText(/^HubSpot does not answer\./)).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Tickets opened' })).toHaveAttribute(
      'aria-valuenow',
      String((1 / 3) * 100),
    );
    expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
  });

  it('is read-only for other users', async () => {
    server.answer(getCampaign, { ...detail, mayChange: false });
    open();
    expect(await screen.findByText('4 customers')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo campaign' })).toBeNull();
  });

  it('reports a campaign that does not exist', async () => {
    renderApp('/hubspot-tickets/campaigns/nothing');
    expect(await screen.findByText(/^This campaign doesn’t exist/)).toBeVisible();
  });
});

describe('a new campaign', () => {
  const values = {
    customer: 'Elm Dental',
    owner: 'Ana Pérez',
    assignee: 'Ana Pérez',
    locations: '2 locations',
    city: null,
    state: 'NV',
    ehr: 'Dentrix',
    due: 'Nov 30, 2026',
  };
  const planned = {
    institutionId: 1,
    institutionName: 'Elm Dental',
    ownerId: 1,
    reason: null,
    because: null,
    getsTicket: true,
    values,
  };
  const preview: CampaignPreview = {
    tickets: 2,
    rows: [
      planned,
      {
        ...planned,
        institutionId: 2,
        institutionName: 'Oak Vision',
        ownerId: 2,
        values: { ...values, customer: 'Oak Vision', city: 'Reno' },
      },
      {
        ...planned,
        institutionId: 3,
        institutionName: 'Pine Dental',
        ownerId: null,
        getsTicket: false,
        reason: 'recent_campaign',
        because: 'May',
      },
    ],
    assignees: [
      {
        ownerId: 1,
        ownerName: 'Ana Pérez',
        tickets: 1,
        away: { until: '2026-11-20', cover: 'Bo Lee' },
      },
      { ownerId: 2, ownerName: 'Bo Lee', tickets: 1, away: null },
    ],
  };

  beforeEach(() => {
    server.answer(getInstitutionList, {
      weekStartDate: null,
      weekEndDate: null,
      rules: defaultHealthRules,
      rows: ['Elm Dental', 'Oak Vision', 'Pine Dental'].map((institutionName, at) =>
        createListedInstitution({ institutionId: at + 1, institutionName }),
      ),
    });
    server.answer(getTicketChoices, choices);
    server.answer(getWorkingTime, {
      version: 0,
      settings: createDefaultWorkingTime('America/Los_Angeles'),
      madeBy: null,
      madeAt: null,
    });
    server.answer(postCampaignPreview, preview);
    server.answer(postCampaign, { campaignId });
  });
  const open = (search = '') => renderApp(`/hubspot-tickets/campaigns/new${search}`);
  const lastPreview = () =>
    postCampaignPreview.body.parse(server.callsTo(postCampaignPreview).at(-1)?.body);

  it('is previewed, and created once with the previewed number of tickets', async () => {
    const { router } = open();
    const button = await screen.findByRole(
      'button',
      { name: 'Open 2 tickets' },
      { timeout: 10_000 },
    );
    await user.click(button);
    expect(await screen.findByText('Enter a name')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: /^Campaign name/ }), 'Outage');
    await user.click(button);
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/hubspot-tickets/campaigns/${campaignId}`),
    );
    const sent = server.callsTo(postCampaign).map(({ body }) => postCampaign.body.parse(body));
    expect(sent).toEqual([
      expect.objectContaining({
        name: 'Outage',
        tickets: 2,
        kind: 'incident',
        stage: { pipelineId: 's', stageId: 'new' },
        assignment: { to: 'owner', otherwise: 2 },
        audience: { of: 'segment', segment: '' },
      }),
    ]);
  });

  it('previews the text for each customer, with fallbacks for unknown values', async () => {
    open();
    const body = await screen.findByRole('textbox', { name: /^Text/ });
    await user.clear(body);
    await user.type(body, 'In {{city}, {{customer}.');
    const text = within(await screen.findByRole('region', { name: 'Text preview' }));
    expect(await text.findByText('In your city, Elm Dental.')).toBeVisible();
    await user.click(text.getByRole('button', { name: 'Next customer' }));
    expect(text.getByText('In Reno, Oak Vision.')).toBeVisible();
    expect(text.getByRole('button', { name: 'Next customer' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: '1 City of the first location unknown' }));
    expect(within(await screen.findByRole('dialog')).getByText('Elm Dental')).toBeVisible();
  });

  it('reports an unknown field beside the text, and requests no preview', async () => {
    open();
    await screen.findByRole('button', { name: 'Open 2 tickets' });
    const asked = server.callsTo(postCampaignPreview).length;
    await user.type(screen.getByRole('textbox', { name: /^Subject/ }), ' {{name}');
    expect(await screen.findByText(/^This has the unknown field \{name\}/)).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(server.callsTo(postCampaignPreview)).toHaveLength(asked);
  });

  it('inserts a field from the menu', async () => {
    open();
    const subject = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Subject/ });
    await user.click(screen.getByRole('button', { name: 'Insert field into subject' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Due date/ }));
    expect(subject.value).toContain('{due}');
  });

  it('shows which owners are away, and which customers are left out and why', async () => {
    open();
    expect(await screen.findByText('Away until Nov 20, 2026, covered by Bo Lee')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '1 Recently in another campaign' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Pine Dental')).toBeVisible();
    expect(dialog.getByText('May')).toBeVisible();
  });

  it('targets the customers selected in the URL', async () => {
    open('?customers=1,3,3,x,404');
    await waitFor(() =>
      expect(lastPreview().audience).toEqual({ of: 'chosen', institutionIds: [1, 3] }),
    );
    await user.click(screen.getByRole('button', { name: /^Clear selection/ }));
    await waitFor(() => expect(lastPreview().audience).toEqual({ of: 'segment', segment: '' }));
  });

  it('targets the customers that match the filters', async () => {
    open('?f.institutionName=Oak');
    await waitFor(() =>
      expect(lastPreview().audience).toEqual({ of: 'segment', segment: 'f.institutionName=Oak' }),
    );
    expect(screen.getByText('Audience: 1 customer.')).toBeVisible();
  });

  it('rejects a day off as due date', async () => {
    open();
    const due = await screen.findByLabelText(/^Due/);
    await user.clear(due);
    await user.type(due, '2026-12-05');
    expect(
      await screen.findByText(/^This day (is not a working day|must not be in the past)/),
    ).toBeVisible();
  });

  it('shows the server’s error about a draft', async () => {
    server.refuse(
      postCampaignPreview,
      422,
      'assignment: an owner is no longer active in the CRM. Choose someone else.',
    );
    open();
    expect(await screen.findByText(/an owner is no longer active/)).toBeVisible();
  });
});

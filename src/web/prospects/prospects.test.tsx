import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import {
  postProspectChange,
  postProspectFact,
  postProspectNote,
} from '#shared/prospects/changes.ts';
import { getProspectEvidence, type ProspectEvidence } from '#shared/prospects/evidence/evidence.ts';
import { getProspectGroup } from '#shared/prospects/group.ts';
import {
  type BoardColumn,
  getProspectBoard,
  getProspectColumnOptions,
  getProspectPage,
  getTerritoryRenames,
} from '#shared/prospects/list.ts';
import { getLostReasons } from '#shared/prospects/lost-reasons.ts';
import { getLiveFacts, getNppesRecords, postNppesMatch } from '#shared/prospects/places.ts';
import { getProspectProfile, type ProspectProfile } from '#shared/prospects/profile.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { prospectStages } from '#shared/prospects/stages.ts';
import {
  getProspectTasks,
  type ProspectTask,
  patchProspectTask,
  postProspectTask,
} from '#shared/work/prospect-tasks.ts';
import { createListedProspect } from '#test/records.ts';
import { beforeEachListPage } from '#test/web/list-page.ts';
import { renderApp } from '#test/web/render-app.tsx';
import type { TestServer } from '#test/web/server.ts';

let server: TestServer;
const user = userEvent.setup();

const oak = createListedProspect();
const ash: ListedProspect = { ...oak, prospectId: 6, placeId: null, name: 'Ash Clinic' };

const evidence: ProspectEvidence = {
  traits: { sizeTier: 'Medium', locations: 3, practiceType: 'Orthodontics', ehr: 'Dentrix' },
  weekEndDate: '2026-11-14',
  references: [
    {
      institutionId: 1,
      institutionName: 'Elm Dental',
      city: 'Hartford',
      state: 'CT',
      practiceType: 'Orthodontics',
      ehr: 'Epic',
      sizeTier: 'Medium',
      miles: 1.24,
      same: ['size', 'type'],
      differs: ['ehr'],
      best: { product: 'onlineBooking', score: 143 },
    },
    {
      institutionId: 2,
      institutionName: 'Yew Dental',
      city: 'Reno',
      state: 'NV',
      practiceType: 'Orthodontics',
      ehr: 'Dentrix',
      sizeTier: 'Medium',
      miles: 1651.2,
      same: ['ehr', 'size', 'type'],
      differs: [],
      best: null,
    },
  ],
  usage: [
    {
      product: 'onlineBooking',
      customers: 212,
      sizeTier: 'Medium',
      practiceType: 'Orthodontics',
      median: 129,
      quartileLow: 84,
      quartileHigh: 183,
    },
  ],
  firstBooking: null,
  onboarding: null,
  churn: {
    ehr: 'Dentrix',
    sizeTier: 'Medium',
    own: { customers: 40, left: 9, per100Years: 18 },
    others: { customers: 90, left: 9, per100Years: 10 },
    ratio: { value: 1.8, low: 1.1, high: 2.9 },
    reasons: [{ reason: 'Low use', losses: 7 }],
    losses: 9,
  },
};

const column = (stage: BoardColumn['stage'], cards: ListedProspect[]): BoardColumn => ({
  stage,
  count: cards.length,
  locations: 0,
  monthlyAmount: 0,
  medianDays: cards.length === 0 ? null : 8,
  cards,
});

const oakProfile: ProspectProfile = {
  prospect: oak,
  conversion: null,
  ...{ isPlaceIdOnly: false, hasLiveFacts: false, canMatchNppes: false },
  ...{ canCreateDeal: false, dealAddress: null, dealProblem: null },
  facts: [
    {
      field: 'ehr',
      value: null,
      source: 'google_places',
      checkedOn: '2026-11-01',
      isEntered: false,
    },
    {
      field: 'phone',
      value: '860-555-0100',
      source: 'google_places',
      checkedOn: '2026-11-01',
      isEntered: false,
    },
  ],
  scoreParts: [
    { key: 'ehr', label: 'EHR', points: null, most: 15, reason: 'The EHR is unknown.' },
    { key: 'type', label: 'Practice type', points: 15, most: 15, reason: 'Dentist is fine.' },
  ],
  scoreVersion: 0,
  checklist: [
    {
      criterionId: 'need',
      text: 'Need confirmed',
      met: { by: 'Ana Pérez', at: '2026-11-10T12:00:00.000Z' },
    },
    { criterionId: 'demo', text: 'Demo scheduled', met: null },
  ],
  suppressions: [],
  alsoSuppressed: [],
  activity: [
    {
      at: '2026-11-10T12:00:00.000Z',
      by: { id: '11111111-1111-4111-8111-111111111111', name: 'Ana Pérez' },
      text: 'Moved from New to Contacted',
      isNote: false,
    },
  ],
};

beforeEachListPage((fresh) => {
  server = fresh;
  server.answer(getProspectPage, { rows: [oak, ash], total: 400, matching: 2 });
  server.answer(getProspectColumnOptions, {
    columns: [{ column: 'state', values: [{ value: 'CT', rows: 2 }] }],
  });
  server.answer(getProspectBoard, {
    columns: prospectStages.map((stage) => column(stage, stage === 'Contacted' ? [oak] : [])),
  });
  server.answer(getLostReasons, {
    from: '2025-11-18',
    rows: [
      { reason: 'Price', prospects: 3, lossReason: 'Price or terms', customers: 2 },
      { reason: 'Bad timing', prospects: 0, lossReason: null, customers: null },
    ],
  });
  server.answer(getProspectProfile, oakProfile);
  server.answer(getProspectTasks, { rows: [] });
  server.answer(getProspectEvidence, evidence);
  server.answer(getProspectGroup, { members: [], duplicates: 0, sisterLocations: 0, shared: [] });
  server.answer(postProspectChange, ({ prospects }) => ({
    prospects: prospects.map(({ prospectId, version }) => ({ prospectId, version: version + 1 })),
  }));
  server.answer(postProspectFact, ({ version }) => ({ version: version + 1 }));
  server.answer(postProspectNote, ({ noteId }) => ({ noteId }));
});

const changes = () => server.callsTo(postProspectChange).map(({ body }) => body);

describe('the list', () => {
  it('counts the rows of the server, and filters by its values', async () => {
    renderApp('/prospects');
    expect(await screen.findByText('2 of 400 prospects')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Oak Dental' })).toHaveAttribute(
      'href',
      '/prospect/place%2F5',
    );
    expect(screen.getByRole('link', { name: 'Ash Clinic' })).toHaveAttribute(
      'href',
      '/prospect/prospect-6',
    );
    await user.click(screen.getByRole('button', { name: 'Add filter' }));
    const picker = within(await screen.findByRole('dialog', { name: 'Add filter' }));
    await user.click(picker.getByRole('button', { name: 'State' }));
    await user.click(await screen.findByRole('checkbox', { name: /CT/ }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('State: CT')).toBeVisible();
  });

  it.each(['/prospects', '/sales'])(
    'shows a renamed territory in the filter of %s',
    async (path) => {
      server.answer(getTerritoryRenames, { rows: [{ former: 'east', current: 'Atlantic' }] });
      const { router } = renderApp(`${path}?f.territory=East`);
      expect(
        await screen.findByRole('button', { name: 'Edit filter Territory: Atlantic' }),
      ).toBeVisible();
      expect(router.state.location.search).toContain('f.territory=Atlantic');
      expect(screen.queryByRole('button', { name: 'Edit filter Territory: East' })).toBeNull();
    },
  );

  it('moves the selected prospects, and back by Undo', async () => {
    renderApp('/prospects');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all loaded rows' }));
    await user.click(await screen.findByRole('button', { name: 'Move to…' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Demo' }));
    await waitFor(() =>
      expect(changes()).toMatchObject([
        {
          prospects: [
            { prospectId: 5, version: 3 },
            { prospectId: 6, version: 3 },
          ],
          change: { action: 'move', stage: 'Demo', lostReason: null },
        },
      ]),
    );
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(changes()[1]).toMatchObject({
        prospects: [
          { prospectId: 5, version: 4 },
          { prospectId: 6, version: 4 },
        ],
        change: { action: 'move', stage: 'Contacted' },
      }),
    );
  });

  it('needs a reason to suppress contact', async () => {
    renderApp('/prospects');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all loaded rows' }));
    await user.click(await screen.findByRole('button', { name: 'Do not contact…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Do not contact 2 prospects' });
    const send = within(dialog).getByRole('button', { name: 'Do not contact' });
    expect(send).toBeDisabled();
    await user.type(within(dialog).getByLabelText('Reason'), 'They asked us');
    await user.click(send);
    await waitFor(() =>
      expect(changes()).toMatchObject([
        { change: { action: 'suppress', reason: 'They asked us' } },
      ]),
    );
  });
});

describe('the board', () => {
  it('moves a card by its menu, and shows a refused move', async () => {
    server.refuse(postProspectChange, 409, 'Oak Dental has changed in the meantime.');
    renderApp('/sales');
    await user.click(await screen.findByRole('button', { name: 'Move Oak Dental' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Proposal' }));
    expect(await screen.findByText('Oak Dental has changed in the meantime.')).toBeVisible();
    expect(server.callsTo(getProspectBoard).length).toBeGreaterThan(1);
  });

  it('lists why prospects are lost beside the customers that leave for the same reason', async () => {
    renderApp('/sales');
    const table = within(await screen.findByRole('table', { name: 'Reasons' }));
    expect(table.getByRole('row', { name: /Price/ })).toHaveTextContent('Price3');
    const link = table.getByRole('link', { name: /^3/ });
    const query = new URL(link.getAttribute('href') ?? '', 'http://localhost').searchParams;
    expect([query.get('f.stage'), query.get('f.lostReason'), query.get('f.daysInStage')]).toEqual([
      'Lost',
      'Price',
      '..365',
    ]);
    expect(table.getByRole('row', { name: /Bad timing/ })).toHaveTextContent('Bad timing0–');
  });

  it('links the number of a column to its prospects', async () => {
    renderApp('/sales');
    const contacted = await screen.findByRole('region', { name: 'Contacted' });
    expect(within(contacted).getByRole('link', { name: /^1\s*Contacted$/ })).toHaveAttribute(
      'href',
      '/prospects?f.stage=Contacted#customers',
    );
  });
});

describe('a profile', () => {
  it('explains the score, and saves an entered fact', async () => {
    renderApp('/prospect/place%2F5');
    expect(await screen.findByRole('heading', { name: 'Score 45 of 100' })).toBeVisible();
    expect(screen.getByText('? of 15')).toBeVisible();
    expect(await screen.findByText('Moved from New to Contacted')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Edit EHR' }));
    await user.type(await screen.findByLabelText('EHR'), 'Dentrix');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.callsTo(postProspectFact).map(({ body }) => body)).toMatchObject([
        { version: 3, field: 'ehr', value: 'Dentrix' },
      ]),
    );
  });

  it('keeps the text of a note that could not be saved', async () => {
    server.refuse(postProspectNote, 503, 'The database is busy. Please try again in a moment.');
    renderApp('/prospect/place%2F5');
    await user.type(await screen.findByLabelText('Note'), 'Left a message');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByText(/The database is busy/)).toBeVisible();
    expect(screen.getByLabelText('Note')).toHaveValue('Left a message');
  });

  it('adds a task, and completes one', async () => {
    const by = { id: '11111111-1111-4111-8111-111111111111', name: 'Ana Pérez' };
    const task: ProspectTask = {
      prospectId: 5,
      prospectName: 'Oak Dental',
      taskId: '22222222-2222-4222-8222-222222222222',
      title: 'Send the offer',
      details: '',
      dueOn: '2026-11-02',
      assignee: by,
      status: 'open',
      snoozedUntil: null,
      version: 2,
      createdBy: by,
      createdAt: '2026-11-01T12:00:00.000Z',
      updatedBy: by,
      updatedAt: '2026-11-01T12:00:00.000Z',
      closedAt: null,
    };
    server.answer(getProspectTasks, { rows: [task] });
    server.answer(patchProspectTask, { ...task, version: 3 });
    server.answer(postProspectTask, task);
    renderApp('/prospect/place%2F5');
    await user.click(await screen.findByRole('checkbox', { name: 'Done: Send the offer' }));
    await waitFor(() =>
      expect(server.callsTo(patchProspectTask).map(({ body }) => body)).toEqual([
        { version: 2, status: 'done' },
      ]),
    );
    await user.click(screen.getByRole('button', { name: 'Add task' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New task for Oak Dental' }));
    await user.type(dialog.getByLabelText(/^Task/), 'Call back');
    await user.click(dialog.getByRole('button', { name: 'Add task' }));
    await waitFor(() =>
      expect(server.callsTo(postProspectTask).map(({ body }) => body)).toMatchObject([
        { title: 'Call back', dueOn: null, assigneeId: null },
      ]),
    );
  });

  describe('of a place whose facts may not be stored', () => {
    const noAddress = {
      field: 'address',
      value: null,
      source: 'google_places',
      checkedOn: '2026-11-01',
      isEntered: false,
    } as const;

    it('names the missing facts, and takes them from a chosen NPPES record', async () => {
      server.answer(getProspectProfile, {
        ...oakProfile,
        ...{ facts: [noAddress], isPlaceIdOnly: true, canMatchNppes: true },
      });
      server.answer(getNppesRecords, {
        rows: [
          { npi: '1234567893', name: 'Oak', address: '2 Oak Rd', businessType: '', phone: null },
        ],
        notice: '1,200 or more matches.',
      });
      server.answer(postNppesMatch, { version: 4 });
      renderApp('/prospect/place%2F5');
      expect(await screen.findByText(/can’t be saved. Missing: Address\./)).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Match NPPES record' }));
      const dialog = within(await screen.findByRole('dialog', { name: /^Match the NPPES record/ }));
      await user.click(dialog.getByRole('button', { name: 'Find NPPES records' }));
      await user.click(await dialog.findByRole('radio', { name: 'Oak' }));
      expect(dialog.getByText('1,200 or more matches.')).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Fill in facts' }));
      await waitFor(() =>
        expect(server.callsTo(postNppesMatch).map(({ body }) => body)).toMatchObject([
          { version: 3, npi: '1234567893' },
        ]),
      );
    });

    it('loads the live facts on request, with their attribution and without unsafe links', async () => {
      server.answer(getProspectProfile, { ...oakProfile, hasLiveFacts: true });
      server.refuse(getLiveFacts, 503, 'Google Maps can’t be reached. Try again in a moment.');
      renderApp('/prospect/place%2F5');
      const live = within(
        await screen.findByRole('region', { name: 'Live from Google Maps, not stored' }),
      );
      expect(server.callsTo(getLiveFacts)).toEqual([]);
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      await user.click(live.getByRole('button', { name: 'Load facts' }));
      expect(await live.findByText(/Google Maps can’t be reached/)).toBeVisible();
      warned.mockRestore();
      server.answer(getLiveFacts, {
        attribution: 'Google Maps',
        facts: {
          name: 'Oak on the map',
          address: '2 Oak Rd',
          businessType: '',
          phone: null,
          website: 'javascript:alert(1)',
          rating: 4.5,
          totalRatings: 1,
          openingHours: ['Monday: closed'],
          url: 'https://maps.example/1',
        },
      });
      await user.click(live.getByRole('button', { name: 'Retry' }));
      expect(await live.findByText('4.5 of 5, 1 rating')).toBeVisible();
      expect(live.getByText('Google Maps')).toBeVisible();
      expect(screen.getByText('javascript:alert(1)').closest('a')).toBeNull();
      expect(screen.getByRole('link', { name: 'Open in Google Maps' })).toHaveAttribute(
        'href',
        'https://maps.example/1',
      );
    });
  });

  it('shows what similar customers do, and copies the talking points', async () => {
    renderApp('/prospect/place%2F5');
    expect(await screen.findByText('129 bookings')).toBeVisible();
    expect(screen.getByText('84–183')).toBeVisible();
    expect(
      screen.getByText('Online Booking 143% of peers. Same type and size; EHR differs'),
    ).toBeVisible();
    expect(screen.getByText('1.2 miles')).toBeVisible();
    expect(screen.getByText('Similar, not nearby: 1651.2 miles')).toBeVisible();
    expect(
      screen.getByText(
        'Medium customers on Dentrix leave 1.8 times as often as others. Sell with training.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: /^9 notices/ })).toHaveAttribute(
      'href',
      '/churn?f.isTakenBack=no&f.ehr=Dentrix&f.sizeTier=Medium#customers',
    );
    await user.click(screen.getByRole('button', { name: 'Copy talking points' }));
    expect(await navigator.clipboard.readText()).toBe(
      'Orthodontics practices of your size have 129 bookings a month through Online Booking (scaled to your 3 locations); the middle half of 212 customers have 84–183.',
    );
  });

  it('keeps the facts when similar customers could not be loaded', async () => {
    server.refuse(getProspectEvidence, 503, 'The database is busy. Please try again in a moment.');
    renderApp('/prospect/place%2F5');
    expect(await screen.findByText('Couldn’t load similar customers')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Edit EHR' })).toBeVisible();
  });

  it('says that an unknown prospect was not found', async () => {
    server.refuse(getProspectProfile, 404, 'This prospect was not found.');
    renderApp('/prospect/nothing');
    expect(await screen.findByRole('heading', { name: 'Prospect not found' })).toBeVisible();
  });
});

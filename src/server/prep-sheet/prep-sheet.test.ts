import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { shortenToOneLine } from '#shared/core/words.ts';
import { getPrepSheet } from '#shared/prep-sheet/prep-sheet.ts';
import { getInstitutionTickets, type Ticket } from '#shared/tickets/tickets.ts';
import type { Task } from '#shared/work/tasks.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution, insertNotice } from '#test/factories.ts';
import { createInstitutionHealth } from '#test/records.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';
import { contactsToAsk, purposeOf, type TalkingPointFacts, talkingPoints } from './rules.ts';

let test: TestApp;
const day = (text: string) => new Date(`${text}T18:00:00Z`);

beforeAll(async () => {
  test = await buildTestApp({ now: day('2026-11-18') });
  for (const institution_id of [1, 2]) await insertInstitution(test.database, { institution_id });
  const { foreground } = test.database;
  const ticket = {
    institution_id: 1,
    body: 'b',
    pipeline_id: 'Support',
    stage_id: 'New',
    priority: 'LOW',
    product: null,
    owner_id: null,
  };
  const at = (created: string, closed: string | null = null) => ({
    created_at: day(created),
    updated_at: day(closed ?? created),
    closed_at: closed === null ? null : day(closed),
  });
  await foreground
    .insertInto('crm_owner')
    .values({ owner_id: 1, name: 'Ana Pérez', email: 'ana@chairside.example' })
    .execute();
  await foreground
    .insertInto('crm_ticket')
    .values([
      { ...ticket, ticket_id: 1, subject: 'Old and closed', ...at('2026-08-01', '2026-08-03') },
      {
        ...ticket,
        ticket_id: 2,
        subject: '<b>New</b>',
        priority: 'URGENT',
        owner_id: 1,
        product: 'forms',
        ...at('2026-11-16'),
      },
      { ...ticket, ticket_id: 3, subject: 'Long open', ...at('2026-10-01') },
      { ...ticket, ticket_id: 4, subject: 'Just closed', ...at('2026-11-01', '2026-11-17') },
    ])
    .execute();
  const deal = {
    institution_id: 1,
    name: 'Deal',
    pipeline: 'Renewals',
    stage: 'Contract sent',
    amount_cents: 120_000,
    owner_id: 1,
    updated_at: day('2026-11-01'),
  };
  await foreground
    .insertInto('crm_deal')
    .values([
      { ...deal, deal_id: 1, closes_on: '2026-12-20', closed: false },
      { ...deal, deal_id: 2, closes_on: '2026-12-01', closed: true },
      { ...deal, deal_id: 3, closes_on: '2026-01-01', closed: false },
    ])
    .execute();
  await foreground
    .insertInto('contact')
    .values(
      [1, 2, 3, 4].map((contact_id) => ({
        institution_id: 1,
        contact_id,
        name: `Person ${contact_id}`,
        role: 'Owner',
        email: 'p@elm.example',
        phone: null,
      })),
    )
    .execute();
  await foreground
    .insertInto('rules_version')
    .values({
      rules_version_id: 1,
      rules: JSON.stringify(defaultHealthRules),
      note: '',
      created_at: day('2026-01-01'),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await insertOfficialWeeks(foreground, ['2026-11-08']);
  await foreground
    .insertInto('score_version')
    .values(createScoreWeekRow({ institution_id: 1, week_start: '2026-11-08' }))
    .execute();
  for (const body of ['First', `Long ${'word '.repeat(100)}`]) {
    await test.inject({
      method: 'POST',
      url: '/api/institution/1/notes',
      payload: { noteId: randomUUID(), body },
    });
    test.setClock(new Date(test.dependencies.clock().getTime() + 1000));
  }
  for (let index = 0; index < 6; index++) {
    const payload = { taskId: randomUUID(), title: `Task ${index}`, dueOn: `2026-11-2${index}` };
    await test.inject({ method: 'POST', url: '/api/institution/1/tasks', payload });
  }
});
afterAll(() => test.close());

const ask = (path: string) => test.inject({ method: 'GET', url: `/api/institution/${path}` });

describe('the tickets of an institution', () => {
  it('are the open ones, oldest first, then the closed ones, newest first', async () => {
    const {
      rows: tickets,
      open,
      closed,
    } = getInstitutionTickets.response.parse((await ask('1/tickets')).json());
    expect(tickets.map(({ subject }) => subject)).toEqual([
      'Long open',
      '<b>New</b>',
      'Just closed',
      'Old and closed',
    ]);
    expect([open, closed]).toEqual([2, 2]);
    expect(tickets[1]).toMatchObject({
      ticketId: 2,
      ownerName: 'Ana Pérez',
      product: 'forms',
      priority: 'URGENT',
      closedAt: null,
    });
  });

  it('are all counted even when only some are listed', async () => {
    const {
      rows: tickets,
      open,
      closed,
    } = getInstitutionTickets.response.parse((await ask('1/tickets?limit=1')).json());
    expect([tickets.length, open, closed]).toEqual([1, 2, 2]);
  });

  it('are empty without tickets, a 404 without institution and a 422 for an invalid call', async () => {
    expect((await ask('2/tickets')).json()).toEqual({ rows: [], open: 0, closed: 0 });
    expect((await ask('999/tickets')).statusCode).toBe(404);
    for (const path of [
      'x/tickets',
      '0/tickets',
      '1/tickets?limit=0',
      '1/tickets?limit=501',
      '1/tickets?limit=a',
    ])
      expect((await ask(path)).statusCode).toBe(422);
  });
});

describe('the prep sheet', () => {
  it('lists only what fits on a page and gives the totals', async () => {
    const sheet = getPrepSheet.response.parse((await ask('1/prep-sheet')).json());
    expect(sheet.contacts.map(({ name }) => name)).toEqual(['Person 1', 'Person 2', 'Person 3']);
    expect(sheet.deal).toEqual({
      pipeline: 'Renewals',
      stage: 'Contract sent',
      closesOn: '2026-12-20',
      amountCents: 120_000,
    });
    expect([sheet.tasks.length, sheet.openTasks]).toEqual([4, 6]);
    expect(sheet.tasks[0]?.title).toBe('Task 0');
    expect([sheet.tickets.length, sheet.openTickets]).toEqual([2, 2]);
    expect(sheet.notes.map(({ text }) => text.length)).toEqual([220, 5]);
    expect(sheet.notes[0]?.text).toMatch(/^Long word .*…$/);
    expect(sheet.talkingPoints).toHaveLength(3);
    expect(sheet.talkingPoints[0]?.text).toContain('<b>New</b>');
  });

  it('has three talking points even for an institution without data', async () => {
    const sheet = getPrepSheet.response.parse((await ask('2/prep-sheet')).json());
    expect(sheet.talkingPoints.map(({ title }) => title)).toEqual([
      'Not scored yet',
      'Staff changes',
      'Manual work',
    ]);
    expect({ ...sheet, talkingPoints: [] }).toEqual({
      purpose: 'call',
      notice: null,
      contacts: [],
      deal: null,
      tasks: [],
      openTasks: 0,
      notes: [],
      tickets: [],
      openTickets: 0,
      talkingPoints: [],
    });
  });

  it('is a 404 for an unknown institution and a 422 for an invalid id', async () => {
    expect((await ask('999/prep-sheet')).statusCode).toBe(404);
    expect((await ask('abc/prep-sheet')).statusCode).toBe(422);
  });
});

describe('for a customer that has given notice', () => {
  const notice = {
    lossId: '11111111-1111-4111-8111-111111111111',
    noticedOn: '2026-10-18',
    leavesOn: '2026-12-16',
    reason: 'Champion or owner left',
    reasonDetail: 'Office manager left',
    saveAttempt: null,
  };
  const owner = { id: '22222222-2222-4222-8222-222222222222', name: 'Ana' };
  const attempt = {
    owner,
    dueOn: '2026-11-18',
    plan: 'Train the team',
    recordedBy: owner,
    hasFailed: false,
    version: 1,
  };

  it('asks for no renewal, and says why it leaves, what was promised and what won others back', () => {
    const points = talkingPoints({
      ...{ today: '2026-11-18', timeZone: 'America/Los_Angeles' },
      health: createInstitutionHealth(),
      ...{ locations: [], tickets: [], tasks: [] },
      deal: { pipeline: 'Renewals', stage: 'Sent', closesOn: '2026-12-20', amountCents: null },
      notice: { ...notice, saveAttempt: attempt },
      withdrawn: { count: 2, reasons: ['New manager trained'] },
    });
    expect(points.map(({ title }) => title)).toEqual([
      'Leaving Dec 16, 2026',
      'What we promised',
      'What won others back',
    ]);
    expect(points.map(({ text }) => text).join(' ')).toMatch(
      /Champion or owner left: Office manager left.*Train the team.*2 customers with the same reason stayed: New manager trained/,
    );
  });

  it('is a save sheet while a save attempt runs, otherwise an exit sheet', () => {
    expect(purposeOf(null, '2026-11-18')).toBe('call');
    expect(purposeOf(notice, '2026-11-18')).toBe('exit');
    expect(purposeOf({ ...notice, saveAttempt: attempt }, '2026-11-18')).toBe('save');
    expect(purposeOf({ ...notice, saveAttempt: attempt }, '2026-11-19')).toBe('exit');
  });

  it('does not name the contact who left', () => {
    const contact = (role: string | null) => ({ name: 'A', role, email: null, phone: null });
    const contacts = [contact('Office manager'), contact('Owner'), contact(null)];
    const roles = (detail: string | null) =>
      contactsToAsk(contacts, { ...notice, reasonDetail: detail }).map(({ role }) => role);
    expect(roles('Office manager left')).toEqual(['Owner', null]);
    expect(roles('New owner decided otherwise')).toEqual(['Office manager', null]);
    expect(roles(null)).toEqual(['Office manager', 'Owner', null]);
    expect(contactsToAsk(contacts, null)).toEqual(contacts);
  });

  it('is read with the notice from the database', async () => {
    const { foreground } = test.database;
    const { reason } = notice;
    await insertNotice(test.database, { institution_id: 2, reason });
    await insertNotice(test.database, {
      ...{ institution_id: 1, reason },
      ...{ taken_back_at: day('2026-11-01'), taken_back_reason: 'New manager trained' },
    });
    const sheet = getPrepSheet.response.parse((await ask('2/prep-sheet')).json());
    expect(sheet).toMatchObject({ purpose: 'exit', notice: { leavesOn: '2026-12-16' } });
    expect(sheet.talkingPoints[2]?.text).toBe(
      '1 customer with the same reason stayed: New manager trained.',
    );
    await foreground.deleteFrom('churn_event').execute();
  });
});

describe('the talking points', () => {
  const facts = (changes: Partial<TalkingPointFacts> = {}): TalkingPointFacts => ({
    today: '2026-11-18',
    timeZone: 'America/Los_Angeles',
    health: createInstitutionHealth(),
    locations: [],
    tickets: [],
    tasks: [],
    deal: null,
    notice: null,
    withdrawn: { count: 0, reasons: [] },
    ...changes,
  });
  const first = (changes: Partial<TalkingPointFacts>) => talkingPoints(facts(changes))[0];
  const location = (
    locationName: string,
    activity: 'quiet' | 'silent' | 'active',
    usage = 0,
    before = 0,
  ) => ({
    locationId: 1,
    locationName,
    city: null,
    state: null,
    activity,
    lastReportOn: null,
    lastUsedWeekEnd: null,
    usage: { forms: usage },
    previousUsage: { forms: before },
  });

  it('start with the most urgent ticket', () => {
    const ticket = (subject: string, priority: string, createdAt: string): Ticket => ({
      ticketId: 1,
      subject,
      body: '',
      pipeline: 'Support',
      stage: 'Waiting on us',
      priority,
      product: null,
      ownerName: null,
      createdAt,
      updatedAt: createdAt,
      closedAt: null,
    });
    const tickets = [
      ticket('Low', 'LOW', '2026-01-01T00:00:00Z'),
      ticket('High', 'HIGH', '2026-11-17T04:30:00Z'),
    ];
    expect(first({ tickets })?.text).toBe(
      '“High” has been open for 2 days (Waiting on us), and 1 more. Give an update before they ask.',
    );
  });

  it('name at most three quiet locations', () => {
    expect(
      first({ locations: [location('Elm West', 'quiet'), location('Oak', 'active')] })?.text,
    ).toMatch(
      /^Elm West had usage in the previous 28 days but none in the last 28 days \(1 of 2 locations\)\..*manages the location\.$/,
    );
    const five = ['A', 'B', 'C', 'D', 'E'].map((name) => location(name, 'quiet'));
    expect(first({ locations: five })?.text).toMatch(
      /^A, B, C and 2 more had .*manages these locations\.$/,
    );
  });

  it('do not report a silent connection as a drop', () => {
    const points = talkingPoints(facts({ locations: [location('Elm', 'silent', 0, 100)] }));
    expect(points.map(({ title }) => title)).not.toContain('Forms is down');
    expect(points[0]?.title).toBe('No data');
  });

  it.each([
    [100, 80, true],
    [100, 81, false],
    [9, 0, false],
    [0, 0, false],
  ])('report a drop of forms from %i to %i: %s', (before, now, told) => {
    const known = createInstitutionHealth({
      featureEntitlements: { ...createInstitutionHealth().featureEntitlements, forms: true },
      featureUsage: { forms: now },
      previousFeatureUsage: { forms: before },
      featureChanges: { forms: before === 0 ? null : (100 * (now - before)) / before },
    });
    const points = talkingPoints(facts({ health: known, locations: [location('Elm', 'active')] }));
    expect(points.some(({ title }) => title === 'Forms is down')).toBe(told);
  });

  it('cover an overdue task, a near renewal, unused products and products to offer', () => {
    const task = { title: 'Send the report', dueOn: '2026-11-17' } as Task;
    expect(first({ tasks: [task] })?.text).toBe(
      '“Send the report” was due Nov 17, 2026. Complete it or agree on a new date.',
    );
    const deal = {
      pipeline: 'Renewals',
      stage: 'Verbal yes',
      closesOn: '2026-12-18',
      amountCents: null,
    };
    expect(first({ deal })?.text).toContain('in 30 days');
    expect(first({ deal: { ...deal, closesOn: '2027-11-18' } })?.title).not.toBe('Renewals ahead');
    const unused = createInstitutionHealth({
      featureEntitlements: { payments: true },
      featureUsage: { payments: 0 },
    });
    expect(first({ health: unused })?.title).toBe('Paid for but unused');
    expect(first({ health: createInstitutionHealth({ scoreChange: 5.1 }) })?.text).toMatch(
      /^Healthy and up 5\.1 points\. Not purchased yet: Payments, /,
    );
    expect(first({ health: createInstitutionHealth({ scoreChange: 5 }) })?.title).not.toBe(
      'Ready for more products',
    );
  });
});

it.each([
  ['short', 10, 'short'],
  ['exactly 10', 10, 'exactly 10'],
  ['one more than ten', 10, 'one more…'],
  [' two\n\nlines ', 20, 'two lines'],
])('%j in %i characters is %j', (text, length, shown) =>
  expect(shortenToOneLine(text, length)).toBe(shown),
);

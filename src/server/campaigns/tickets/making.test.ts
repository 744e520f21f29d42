import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import { exportCampaignTickets, getCampaigns } from '#shared/campaigns/tickets/campaigns.ts';
import type { CampaignDraft } from '#shared/campaigns/tickets/draft.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import {
  fetchCampaign,
  fetchCampaignTickets,
  insertCustomers,
  makeCampaign,
  requestCampaignPreview,
  runCampaigns,
} from '#test/ticket-campaigns.ts';

let test: TestApp;
const now = new Date('2026-11-18T18:00:00Z');

beforeEach(async () => {
  test = await buildTestApp({ now });
  await insertCustomers(test.database, 4);
});
afterEach(() => test.close());

const insertTicket = (values: { id: number; ticketId: number; subject: string; stage?: string }) =>
  sql`insert into crm_ticket (institution_id, ticket_id, subject, body, pipeline_id, stage_id, priority, created_at, updated_at)
    values (${values.id}, ${values.ticketId}, ${values.subject}, '', 's', ${values.stage ?? 'new'}, 'LOW', ${now}, ${now})`.execute(
    test.database.background,
  );

describe('the preview', () => {
  it('shows each customer’s assignee and the filled-in fields', async () => {
    const { found } = await requestCampaignPreview(test);
    expect(found?.tickets).toBe(4);
    expect(
      found?.rows.map(({ institutionId, ownerId, values }) => [
        institutionId,
        ownerId,
        values.owner,
        values.assignee,
        values.city,
      ]),
    ).toEqual([
      [1, 1, 'Ana Pérez', 'Ana Pérez', 'Reno'],
      [2, 2, null, 'Bo Lee', null],
      [3, 1, 'Ana Pérez', 'Ana Pérez', 'Reno'],
      [4, 2, null, 'Bo Lee', null],
    ]);
    expect(
      found?.assignees.map(({ ownerName, tickets, away }) => [ownerName, tickets, away]),
    ).toEqual([
      ['Ana Pérez', 2, null],
      ['Bo Lee', 2, null],
    ]);
  });

  it('shows absent owners and their covers', async () => {
    const { background } = test.database;
    const person = randomUUID();
    await sql`insert into app_user (user_id, issuer, subject, email, name, role, created_at) values
      (${person}, 'x', 'ana', 'ANA@example.com', 'Ana P.', 'member', ${now})`.execute(background);
    await sql`insert into absence (absence_id, user_id, from_on, until_on, made_by, made_at) values
      (${randomUUID()}, ${person}, '2026-11-17', '2026-11-20', ${person}, ${now})`.execute(
      background,
    );
    const { found } = await requestCampaignPreview(test);
    expect(found?.assignees.find(({ ownerId }) => ownerId === 1)?.away).toEqual({
      until: '2026-11-20',
      cover: null,
    });
  });

  it('includes the customers of a segment or chosen customers, and reports customers that have left', async () => {
    expect(
      (
        await requestCampaignPreview(test, {
          audience: { of: 'segment', segment: 'f.ownerName=Ana%20P%C3%A9rez' },
        })
      ).found?.tickets,
    ).toBe(2);
    await sql`update institution set churned_on = '2026-10-01' where institution_id = 2`.execute(
      test.database.background,
    );
    await invalidatePracticeList(test.database.background);
    test.setClock(new Date(now.getTime() + 2000));
    const { found } = await requestCampaignPreview(test, {
      audience: { of: 'chosen', institutionIds: [3, 2] },
    });
    expect(found?.rows.map(({ institutionId, reason }) => [institutionId, reason])).toEqual([
      [2, 'gone'],
      [3, null],
    ]);
  });

  it('finds open tickets with the same subject by their stage, and customers of recent campaigns', async () => {
    await insertTicket({ id: 1, ticketId: 1, subject: 'OUTAGE at Practice 1' });
    await insertTicket({ id: 2, ticketId: 2, subject: 'Outage at Practice 2', stage: 'shut' });
    await insertTicket({ id: 3, ticketId: 3, subject: 'Another' });
    await makeCampaign(test, {
      name: 'First',
      kind: 'migration',
      subject: 'x',
      audience: { of: 'chosen', institutionIds: [4] },
    });
    const reasons = async (changes: Partial<CampaignDraft>) =>
      (await requestCampaignPreview(test, changes)).found?.rows.map(({ reason, because }) =>
        reason === null ? null : `${reason} ${because}`,
      );
    expect(await reasons({})).toEqual([
      'open_ticket Outage at Practice 1',
      null,
      null,
      'recent_campaign First',
    ]);
    expect(await reasons({ quietDays: 0 })).toEqual([
      'open_ticket Outage at Practice 1',
      null,
      null,
      null,
    ]);
    // The ticket of the campaign itself is pending, so it counts as open.
    expect(await reasons({ quietDays: 0, kind: 'migration' })).toEqual([
      'open_ticket Outage at Practice 1',
      null,
      null,
      'open_ticket First',
    ]);
    await runCampaigns(test.dependencies);
    await sql`update crm_ticket set stage_id = 'shut' where institution_id = 4`.execute(
      test.database.background,
    );
    expect(await reasons({ quietDays: 0, kind: 'migration' })).toEqual([
      'open_ticket Outage at Practice 1',
      null,
      null,
      null,
    ]);
  });

  const refused: [string, Partial<CampaignDraft> | Record<string, unknown>, RegExp][] = [
    ['an unknown field', { subject: 'Hello {firstname}' }, /subject.*\{firstname\}/s],
    ['an empty text', { body: '   ' }, /body/],
    ['two lines of subject', { subject: 'a\nb' }, /subject/],
    [
      'a weekend',
      { dueOn: '2026-11-29' },
      /dueOn: is not a working day; the next one is Nov 30, 2026/,
    ],
    ['a due date in the past', { dueOn: '2026-11-17' }, /dueOn/],
    [
      'an assignee who has left the CRM',
      { assignment: { to: 'owner', otherwise: 3 } },
      /assignment/,
    ],
    ['an empty pool', { assignment: { to: 'pool', ownerIds: [] } }, /assignment/],
    ['a person twice', { assignment: { to: 'pool', ownerIds: [1, 1] } }, /assignment/],
    ['a deleted stage', { stage: { pipelineId: 's', stageId: 'gone' } }, /stage/],
    ['a stage of closed tickets', { stage: { pipelineId: 's', stageId: 'shut' } }, /stage/],
    ['an unknown customer', { audience: { of: 'chosen', institutionIds: [404] } }, /audience.*404/],
    ['an invalid filter', { audience: { of: 'segment', segment: 'f.nothing=1' } }, /audience/],
    ['a customer twice', { audience: { of: 'chosen', institutionIds: [1, 1] } }, /audience/],
    ['NUL', { body: 'a\0b' }, /body/],
    ['another field', { extra: 1 }, /extra/],
  ];
  it('refuses invalid input and names the field', async () => {
    for (const [what, changes, message] of refused) {
      const { status, text } = await requestCampaignPreview(
        test,
        changes as Partial<CampaignDraft>,
      );
      expect([what, status, text]).toEqual([what, 422, expect.stringMatching(message)]);
    }
  });

  it('keeps hostile texts unchanged', async () => {
    await sql`update institution set name = '{owner} <b>$&''; drop table x --' where institution_id = 1`.execute(
      test.database.background,
    );
    const { campaignId } = await makeCampaign(test, {
      audience: { of: 'chosen', institutionIds: [1] },
    });
    await runCampaigns(test.dependencies);
    const { rows } = await sql<{ subject: string }>`select subject from crm_ticket`.execute(
      test.database.background,
    );
    expect(rows).toEqual([{ subject: `Outage at {owner} <b>$&'; drop table x --` }]);
    expect((await fetchCampaign(test, campaignId)).campaign.open).toBe(1);
  });
});

describe('making a campaign', () => {
  it('creates one campaign for repeated requests, with one audit row', async () => {
    const campaignId = randomUUID();
    const cookie = await test.signIn('member');
    for (let twice = 0; twice < 2; twice += 1)
      expect((await makeCampaign(test, { campaignId, tickets: 4 }, cookie)).status).toBe(200);
    expect(
      (await makeCampaign(test, { campaignId, tickets: 4, name: 'Another' }, cookie)).status,
    ).toBe(409);
    expect((await makeCampaign(test, { campaignId, tickets: 4 })).status).toBe(409);
    const { rows } = await sql<{
      action: string;
      detail: { tickets: number };
    }>`select action, detail from audit_log`.execute(test.database.background);
    expect(rows).toEqual([
      {
        action: 'ticket-campaign.create',
        detail: expect.objectContaining({ tickets: 4, name: 'Outage of November' }),
      },
    ]);
    const list = getCampaigns.response.parse(
      (await test.inject({ method: 'GET', url: getCampaigns.path })).json(),
    ).rows;
    expect(list).toEqual([
      expect.objectContaining({ campaignId, state: 'sending', recipients: 4, toOpen: 4, open: 0 }),
    ]);
  });

  it('is refused when it would open no tickets or other tickets than the preview showed', async () => {
    const wrong = await makeCampaign(test, { tickets: 3 });
    expect([wrong.status, wrong.text]).toEqual([
      409,
      'The preview showed 3 tickets, but the campaign would now open 4. Check the preview again.',
    ]);
    const first = await makeCampaign(test);
    expect(first.status).toBe(200);
    expect((await makeCampaign(test, { tickets: 0 })).status).toBe(422);
  });

  it('opens one ticket per customer when two users create a campaign at once', async () => {
    const answers = await Promise.all([
      makeCampaign(test, { tickets: 4 }),
      makeCampaign(test, { tickets: 4 }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  it('stores the customers that were left out, with the reason', async () => {
    await makeCampaign(test, { name: 'First', audience: { of: 'chosen', institutionIds: [1] } });
    const { campaignId } = await makeCampaign(test, { name: '=Second' });
    expect(
      (await fetchCampaignTickets(test, campaignId)).map(({ institutionId, status, reason }) => [
        institutionId,
        status,
        reason,
      ]),
    ).toEqual([
      [1, 'left_out', 'Has an open ticket of this kind: First'],
      [2, 'waiting', null],
      [3, 'waiting', null],
      [4, 'waiting', null],
    ]);
    expect((await fetchCampaign(test, campaignId)).leftOut).toBe(1);
    const { body } = await test.inject({
      method: 'GET',
      url: `${exportCampaignTickets.path}?campaign=${campaignId}&f.status=Left%20out`,
    });
    expect(body.split('\r\n')).toHaveLength(3);
    expect(
      (await test.inject({ method: 'GET', url: '/api/campaigns/tickets/export' })).body,
    ).toContain("'=Second");
  });

  it.each([
    '/api/campaigns/tickets/00000000-0000-4000-8000-000000000000',
    '/api/campaigns/tickets/00000000-0000-4000-8000-000000000000/tickets',
  ])('answers 404 to %s', async (url) =>
    expect((await test.inject({ method: 'GET', url })).statusCode).toBe(404),
  );
});

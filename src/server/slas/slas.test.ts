import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#shared/core/dates.ts';
import { getDayPlan } from '#shared/day/day.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import { getSlaClocks, type SlaClock } from '#shared/slas/clocks.ts';
import { defaultPolicies, getSlaPolicyVersions, type SlaPolicy } from '#shared/slas/policies.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { createPlaybookFields } from '#test/playbook-steps.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';

// Wednesday, 10 AM in the business time zone.
const now = new Date('2026-11-18T18:00:00Z');
let test: TestApp;
let me: string;

beforeEach(async () => {
  test = await buildTestApp({ now });
  await test.inject({ url: '/api/user' });
  // The user accounts are dated in January, so that all clocks of the tests begin later.
  await db()
    .updateTable('app_user')
    .set({ created_at: at('2026-01-05T18:00:00Z') })
    .execute();
  for (const id of [1, 2])
    await insertInstitution(test.database, { institution_id: id, name: `Customer ${id}` });
  me = (
    await db()
      .selectFrom('app_user')
      .select('user_id')
      .where('name', '=', 'Morgan Member')
      .executeTakeFirstOrThrow()
  ).user_id;
  await db()
    .insertInto('crm_owner')
    .values([
      { owner_id: 1, name: 'Morgan Member', email: 'm@example.com' },
      { owner_id: 2, name: 'Ana Pérez', email: 'a@example.com' },
    ])
    .execute();
});
afterEach(() => test.close());

const db = () => test.database.foreground;
const at = (text: string) => new Date(text);

async function clocks(days = 28, cookie?: string): Promise<SlaClock[]> {
  const response = await test.inject({
    url: `${getSlaClocks.path}?days=${days}`,
    ...(cookie !== undefined && { headers: { cookie } }),
  });
  expect(response.statusCode).toBe(200);
  return getSlaClocks.response.parse(response.json()).rows;
}
const facts = (rows: readonly SlaClock[]) =>
  rows.map(({ policyName, status, endedBy }) => [policyName, status, endedBy]);

interface Ticket {
  created?: string;
  closed?: string | null;
  reopened?: string | null;
  priority?: string;
  owner?: number | null;
}
async function addTicket(
  ticket_id: number,
  {
    created = '2026-11-18T17:00:00Z',
    closed = null,
    reopened = null,
    priority = 'MEDIUM',
    owner = 1,
  }: Ticket = {},
) {
  await db()
    .insertInto('crm_ticket')
    .values({
      institution_id: 1,
      ticket_id,
      subject: 'Calendar is empty',
      body: 'Since this morning',
      pipeline_id: 'support',
      stage_id: closed === null ? 'new' : 'closed',
      priority,
      owner_id: owner,
      product: null,
      created_at: at(created),
      updated_at: at(closed ?? created),
      closed_at: closed === null ? null : at(closed),
      channel: null,
      reopened_at: reopened === null ? null : at(reopened),
    })
    .execute();
}
const say = (ticket_id: number, direction: 'in' | 'out' | 'note', when: string) =>
  db()
    .insertInto('crm_ticket_message')
    .values({
      institution_id: 1,
      ticket_id,
      message_id: randomUUID(),
      at: at(when),
      direction,
      author: 'Somebody',
      body: 'Words',
    })
    .execute();

const note = (institution_id: number, when: string) =>
  db()
    .insertInto('note')
    .values({
      institution_id,
      note_id: randomUUID(),
      author_id: me,
      body: 'Called',
      created_at: at(when),
      edited_at: null,
      deleted_at: null,
    })
    .execute();

/**
 * Inserts `count` official weeks up to the week of November 8. Each week was closed on the Sunday
 * after it. The customer was at risk in the weeks `atRisk`, counted back from the last week.
 */
async function weeks(count: number, atRisk: readonly number[], institution_id = 1): Promise<void> {
  const starts = Array.from({ length: count }, (_, ago) => addDays('2026-11-08', -7 * ago));
  await insertOfficialWeeks(db(), starts);
  const runUntil = (ago: number) => {
    let length = 0;
    while (atRisk.includes(ago + length)) length += 1;
    return length;
  };
  await db()
    .insertInto('score_version')
    .values(
      starts.map((week_start, ago) =>
        createScoreWeekRow({
          institution_id,
          week_start,
          at_risk: atRisk.includes(ago),
          weeks_at_risk: runUntil(ago),
          ...(atRisk.includes(ago) && { health_tier: 'Critical', adoption_score: 30 }),
        }),
      ),
    )
    .execute();
}

describe('replies to tickets', () => {
  it('start at the opening and at each customer message after ours; notes do not count as replies', async () => {
    await addTicket(1, { created: '2026-11-16T17:00:00Z' });
    await say(1, 'note', '2026-11-16T17:30:00Z');
    await say(1, 'out', '2026-11-16T19:00:00Z');
    await say(1, 'out', '2026-11-16T20:00:00Z');
    await say(1, 'in', '2026-11-17T17:00:00Z');
    await say(1, 'in', '2026-11-17T18:00:00Z');
    const rows = await clocks();
    expect(
      rows.map(({ beganAt, endedAt, status, usedMinutes }) => [
        beganAt,
        endedAt,
        status,
        usedMinutes,
      ]),
    ).toEqual([
      // The clock is due at the end of the next working day.
      ['2026-11-17T17:00:00.000Z', null, 'Running', 540],
      ['2026-11-16T17:00:00.000Z', '2026-11-16T19:00:00.000Z', 'Met', 120],
    ]);
    expect(rows[0]).toMatchObject({
      leftMinutes: 420,
      dueAt: '2026-11-19T01:00:00.000Z',
      dueOn: '2026-11-18',
      ownerName: 'Morgan Member',
      ticketId: 1,
    });
  });

  it('of a campaign start at the customer’s first message', async () => {
    await addTicket(1, { created: '2026-11-16T17:00:00Z' });
    await addTicket(2, { created: '2026-11-16T17:00:00Z' });
    await db()
      .updateTable('crm_ticket')
      .set({ external_key: sql`'campaign:' || ticket_id` })
      .execute();
    await say(1, 'out', '2026-11-16T18:00:00Z');
    await say(1, 'in', '2026-11-17T17:00:00Z');
    expect((await clocks()).map(({ ticketId, beganAt }) => [ticketId, beganAt])).toEqual([
      [1, '2026-11-17T17:00:00.000Z'],
    ]);
  });

  it('depend on priority; a missed target stays missed, even when the ticket is answered or closed later', async () => {
    await addTicket(1, { priority: 'URGENT' });
    await addTicket(2, { priority: 'URGENT', created: '2026-11-17T17:00:00Z' });
    await say(2, 'out', '2026-11-17T19:01:00Z');
    await addTicket(3, {
      priority: 'HIGH',
      created: '2026-11-17T17:00:00Z',
      closed: '2026-11-17T23:00:00Z',
    });
    await addTicket(4, {
      priority: 'HIGH',
      created: '2026-11-17T17:00:00Z',
      closed: '2026-11-17T18:00:00Z',
    });
    await addTicket(5, { priority: 'HIGH', created: '2026-11-17T17:00:00Z' });
    const rows = (await clocks()).toSorted(
      (one, other) => (one.ticketId ?? 0) - (other.ticketId ?? 0),
    );
    expect(facts(rows)).toEqual([
      ['Reply, urgent', 'Running', null],
      ['Reply, urgent', 'Breached', 'Reply'],
      ['Reply, high', 'Breached', 'Closed without a reply'],
      ['Reply, high', 'Not counted', 'Closed without a reply'],
      ['Reply, high', 'Overdue', null],
    ]);
    expect(rows.map(({ decidedOn }) => decidedOn)).toEqual([
      null,
      '2026-11-17',
      '2026-11-17',
      '2026-11-17',
      '2026-11-17',
    ]);
  });

  it('start a new clock when a ticket is reopened, and none for messages on a closed ticket', async () => {
    await addTicket(1, { created: '2026-11-16T17:00:00Z', reopened: '2026-11-18T17:00:00Z' });
    await addTicket(2, { created: '2026-11-16T17:00:00Z', closed: '2026-11-17T17:00:00Z' });
    await say(2, 'out', '2026-11-16T18:00:00Z');
    await say(2, 'in', '2026-11-17T18:00:00Z');
    const rows = (await clocks()).toSorted((one, other) => (one.key < other.key ? -1 : 1));
    expect(
      rows.map(({ ticketId, beganAt, status, endedBy }) => [ticketId, beganAt, status, endedBy]),
    ).toEqual([
      [1, '2026-11-16T17:00:00.000Z', 'Not counted', 'Reopened without a reply'],
      [1, '2026-11-18T17:00:00.000Z', 'Running', null],
      [2, '2026-11-16T17:00:00.000Z', 'Met', 'Reply'],
    ]);
  });

  it('follow the pipeline’s state, not the ticket’s closing date', async () => {
    await db()
      .insertInto('crm_ticket_pipeline')
      .values({ pipeline_id: 'support', label: 'Support', position: 0 })
      .execute();
    await db()
      .insertInto('crm_ticket_stage')
      .values([
        {
          pipeline_id: 'support',
          stage_id: 'new',
          label: 'Closed, says the label',
          position: 0,
          ticket_state: 'OPEN',
        },
        {
          pipeline_id: 'support',
          stage_id: 'closed',
          label: 'Open',
          position: 1,
          ticket_state: 'CLOSED',
        },
      ])
      .execute();
    await addTicket(1);
    await addTicket(2, { created: '2026-11-17T17:00:00Z', closed: '2026-11-17T18:00:00Z' });
    await say(1, 'note', '2026-11-18T17:30:00Z');
    await addTicket(3);
    await say(3, 'out', '2026-11-18T17:30:00Z');
    expect((await clocks()).map(({ ticketId, status }) => [ticketId, status])).toEqual([
      [1, 'Running'],
      [2, 'Not counted'],
      [3, 'Met'],
    ]);
  });

  it('are unknown when the CRM provides no messages', async () => {
    await addTicket(1);
    const answer = getSlaClocks.response.parse(
      (await test.inject({ url: `${getSlaClocks.path}?days=7` })).json(),
    );
    expect([answer.rows, answer.knowsReplies]).toEqual([[], false]);
    await say(1, 'note', '2026-11-18T17:30:00Z');
    expect(await clocks()).toEqual([]);
  });

  it('over the weekend on which summer time ends, November 1', async () => {
    // Friday, 4 PM local time. One hour of work is left on this day. The other three hours are on
    // Monday, when work begins an hour later in UTC.
    await addTicket(1, { created: '2026-10-30T23:00:00Z', priority: 'HIGH' });
    await say(1, 'out', '2026-11-02T20:00:00Z');
    await addTicket(2, { created: '2026-10-30T23:00:00Z', priority: 'HIGH' });
    await say(2, 'out', '2026-11-02T20:01:00Z');
    expect(
      (await clocks()).map(({ ticketId, status, usedMinutes, dueAt }) => [
        ticketId,
        status,
        usedMinutes,
        dueAt,
      ]),
    ).toEqual([
      [1, 'Met', 240, '2026-11-02T20:00:00.000Z'],
      [2, 'Breached', 241, '2026-11-02T20:00:00.000Z'],
    ]);
  });

  it('over the weekend on which summer time begins, March 8, with a holiday and a half day after it', async () => {
    test.setClock(at('2026-03-11T18:00:00Z'));
    const cookie = await test.signIn('admin');
    const { settings, version } = (
      await test.inject({ url: '/api/work/working-time', headers: { cookie } })
    ).json();
    const holidays = [
      { day: '2026-03-09', name: 'Holiday', until: null },
      { day: '2026-03-10', name: 'Half', until: 11 * 60 },
    ];
    await test.inject({
      method: 'POST',
      url: '/api/work/working-time',
      payload: { version, settings: { ...settings, holidays } },
      headers: { cookie },
    });
    // Friday, 4 PM local time. One hour counts on this day, none on Monday, two on Tuesday, and one
    // on Wednesday, when work begins at 16:00 UTC.
    await addTicket(1, { created: '2026-03-07T00:00:00Z', priority: 'HIGH' });
    await say(1, 'note', '2026-03-07T00:00:00Z');
    await addTicket(2, { created: '2026-03-07T00:00:00Z', closed: '2026-03-08T00:00:00Z' });
    await say(2, 'out', '2026-03-07T00:30:00Z');
    const [open] = await clocks(28, cookie);
    expect(open).toMatchObject({
      ticketId: 1,
      dueAt: '2026-03-11T17:00:00.000Z',
      status: 'Overdue',
      leftMinutes: -60,
    });
  });
});

describe('the first touch of a customer that became at risk', () => {
  it('runs from the closing of the first at-risk week to the first note or outcome', async () => {
    await weeks(5, [0, 1]);
    // The week that ended on November 7 was closed on Sunday, November 8, at 2 AM.
    const [clock] = await clocks();
    expect(clock).toMatchObject({
      kind: 'first_touch',
      key: 'first_touch:1:2026-11-01',
      beganAt: '2026-11-08T10:00:00.000Z',
      // Two working days after a Sunday end on Tuesday.
      dueAt: '2026-11-11T01:00:00.000Z',
      status: 'Overdue',
      decidedOn: '2026-11-10',
      subject: 'At risk since Nov 7, 2026',
    });
    await note(1, '2026-11-07T18:00:00Z');
    expect(facts(await clocks())).toEqual([['First touch', 'Overdue', null]]);
    await note(1, '2026-11-10T18:00:00Z');
    expect(facts(await clocks())).toEqual([['First touch', 'Met', 'Note']]);
    const outcome = { outcomeId: randomUUID(), institutionIds: [1], outcome: 'contacted' };
    await test.inject({ method: 'POST', url: '/api/work/risk-cases/outcomes', payload: outcome });
    await db().updateTable('note').set({ deleted_at: now }).execute();
    expect(facts(await clocks())).toEqual([['First touch', 'Breached', 'Outcome']]);
  });

  it('starts once per series of at-risk weeks, and is dropped when the customer is lost before it is due', async () => {
    await weeks(6, [1, 4, 5]);
    const rows = (await clocks(91)).toSorted((one, other) => (one.key < other.key ? -1 : 1));
    expect(
      rows.map(({ key, status, endedBy, endedAt }) => [key, status, endedBy, endedAt]),
    ).toEqual([
      // The customer was at risk for two weeks without any touch.
      ['first_touch:1:2026-10-04', 'Breached', 'No longer at risk', '2026-10-25T09:00:00.000Z'],
      ['first_touch:1:2026-11-01', 'Breached', 'No longer at risk', '2026-11-15T10:00:00.000Z'],
    ]);
    await db()
      .updateTable('institution')
      .set({ churned_on: '2026-10-12', updated_at: now })
      .where('institution_id', '=', 1)
      .execute();
    test.setClock(at('2026-11-18T18:02:00Z'));
    expect(facts(await clocks(91)).at(0)).toEqual(['First touch', 'Not counted', 'Customer lost']);
  });

  it('also ends after a week without customers, which is no official week', async () => {
    await weeks(6, [4]);
    await db().deleteFrom('official_week').where('week_start', '=', '2026-10-18').execute();
    const rows = await clocks(91);
    expect(rows.map(({ key, endedBy, endedAt }) => [key, endedBy, endedAt])).toEqual([
      ['first_touch:1:2026-10-11', 'No longer at risk', '2026-10-25T09:00:00.000Z'],
    ]);
  });

  it('is not required for weeks before the first user account', async () => {
    await weeks(5, [0]);
    await db()
      .updateTable('app_user')
      .set({ created_at: at('2026-11-16T00:00:00Z') })
      .execute();
    expect(await clocks()).toEqual([]);
  });
});

describe('onboarding check-ins', () => {
  beforeEach(async () => {
    await db()
      .updateTable('institution')
      .set({ go_live_on: '2026-10-10' })
      .where('institution_id', '=', 2)
      .execute();
    await db()
      .insertInto('onboarding_case')
      .values({
        institution_id: 2,
        contract_on: null,
        kickoff_on: null,
        handed_over_on: null,
        graduated_on: null,
        graduated_by: null,
      })
      .execute();
  });

  it('are due three working days after a checkpoint; a touch in the days before counts', async () => {
    // Day 30 is Monday, November 9.
    const [clock] = await clocks();
    expect(clock).toMatchObject({
      key: 'onboarding_check_in:2:30',
      beganAt: '2026-11-09T08:00:00.000Z',
      dueAt: '2026-11-13T01:00:00.000Z',
      status: 'Overdue',
    });
    await note(2, '2026-11-05T18:00:00Z');
    expect((await clocks())[0]?.status).toBe('Overdue');
    await note(2, '2026-11-06T18:00:00Z');
    expect((await clocks())[0]).toMatchObject({ status: 'Met', usedMinutes: 0, endedBy: 'Note' });
  });

  it('of one customer are one row of the owner’s day, because one touch completes them all', async () => {
    await db()
      .updateTable('institution')
      .set({ go_live_on: '2026-09-01' })
      .where('institution_id', '=', 2)
      .execute();
    const deal = {
      institution_id: 2,
      deal_id: 1,
      name: 'Renewal',
      pipeline: 'Renewals',
      stage: 'Open',
      amount_cents: null,
    };
    await db()
      .insertInto('crm_deal')
      .values({ ...deal, owner_id: 1, closes_on: null, closed: false, updated_at: now })
      .execute();
    expect((await clocks()).map(({ key }) => key)).toEqual([
      'onboarding_check_in:2:30',
      'onboarding_check_in:2:60',
    ]);
    const { rows, rest } = getDayPlan.response.parse(
      (await test.inject({ url: getDayPlan.path })).json(),
    );
    const own = [...rows, ...rest]
      .flatMap(({ items }) => items)
      .filter(({ kind }) => kind === 'sla');
    expect(own.map(({ key, why }) => [key, why])).toEqual([
      [
        'sla:onboarding_check_in:2:30',
        expect.stringMatching(/^Onboarding check-in \(.*30.*\)\. 1 later check-in also due/),
      ],
    ]);
  });

  it('are paused while onboarding is paused, and dropped when it ends', async () => {
    await db()
      .insertInto('onboarding_pause')
      .values({ institution_id: 2, from_on: '2026-11-10', until_on: null, reason: 'Renovation' })
      .execute();
    expect((await clocks())[0]).toMatchObject({
      status: 'Paused',
      isPaused: true,
      pauseReason: 'Onboarding paused: Renovation',
      usedMinutes: 480,
    });
    await db().updateTable('onboarding_case').set({ graduated_on: '2026-11-12' }).execute();
    expect((await clocks())[0]).toMatchObject({
      status: 'Not counted',
      endedBy: 'Onboarding ended',
    });
  });
});

describe('steps of playbooks', () => {
  const run_id = randomUUID();
  const [playbook_id, version] = [randomUUID(), 1];
  beforeEach(async () => {
    const changed = { changed_by: me, changed_at: now };
    await db()
      .insertInto('playbook')
      .values({
        playbook_id,
        version,
        name: 'Win back',
        rule_id: null,
        is_on: true,
        follows_from: null,
        ...changed,
      })
      .execute();
    await db()
      .insertInto('playbook_version')
      .values({
        playbook_id,
        version,
        is_on: true,
        told: JSON.stringify(createPlaybookFields(me, { name: 'Win back' })),
        ...changed,
      })
      .execute();
    await db()
      .insertInto('playbook_run')
      .values({
        ...{ institution_id: 1, run_id, playbook_id, version, state: 'active', step_id: null },
        ...{
          started_on: '2026-11-10',
          started_at: at('2026-11-10T18:00:00Z'),
          started_by: me,
          start_score: null,
        },
        ...{ ended_at: null, ended_by: null, end_reason: null, end_score: null },
      })
      .execute();
  });
  /**
   * Inserts a step with its task, like a playbook run. `ended` closes the task. With an `outcome`,
   * the step is closed too.
   */
  async function step(
    title: string,
    due_on: string,
    ended: { outcome?: 'held' | 'ended'; status?: 'done' | 'dropped'; at: string } | null = null,
  ) {
    const [task_id, step_id, created_at] = [randomUUID(), randomUUID(), at('2026-11-10T18:00:00Z')];
    const status =
      ended?.status ?? (ended === null ? 'open' : ended.outcome === 'held' ? 'done' : 'dropped');
    const closed_at = ended === null ? null : at(ended.at);
    await db()
      .insertInto('task')
      .values({
        ...{
          institution_id: 1,
          task_id,
          title,
          details: '',
          due_on,
          assignee_id: me,
          status,
          snoozed_until: null,
          closed_at,
        },
        ...{ created_by: me, created_at, updated_by: me, updated_at: closed_at ?? created_at },
      })
      .execute();
    await db()
      .insertInto('playbook_step')
      .values({
        ...{
          institution_id: 1,
          run_id,
          step_id,
          place: 1,
          kind: 'checkpoint',
          title,
          started_at: created_at,
          due_on,
        },
        ...{
          done_at: ended?.outcome === undefined ? null : closed_at,
          outcome: ended?.outcome ?? null,
        },
        ...{ assignee_id: me, task_id, note: null },
      })
      .execute();
    return task_id;
  }

  it('run from the due day to completion, even before the run notices it', async () => {
    // The step is due on Monday, November 16. The clock is due at the end of work on Tuesday.
    await step('Late', '2026-11-16');
    await step('In time', '2026-11-16', { status: 'done', at: '2026-11-17T23:00:00Z' });
    await step('Too late', '2026-11-16', { status: 'done', at: '2026-11-18T17:30:00Z' });
    await step('Before it was due', '2026-11-18', { outcome: 'held', at: '2026-11-11T18:00:00Z' });
    await step('Dropped after it was due', '2026-11-16', {
      status: 'dropped',
      at: '2026-11-16T20:00:00Z',
    });
    await step('Over with its run before it was due', '2026-11-16', {
      outcome: 'ended',
      at: '2026-11-12T20:00:00Z',
    });
    await step('To come', '2026-11-19');
    const rows = (await clocks()).toSorted((one, other) => (one.subject < other.subject ? -1 : 1));
    expect(
      rows.map(({ subject, status, endedBy, usedMinutes }) => [
        subject,
        status,
        endedBy,
        usedMinutes,
      ]),
    ).toEqual([
      ['Win back: Before it was due', 'Met', 'Condition met', 0],
      ['Win back: Dropped after it was due', 'Not counted', 'Task canceled', 180],
      ['Win back: In time', 'Met', 'Task done', 840],
      ['Win back: Late', 'Overdue', null, 1020],
      ['Win back: Too late', 'Breached', 'Task done', 990],
    ]);
    expect(rows[3]).toMatchObject({
      policyName: 'Playbook step',
      dueOn: '2026-11-17',
      ownerName: 'Morgan Member',
      assigneeId: me,
    });
  });

  it('appear once in the assignee’s day, with the task that ends them', async () => {
    const taskId = await step('Call them', '2026-11-17');
    const day = getDayPlan.response.parse((await test.inject({ url: getDayPlan.path })).json());
    expect(day.rows).toMatchObject([
      {
        due: '2026-11-17',
        urgency: 'overdue',
        items: [
          {
            key: `sla:playbook_step:1:${taskId}`,
            why: 'Playbook step (Win back: Call them): 7 h of working time left',
            task: { taskId },
            sla: { key: `playbook_step:1:${taskId}`, ticketId: null, canPause: true },
          },
        ],
      },
    ]);
    const items = [{ key: `sla:playbook_step:1:${taskId}`, version: 0 }];
    const move = { userId: me, items, to: '2026-11-19' };
    expect(
      (await test.inject({ method: 'POST', url: '/api/day/move', payload: move })).statusCode,
    ).toBe(200);
    const url = `/api/institution/1/tasks/${taskId}`;
    expect(
      (await test.inject({ method: 'PATCH', url, payload: { version: 1, status: 'done' } }))
        .statusCode,
    ).toBe(200);
    expect(
      getDayPlan.response.parse((await test.inject({ url: getDayPlan.path })).json()),
    ).toMatchObject({
      rows: [],
      moved: [],
    });
    expect(facts(await clocks())).toEqual([['Playbook step', 'Met', 'Task done']]);
  });
});

describe('pauses', () => {
  beforeEach(async () => {
    await addTicket(1, { priority: 'URGENT' });
    await say(1, 'note', '2026-11-18T17:30:00Z');
    await addTicket(9, { created: '2026-11-17T17:00:00Z', closed: '2026-11-17T20:00:00Z' });
    await say(9, 'out', '2026-11-17T18:00:00Z');
  });
  const key = `ticket_reply:1:${Date.parse('2026-11-18T17:00:00Z')}`;
  const wanted = [{ institutionId: 1, key }];
  const running = async () => (await clocks()).find((row) => row.key === key);
  const post = (url: string, payload: object, cookie?: string) =>
    test.inject({
      method: 'POST',
      url,
      payload,
      ...(cookie === undefined ? {} : { headers: { cookie } }),
    });
  const pause = (more: object = {}, cookie?: string) =>
    post(
      '/api/slas/pauses',
      { pauseId: randomUUID(), clocks: wanted, reason: 'customer', note: '', ...more },
      cookie,
    );

  it('pause a clock once, resume it, and are reported', async () => {
    const pauseId = randomUUID();
    expect((await pause({ pauseId, note: 'Asked for a picture' })).json()).toEqual({
      changed: 1,
      kept: 0,
    });
    expect((await pause({ pauseId, note: 'Asked for a picture' })).json()).toEqual({
      changed: 1,
      kept: 0,
    });
    expect((await pause({ pauseId, note: 'Another' })).statusCode).toBe(409);
    const elsewhere = [{ institutionId: 2, key }];
    expect(
      (await pause({ pauseId, note: 'Asked for a picture', clocks: elsewhere })).statusCode,
    ).toBe(409);
    expect((await pause()).statusCode).toBe(409);
    expect(await running()).toMatchObject({
      status: 'Paused',
      leftMinutes: 60,
      dueAt: null,
      pauseReason: 'Waiting for the customer',
      pauseNote: 'Asked for a picture',
      pausedBy: 'Morgan Member',
    });
    test.setClock(at('2026-11-18T22:00:00Z'));
    expect(await running()).toMatchObject({ status: 'Paused', leftMinutes: 60 });
    const resumeId = randomUUID();
    expect((await post('/api/slas/resume', { resumeId, clocks: wanted })).json()).toEqual({
      changed: 1,
      kept: 0,
    });
    expect((await post('/api/slas/resume', { resumeId, clocks: wanted })).json()).toEqual({
      changed: 1,
      kept: 0,
    });
    for (const other of [
      { resumeId: randomUUID(), clocks: wanted },
      { resumeId, clocks: elsewhere },
    ])
      expect((await post('/api/slas/resume', other)).statusCode).toBe(409);
    test.setClock(at('2026-11-18T22:30:00Z'));
    expect(await running()).toMatchObject({
      status: 'Running',
      leftMinutes: 30,
      pausedMinutes: 240,
      isPaused: false,
      dueAt: '2026-11-18T23:00:00.000Z',
    });
    const { rows } = getTimeline.response.parse(
      (await test.inject({ url: '/api/institution/1/timeline' })).json(),
    );
    expect(rows.map(({ headline }) => headline)).toEqual(
      expect.arrayContaining([
        'Paused the SLA clock “Ticket reply, Calendar is empty”: Waiting for the customer',
        'Resumed the SLA clock “Ticket reply, Calendar is empty”',
      ]),
    );
  });

  it('can be undone within a day by the user who made them, and then have no effect', async () => {
    const pauseId = randomUUID();
    await pause({ pauseId });
    test.setClock(at('2026-11-18T20:00:00Z'));
    const undo = (workId: string, cookie?: string) =>
      post(`/api/slas/pauses/${workId}/undo`, {}, cookie);
    expect((await undo(pauseId, await test.signIn('admin'))).statusCode).toBe(403);
    expect((await undo(randomUUID())).statusCode).toBe(404);
    expect((await undo(pauseId)).json()).toEqual({ changed: 1, kept: 0 });
    expect((await undo(pauseId)).json()).toEqual({ changed: 0, kept: 1 });
    expect(await running()).toMatchObject({
      status: 'Overdue',
      leftMinutes: -60,
      pauseReason: null,
    });
    const [again, resumeId] = [randomUUID(), randomUUID()];
    await pause({ pauseId: again });
    await post('/api/slas/resume', { resumeId, clocks: wanted });
    expect((await undo(resumeId)).json()).toEqual({ changed: 1, kept: 0 });
    expect(await running()).toMatchObject({ isPaused: true });
    await db()
      .updateTable('sla_pause')
      .set({ from_at: at('2026-11-17T19:59:00Z') })
      .where('pause_id', '=', again)
      .execute();
    expect((await undo(again)).statusCode).toBe(409);
  });

  it('in bulk leave one audit row; ended and unknown clocks are skipped', async () => {
    await addTicket(2);
    const other = { institutionId: 1, key: `ticket_reply:2:${Date.parse('2026-11-18T17:00:00Z')}` };
    const ended = { institutionId: 1, key: `ticket_reply:9:${Date.parse('2026-11-17T17:00:00Z')}` };
    const foreign = { institutionId: 2, key: 'ticket_reply:2:1' };
    expect((await pause({ clocks: [...wanted, other, ended, foreign] })).json()).toEqual({
      changed: 2,
      kept: 2,
    });
    expect(
      await db().selectFrom('audit_log').select('action').where('action', 'like', 'sla%').execute(),
    ).toEqual([{ action: 'sla.pause' }]);
    expect((await pause({ clocks: [ended] })).statusCode).toBe(404);
    expect((await pause({ clocks: [{ institutionId: 2, key }] })).statusCode).toBe(404);
  });

  it.each([
    ['without a clock', { clocks: [] }],
    ['with a clock twice', { clocks: [...wanted, ...wanted] }],
    ['for an unknown reason', { reason: 'lunch' }],
    ['with a NUL', { note: 'a\0b' }],
    ['with half a pair', { note: '\ud800' }],
    ['with too long a note', { note: 'x'.repeat(301) }],
    ['with an invalid id', { pauseId: '1' }],
    ['with null', { note: null }],
  ])('%s are refused', async (_, more) => expect((await pause(more)).statusCode).toBe(422));

  it('two users at once pause it once', async () => {
    const both = await Promise.all([pause(), pause({ reason: 'supplier' })]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });
});

describe('policies', () => {
  const policy = (amount: number): SlaPolicy => ({
    policyId: defaultPolicies[3]?.policyId ?? '',
    kind: 'ticket_reply',
    name: 'Reply',
    target: { unit: 'minutes', amount },
    priorities: [],
    sizeTiers: [],
    isOn: true,
  });
  const save = async (version: number, policies: readonly SlaPolicy[], cookie?: string) =>
    test.inject({
      method: 'POST',
      url: getSlaPolicyVersions.path,
      payload: { version, policies },
      ...(cookie === undefined ? {} : { headers: { cookie } }),
    });

  it('are saved only by admins, once per version, with an audit row', async () => {
    const cookie = await test.signIn('admin');
    expect((await save(0, [policy(30)])).statusCode).toBe(403);
    expect((await save(0, [policy(30)], cookie)).statusCode).toBe(200);
    expect((await save(0, [policy(45)], cookie)).statusCode).toBe(409);
    expect((await save(1, [policy(30), policy(30)], cookie)).statusCode).toBe(422);
    const { rows } = getSlaPolicyVersions.response.parse(
      (await test.inject({ url: getSlaPolicyVersions.path })).json(),
    );
    expect(rows.map(({ version, madeBy }) => [version, madeBy?.name])).toEqual([
      [1, 'Avery Admin'],
      [0, undefined],
    ]);
    expect(
      await db()
        .selectFrom('audit_log')
        .select(['action', 'object_id'])
        .where('action', 'like', 'sla%')
        .execute(),
    ).toEqual([{ action: 'sla_policies.save', object_id: '1' }]);
  });

  it('a running clock keeps the version in effect when it began', async () => {
    await addTicket(1, { created: '2026-11-18T17:00:00Z' });
    await addTicket(3, { created: '2026-11-01T17:00:00Z', closed: '2026-11-01T18:00:00Z' });
    await say(3, 'out', '2026-11-01T17:30:00Z');
    await save(0, [policy(30)], await test.signIn('admin'));
    await addTicket(2, { created: '2026-11-18T18:00:00Z' });
    test.setClock(at('2026-11-18T19:00:00Z'));
    expect(
      (await clocks(7)).map(({ ticketId, policyVersion, status }) => [
        ticketId,
        policyVersion,
        status,
      ]),
    ).toEqual([
      [2, 1, 'Overdue'],
      [1, 0, 'Running'],
    ]);
    await save(1, [{ ...policy(30), isOn: false }], await test.signIn('admin'));
    expect(await clocks(7)).toHaveLength(2);
  });

  it('later working time leaves ended clocks unchanged, and applies to running ones', async () => {
    await addTicket(1, { created: '2026-11-17T17:00:00Z', priority: 'URGENT' });
    await say(1, 'out', '2026-11-17T19:30:00Z');
    await addTicket(2, { created: '2026-11-17T17:00:00Z' });
    const { settings } = (await test.inject({ url: '/api/work/working-time' })).json();
    const holidays = [{ day: '2026-11-17', name: 'Holiday', until: null }];
    const saved = await test.inject({
      method: 'POST',
      url: '/api/work/working-time',
      payload: { version: 0, settings: { ...settings, holidays } },
      headers: { cookie: await test.signIn('admin') },
    });
    expect(saved.statusCode).toBe(200);
    expect(
      (await clocks()).map(({ ticketId, status, usedMinutes }) => [ticketId, status, usedMinutes]),
    ).toEqual([
      [2, 'Running', 60],
      [1, 'Breached', 150],
    ]);
  });
});

it('a clock that is overdue or ends today is in the assignee’s day, with the reason', async () => {
  await addTicket(1, { priority: 'URGENT' });
  await addTicket(9, { created: '2026-11-17T17:00:00Z', closed: '2026-11-17T20:00:00Z' });
  await say(9, 'out', '2026-11-17T18:00:00Z');
  await addTicket(2, { priority: 'URGENT', created: '2026-11-16T17:00:00Z' });
  await addTicket(3, { created: '2026-11-18T17:00:00Z' });
  await addTicket(4, { priority: 'URGENT', owner: 2 });
  await addTicket(5, { priority: 'URGENT', owner: null });
  const day = getDayPlan.response.parse((await test.inject({ url: getDayPlan.path })).json());
  expect(day.rows.map(({ due }) => due)).toEqual(['2026-11-16']);
  expect(
    day.rows.flatMap(({ items }) => items).map(({ kind, urgency, why }) => [kind, urgency, why]),
  ).toEqual([
    ['sla', 'overdue', 'Ticket reply (Calendar is empty)'],
    ['sla', 'today', 'Ticket reply (Calendar is empty): 1 h of working time left'],
  ]);
});

it('is exported as filtered by the URL, and other periods are refused', async () => {
  await addTicket(1);
  await say(1, 'out', '2026-11-18T17:30:00Z');
  const csv = async (filter: string) =>
    (
      await test.inject({
        url: `/api/slas/export?days=28&${formatListQueryString({ filters: [{ column: 'status', kind: 'one-of', values: [filter] }] })}`,
      })
    ).body;
  expect(await csv('Met')).toContain('Calendar is empty');
  expect(await csv('Breached')).not.toContain('Calendar is empty');
  for (const days of ['', '8', '-7', '1e1', '9007199254740993'])
    expect((await test.inject({ url: `${getSlaClocks.path}?days=${days}` })).statusCode).toBe(422);
});

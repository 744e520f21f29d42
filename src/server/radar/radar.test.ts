import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addDays, type Day, listWeekStartsUntil } from '#shared/core/dates.ts';
import {
  getIncidentLocations,
  getIncidents,
  getIncidentTaskPreview,
  type ListedIncident,
  postIncidentTasks,
} from '#shared/radar/radar.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { incidentRadarJob } from './jobs.ts';

// Today is Wednesday, 2026-11-18. Every connection has reported up to Tuesday, except the
// connections that a test makes silent.
const yesterday = '2026-11-17';
const weeks = listWeekStartsUntil('2026-11-15', 6);
/**
 * Last day with a report of the silent connections, seven days before the last day of the other
 * connections. Half of the 20 customers with Curve are in Texas. Eight of these ten customers
 * become silent.
 */
const lastOfSilent = '2026-11-10';
const silentOnes = [3, 9, 15, 21, 27, 33, 39, 45];
let test: TestApp;

beforeEach(async () => {
  test = await buildTestApp();
  const ids = Array.from({ length: 60 }, (_, at) => at + 1);
  const { foreground } = test.database;
  await sql`insert into institution (institution_id, name, created_on, go_live_on, source, updated_at)
    select id, 'Customer ' || id, '2024-03-01', '2024-03-01', 'import', now() from unnest(${ids}::bigint[]) id`.execute(
    foreground,
  );
  await sql`insert into location (institution_id, location_id, name, city, state, latitude, longitude, ehr, opened_on, updated_at)
    select id, id * 10, 'Office ' || id, 'Town', case when id % 2 = 1 then 'TX' else 'CA' end, case when id % 5 > 0 then 30 + id % 7 end, -100 - id % 9,
      case when id % 3 = 0 then 'Curve' else 'Dentrix' end, '2024-03-01', now() from unnest(${ids}::bigint[]) id`.execute(
    foreground,
  );
  await report(ids, yesterday);
});
afterEach(() => test.close());

/**
 * Inserts weekly reports of the customers' connections up to `lastDay`, which is the day of the
 * last report.
 */
async function report(ids: readonly number[], lastDay: Day, from: Day = weeks[0] ?? '') {
  for (const week of weeks.filter((each) => each >= from && each <= lastDay))
    await sql`insert into feed_week (institution_id, location_id, week_start, last_report_on)
      select id, id * 10, ${week}::date, least(${week}::date + 6, ${lastDay}::date) from unnest(${ids}::bigint[]) id
      on conflict (institution_id, location_id, week_start) do update set last_report_on = excluded.last_report_on`.execute(
      test.database.foreground,
    );
}

/** Deletes the reports of the customers' connections after `lastDay`. */
async function silence(ids: readonly number[], lastDay: Day = lastOfSilent) {
  const { foreground } = test.database;
  await sql`delete from feed_week where institution_id = any(${ids}::bigint[]) and week_start > ${lastDay}::date`.execute(
    foreground,
  );
  await report(ids, lastDay);
}

async function look(at?: string): Promise<Record<string, unknown>> {
  if (at !== undefined) test.setClock(new Date(at));
  const businessDate = test.dependencies.clock().toISOString().slice(0, 10);
  const context = {
    businessDate,
    signal: new AbortController().signal,
    progress: async () => undefined,
  };
  return incidentRadarJob.run(test.dependencies, context);
}

const list = async () =>
  getIncidents.response.parse((await test.inject({ url: getIncidents.path })).json());
async function only(): Promise<ListedIncident> {
  const { rows } = await list();
  const [row, ...others] = rows;
  if (row === undefined || others.length > 0) throw new Error(`${rows.length} incidents`);
  return row;
}
const locations = async (incident?: string) => {
  const url =
    incident === undefined
      ? getIncidentLocations.path
      : `${getIncidentLocations.path}?incident=${incident}`;
  return getIncidentLocations.response.parse((await test.inject({ url })).json()).rows;
};
const verdict = (incidentId: string, payload: object) =>
  test.inject({ method: 'POST', url: `/api/radar/incidents/${incidentId}/verdict`, payload });
const audit = () =>
  test.database.foreground
    .selectFrom('audit_log')
    .select(['action', 'object_id', 'detail'])
    .execute();

describe('the radar', () => {
  it('finds an EHR that fell silent in one state, with the evidence', async () => {
    await silence(silentOnes);
    expect(await look()).toEqual({
      asOf: yesterday,
      watched: 60,
      silent: 8,
      opened: 1,
      goesOn: 0,
      over: 0,
    });
    const incident = await only();
    expect(incident).toMatchObject({
      name: 'Curve in TX',
      kind: 'system_state',
      stage: 'Open',
      watched: 10,
      silent: 8,
      expected: 0,
      customers: 8,
      locations: 8,
      bounds: { south: 30, north: 36, west: -106, east: -100 },
      chance: 0.001,
      silentSince: '2026-11-12',
      overAt: null,
      tasks: 0,
    });
    expect((await list()).look).toMatchObject({
      asOf: yesterday,
      watchedLocations: 60,
      silentLocations: 8,
      unwatchedLocations: 0,
    });
    expect(
      (await locations(incident.incidentId))
        .map((row) => row.institutionId)
        .toSorted((a, b) => a - b),
    ).toEqual(silentOnes);
    expect((await locations())[0]).toMatchObject({
      incidentName: 'Curve in TX',
      ehr: 'Curve',
      state: 'TX',
      backOn: null,
      hasTask: false,
    });
    const timeline = getTimeline.response.parse(
      (await test.inject({ url: '/api/institution/3/timeline?kinds=milestone' })).json(),
    );
    expect(timeline.rows[0]).toMatchObject({
      event: 'silent',
      headline: 'Connection silent at 1 location',
      body: 'Part of an incident: Curve, TX',
    });
  });

  it('finds nothing when the silent feeds are scattered, closed, lost, long silent, never active or new', async () => {
    const { foreground } = test.database;
    await silence([1, 14]);
    // These connections belong to Curve in Texas too, but their silence has other reasons.
    await sql`update location set closed_on = '2026-11-11' where institution_id in (3, 9)`.execute(
      foreground,
    );
    await sql`update institution set churned_on = '2026-11-11' where institution_id = 15`.execute(
      foreground,
    );
    await silence([3, 9, 15]);
    await silence([21], '2026-11-02');
    await sql`delete from feed_week where institution_id in (27, 33)`.execute(foreground);
    await sql`delete from feed_week where institution_id = 39 and week_start < '2026-11-08'`.execute(
      foreground,
    );
    await silence([45], '2026-11-16');
    expect(await look()).toMatchObject({ watched: 60 - 3 - 1 - 2 - 1, silent: 2, opened: 0 });
    expect((await list()).look).toMatchObject({ unwatchedLocations: 4 });
  });

  it('keeps an ongoing incident as one row, which grows and ends when its feeds report', async () => {
    await silence(silentOnes.slice(0, 6));
    await look();
    const first = await only();
    await look('2026-11-18T20:45:00Z');
    expect(await only()).toMatchObject({
      incidentId: first.incidentId,
      stage: 'Open',
      silent: 6,
      lastSeenAt: '2026-11-18T20:45:00.000Z',
    });
    await silence(silentOnes);
    await look('2026-11-18T22:00:00Z');
    expect(await only()).toMatchObject({
      incidentId: first.incidentId,
      stage: 'Growing',
      silent: 8,
      mostSilent: 8,
      firstSeenAt: first.firstSeenAt,
    });

    await report(silentOnes.slice(0, 3), yesterday);
    await look('2026-11-19T01:00:00Z');
    expect(await only()).toMatchObject({
      incidentId: first.incidentId,
      overAt: null,
      customers: 5,
      customersEver: 8,
    });
    await report(silentOnes, yesterday);
    expect(await look('2026-11-19T08:45:00Z')).toMatchObject({ over: 1 });
    expect(await only()).toMatchObject({
      incidentId: first.incidentId,
      stage: 'Over',
      customers: 0,
      customersEver: 8,
      locationsEver: 8,
    });
    expect((await locations(first.incidentId))[0]).toMatchObject({ backOn: '2026-11-14' });
    expect(await locations()).toEqual([]);
    const timeline = getTimeline.response.parse(
      (await test.inject({ url: '/api/institution/3/timeline?kinds=milestone' })).json(),
    );
    expect(timeline.rows.map(({ event }) => event).slice(0, 2)).toEqual(['heard', 'silent']);
  });

  it('considers a feed’s usual gap: a feed that sends a week at a time is not silent', async () => {
    await silence(silentOnes, '2026-11-13');
    for (const id of silentOnes)
      for (const day of ['2026-10-23', '2026-10-30', '2026-11-06', '2026-11-13'])
        await test.database.foreground
          .insertInto('usage_daily')
          .values({ institution_id: id, location_id: id * 10, product: 'forms', day, value: 1 })
          .execute();
    expect(await look()).toMatchObject({ silent: 0 });
    // Adds a report on every day of the weeks before. The usual gap is then short, so the same
    // pause counts as silence.
    for (const id of silentOnes)
      for (let day = '2026-10-19'; day < '2026-11-13'; day = addDays(day, 1))
        await sql`insert into usage_daily values (${id}, ${id * 10}, 'messaging', ${day}::date, 1)`.execute(
          test.database.foreground,
        );
    expect(await look()).toMatchObject({ silent: 8, opened: 1 });
  });

  it('reports when more than half of all feeds are silent, when none reports, and when none ever did', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => at + 1);
    await silence(ids.slice(0, 40));
    await look();
    const all = await only();
    expect(all).toMatchObject({
      name: 'All feeds',
      silent: 40,
      watched: 60,
      chance: null,
      locations: 0,
    });
    await silence(ids);
    // The last report of any connection is a week old, so no connection is late compared with the
    // others.
    await look('2026-11-18T19:00:00Z');
    expect(await only()).toMatchObject({
      incidentId: all.incidentId,
      silent: 60,
      watched: 60,
      overAt: null,
    });
    await report(ids, yesterday);
    await look('2026-11-18T20:00:00Z');
    expect(await only()).toMatchObject({ incidentId: all.incidentId, stage: 'Over' });
    await sql`truncate feed_week`.execute(test.database.foreground);
    expect(await look()).toEqual({ missing: 'No connection has ever reported.' });
  });

  it('opens one incident for two concurrent scans', async () => {
    await silence(silentOnes);
    await Promise.all([look(), look()]);
    expect((await list()).rows).toHaveLength(1);
  });

  it('stops on request', async () => {
    const stop = new AbortController();
    const running = incidentRadarJob.run(test.dependencies, {
      businessDate: '2026-11-18',
      signal: stop.signal,
      progress: async () => undefined,
    });
    stop.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    expect((await list()).look).toBe(null);
  });
});

describe('an incident', () => {
  let incident: ListedIncident;
  beforeEach(async () => {
    await silence(silentOnes);
    await look();
    incident = await only();
  });

  it('can be dismissed with a reason, and reopens only when it grows markedly', async () => {
    const dismissed = {
      verdict: 'dismissed',
      version: incident.version,
      reason: '  Planned migration ',
    };
    expect((await verdict(incident.incidentId, { ...dismissed, reason: ' ' })).statusCode).toBe(
      422,
    );
    expect((await verdict(incident.incidentId, { ...dismissed, version: 7 })).statusCode).toBe(409);
    expect((await verdict(randomUUID(), dismissed)).statusCode).toBe(404);
    expect((await verdict('x', dismissed)).statusCode).toBe(422);
    expect((await verdict(incident.incidentId, dismissed)).json()).toEqual({ version: 1 });
    expect((await verdict(incident.incidentId, dismissed)).json()).toEqual({ version: 1 });
    expect(await only()).toMatchObject({
      stage: 'Dismissed',
      dismissedReason: 'Planned migration',
      dismissedBy: 'Morgan Member',
    });
    expect(await locations()).toEqual([]);
    expect(await audit()).toEqual([
      {
        action: 'incident.dismiss',
        object_id: incident.incidentId,
        detail: { reason: 'Planned migration', silent: 8 },
      },
    ]);

    await silence([...silentOnes, 51, 57]);
    await look('2026-11-18T19:00:00Z');
    expect(await only()).toMatchObject({ stage: 'Dismissed', silent: 10 });
    await silence([6, 12, 18, 24, 30]);
    await look('2026-11-18T20:00:00Z');
    expect(await only()).toMatchObject({
      incidentId: incident.incidentId,
      stage: 'Growing',
      name: 'Curve',
      dismissedReason: null,
      version: 2,
    });
  });

  it('can be reopened, and cannot be dismissed after it has ended', async () => {
    await verdict(incident.incidentId, { verdict: 'dismissed', version: 0, reason: 'Known' });
    expect((await verdict(incident.incidentId, { verdict: 'open', version: 0 })).statusCode).toBe(
      409,
    );
    expect((await verdict(incident.incidentId, { verdict: 'open', version: 1 })).json()).toEqual({
      version: 2,
    });
    expect((await audit()).map(({ action }) => action)).toEqual([
      'incident.dismiss',
      'incident.reopen',
    ]);
    await report(silentOnes, yesterday);
    await look();
    const late = await verdict(incident.incidentId, {
      verdict: 'dismissed',
      version: 2,
      reason: 'Too late',
    });
    expect([late.statusCode, late.body]).toEqual([422, 'This incident is over.']);
  });

  it('is exported as CSV with its locations, safe to open in a spreadsheet', async () => {
    await sql`update location set name = '=cmd()' where location_id = 30`.execute(
      test.database.foreground,
    );
    const incidents = await test.inject({ url: '/api/radar/incidents/export' });
    expect(incidents.body).toContain('Curve in TX,Open,8,8,8,10,0,0.1');
    const csv = await test.inject({
      url: `/api/radar/locations/export?incident=${incident.incidentId}`,
    });
    expect(csv.body).toContain("'=cmd()");
    expect(csv.body.trim().split('\r\n')).toHaveLength(9);
    expect(
      (await test.inject({ url: `/api/radar/locations/export?incident=${randomUUID()}` }))
        .statusCode,
    ).toBe(404);
    expect((await test.inject({ url: `${getIncidentLocations.path}?incident=x` })).statusCode).toBe(
      422,
    );
  });
});

describe('tasks for the owners', () => {
  let incidentId: string;
  let cookie: string;
  let owner: string;
  beforeEach(async () => {
    const { foreground } = test.database;
    cookie = await test.signIn('member');
    owner = (await foreground.selectFrom('app_user').select('user_id').executeTakeFirstOrThrow())
      .user_id;
    await sql`update app_user set name = 'Olga Owner'`.execute(foreground);
    await sql`insert into crm_owner values (1, 'Olga Owner', 'm@example.com'), (2, 'Gone Owner', 'g@example.com')`.execute(
      foreground,
    );
    await sql`insert into crm_deal (institution_id, deal_id, name, pipeline, stage, owner_id, amount_cents, closes_on, closed, updated_at)
      select i, i, 'Renewal', 'Renewals', 'Open', case when i < 30 then 1 else 2 end, 1000000, '2027-11-18', false, now()
      from unnest(array[3, 9, 15, 21, 27, 33, 39]) i`.execute(foreground);
    await silence(silentOnes);
    await look();
    incidentId = (await only()).incidentId;
  });

  const preview = async () =>
    getIncidentTaskPreview.response.parse(
      (
        await test.app.inject({
          url: `/api/radar/incidents/${incidentId}/tasks`,
          headers: { cookie },
        })
      ).json(),
    );
  const headers = () => ({
    cookie,
    origin: 'http://localhost:3000',
    'sec-fetch-site': 'same-origin',
  });
  const make = (workId: string, as = headers()) =>
    test.app.inject({
      method: 'POST',
      url: `/api/radar/incidents/${incidentId}/tasks`,
      payload: { workId },
      headers: as,
    });
  const made = async (workId: string) =>
    postIncidentTasks.response.parse((await make(workId)).json()).institutionIds;
  const undo = (workId: string, institutionIds: readonly number[]) =>
    test.app.inject({
      method: 'POST',
      url: `/api/work/${workId}/undo`,
      payload: { institutionIds },
      headers: headers(),
    });
  const tasks = () =>
    test.database.foreground
      .selectFrom('task')
      .select(['institution_id', 'assignee_id', 'status', 'title', 'due_on'])
      .execute();

  it('are previewed with the number per owner', async () => {
    expect(await preview()).toEqual({
      title: 'Check silent connection: Curve in TX',
      dueOn: '2026-11-19',
      owners: [
        { person: { id: owner, name: 'Olga Owner' }, ownerName: 'Olga Owner', customers: 5 },
        { person: null, ownerName: 'Gone Owner', customers: 2 },
        { person: null, ownerName: null, customers: 1 },
      ],
      customers: 8,
      alreadyHave: 0,
      left: 0,
    });
  });

  it('are created once per request and customer, and recorded in the audit log', async () => {
    const workId = randomUUID();
    const answers = await Promise.all([make(workId), make(workId), make(randomUUID())]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const rows = await tasks();
    expect(rows).toHaveLength(8);
    expect(rows.filter(({ assignee_id }) => assignee_id === owner)).toHaveLength(5);
    expect(rows[0]).toMatchObject({
      title: 'Check silent connection: Curve in TX',
      due_on: '2026-11-19',
      status: 'open',
    });
    expect(await preview()).toMatchObject({ customers: 0, alreadyHave: 8 });
    expect(await only()).toMatchObject({ tasks: 8 });
    expect((await audit()).map(({ action, detail }) => [action, detail.customers])).toEqual([
      ['incident.tasks', 8],
    ]);
  });

  it('can be created for customers that fall silent later, undone, and created again', async () => {
    const first = randomUUID();
    expect(await made(first)).toEqual(silentOnes);
    await silence([51]);
    await look();
    expect(await made(randomUUID())).toEqual([51]);
    expect((await undo(first, silentOnes)).json()).toMatchObject({
      undone: expect.arrayContaining(silentOnes),
      kept: [],
    });
    expect(await only()).toMatchObject({ tasks: 1 });
    expect(await made(randomUUID())).toEqual(silentOnes);
    expect((await locations(incidentId)).every(({ hasTask }) => hasTask)).toBe(true);
  });

  it('are refused under another user’s id, and for dismissed or unknown incidents', async () => {
    const workId = randomUUID();
    await made(workId);
    const other = await test.signIn('admin');
    expect((await make(workId, { ...headers(), cookie: other })).statusCode).toBe(409);
    await verdict(incidentId, { verdict: 'dismissed', version: 0, reason: 'Known' });
    expect((await make(randomUUID())).statusCode).toBe(422);
    incidentId = randomUUID();
    expect((await make(randomUUID())).statusCode).toBe(404);
    expect((await make('x')).statusCode).toBe(422);
  });
});

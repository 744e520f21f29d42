import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { maxNoteLength, type Note, noteSchema } from '#shared/work/notes.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';

let test: TestApp;
let admin: string;

beforeAll(async () => {
  test = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
  for (const institution_id of [1, 2, 3, 4])
    await insertInstitution(test.database, { institution_id });
  admin = await test.signIn('admin');
});
afterAll(() => test.close());

const later = () => test.setClock(new Date(test.dependencies.clock().getTime() + 1000));
const headers = (cookie?: string) => (cookie === undefined ? {} : { headers: { cookie } });
const send = (body: unknown, institution: number | string = 1, noteId: string = randomUUID()) =>
  test.inject({
    method: 'POST',
    url: `/api/institution/${institution}/notes`,
    payload: { noteId, body },
  });
const add = async (body: string, institution = 1): Promise<Note> => {
  later();
  return noteSchema.parse((await send(body, institution)).json());
};
const address = (note: Note) => `/api/institution/${note.institutionId}/notes/${note.noteId}`;
const edit = (note: Note, payload: object, cookie?: string) =>
  test.inject({ method: 'PATCH', url: address(note), payload, ...headers(cookie) });
const remove = (note: Note, version: number, cookie?: string) =>
  test.inject({ method: 'DELETE', url: address(note), payload: { version }, ...headers(cookie) });
const ask = (institution: number | string, query: Record<string, string> = {}) =>
  test.inject({ method: 'GET', url: `/api/institution/${institution}/timeline`, query });
const timeline = async (institution: number, query: Record<string, string> = {}) =>
  getTimeline.response.parse((await ask(institution, query)).json());

describe('a note', () => {
  it('keeps its text unchanged, including markup', async () => {
    const body = '<script>alert(1)</script> & "quotes" \\ \n\n🦷 ünïcode';
    const note = await add(body);
    expect(note).toMatchObject({
      body,
      version: 1,
      editedAt: null,
      author: { name: 'Morgan Member' },
    });
    const [entry] = (await timeline(1, { kinds: 'note' })).rows;
    expect(entry).toMatchObject({
      kind: 'note',
      event: 'added',
      headline: 'Note',
      body,
      subjectId: note.noteId,
      version: 1,
    });
  });

  it('is created once by concurrent requests, and its id is refused for another text', async () => {
    const noteId = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send('Once', 2, noteId)));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    expect((await timeline(2, { kinds: 'note' })).rows).toHaveLength(1);
    expect((await send('Another', 2, noteId)).statusCode).toBe(409);
  });

  it('may have 20,000 characters', async () => {
    expect((await send('é'.repeat(maxNoteLength))).statusCode).toBe(200);
    const tooLong = await send('x'.repeat(maxNoteLength + 1));
    expect([tooLong.statusCode, tooLong.body]).toEqual([
      422,
      'body: must have at most 20,000 characters',
    ]);
    expect((await send('x'.repeat(100_000))).statusCode).toBe(422);
  });

  it.each([[''], ['  \n\t '], ['a\0b'], [null], [7], [{}], [undefined]])(
    'refuses %j',
    async (body) => {
      expect((await send(body)).statusCode).toBe(422);
    },
  );

  it('needs an institution that is there', async () => {
    expect((await send('Hello', 999)).statusCode).toBe(404);
    expect((await send('Hello', 'x')).statusCode).toBe(422);
    expect((await ask(999)).statusCode).toBe(404);
    expect(
      (await test.inject({ method: 'GET', url: `/api/institution/1/notes/${randomUUID()}` }))
        .statusCode,
    ).toBe(404);
  });

  it('can be changed and deleted only by its author, not even by an admin', async () => {
    const note = await add('Mine');
    expect((await edit(note, { version: 1, body: 'Yours' }, admin)).statusCode).toBe(403);
    expect((await remove(note, 1, admin)).statusCode).toBe(403);
    const changed = noteSchema.parse(
      (await edit(note, { version: 1, body: 'Mine, better' })).json(),
    );
    expect(changed).toMatchObject({
      body: 'Mine, better',
      version: 2,
      editedAt: test.dependencies.clock().toISOString(),
    });
  });

  it('that changed in between returns 409, and the first change is kept', async () => {
    const note = await add('First');
    const answers = await Promise.all(
      ['One', 'Two'].map((body) => edit(note, { version: 1, body })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
    const kept = answers.find((answer) => answer.statusCode === 200)?.json().body;
    expect((await test.inject({ method: 'GET', url: address(note) })).json()).toMatchObject({
      body: kept,
      version: 2,
    });
    expect((await remove(note, 1)).statusCode).toBe(409);
  });

  it('is replaced on the timeline by the entry “Deleted a note”, and its deletion is in the audit log', async () => {
    const note = await add('A secret word: xylophone', 3);
    later();
    expect((await remove(note, 1)).statusCode).toBe(200);
    expect((await remove(note, 1)).statusCode).toBe(404);
    const { rows: entries } = await timeline(3, { kinds: 'note' });
    expect(entries.map(({ headline, body, actor }) => [headline, body, actor?.name])).toEqual([
      ['Deleted a note', null, 'Morgan Member'],
    ]);
    expect((await timeline(3, { search: 'xylophone' })).rows).toEqual([]);
    const audit = await test.database.foreground
      .selectFrom('audit_log')
      .select(['action', 'object_id', 'actor'])
      .execute();
    expect(audit).toEqual([
      { action: 'note.delete', object_id: `3/${note.noteId}`, actor: note.author.id },
    ]);
  });
});

describe('the timeline', () => {
  beforeAll(async () => {
    const { foreground } = test.database;
    test.setClock(new Date('2026-11-18T18:00:00Z'));
    await add('Talked to Anna about online bookings; she is traveling.', 4);
    await add('The front desk wants a report of invoices.', 4);
    const ticket = {
      body: 'Patients are calling in.',
      pipeline_id: 'Support',
      stage_id: 'Closed',
      priority: 'HIGH',
      owner_id: null,
      product: null,
    } as const;
    await foreground
      .insertInto('crm_ticket')
      .values({
        ...ticket,
        institution_id: 4,
        ticket_id: 9,
        subject: 'Reminders stopped',
        created_at: new Date('2026-11-10T12:00:00Z'),
        updated_at: new Date('2026-11-12T12:00:00Z'),
        closed_at: new Date('2026-11-12T12:00:00Z'),
      })
      .execute();
    await foreground
      .insertInto('crm_owner')
      .values(
        ['Ana Pérez', 'Bo Lund'].map((name, index) => ({
          owner_id: index + 1,
          name,
          email: `${index}@chairside.example`,
        })),
      )
      .execute();
    const deal = {
      name: 'Renewal 2027',
      pipeline: 'Renewals',
      stage: 'Open',
      amount_cents: null,
      closes_on: null,
      closed: false,
    } as const;
    await foreground
      .insertInto('crm_deal')
      .values({
        ...deal,
        institution_id: 4,
        deal_id: 1,
        owner_id: 1,
        updated_at: new Date('2026-10-01T00:00:00Z'),
      })
      .execute();
    await foreground
      .updateTable('crm_deal')
      .set({ owner_id: 2, updated_at: new Date('2026-11-01T09:00:00Z') })
      .where('deal_id', '=', 1)
      .execute();
    const weeks: Omit<Parameters<typeof createScoreWeekRow>[0], 'institution_id'>[] = [
      { week_start: '2026-10-18', adoption_score: 80, health_tier: 'Healthy' },
      {
        week_start: '2026-10-25',
        adoption_score: 68,
        previous_score: 80,
        health_tier: 'Medium',
        previous_health_tier: 'Healthy',
        score_change: -12,
      },
      {
        week_start: '2026-11-01',
        adoption_score: 66,
        previous_score: 68,
        health_tier: 'Medium',
        previous_health_tier: 'Medium',
        score_change: -2,
      },
      {
        week_start: '2026-11-08',
        adoption_score: 45,
        previous_score: 66,
        health_tier: 'Critical',
        previous_health_tier: 'Medium',
        score_change: -21,
        at_risk: true,
        weeks_at_risk: 1,
        change_by_usage: -20,
        change_by_peers: -1,
        change_by_entitlements: 0,
        change_by_locations: 0,
      },
    ];
    await insertOfficialWeeks(
      foreground,
      weeks.map((week) => week.week_start),
    );
    await foreground
      .insertInto('score_version')
      .values(weeks.map((week) => createScoreWeekRow({ institution_id: 4, ...week })))
      .execute();
  });

  it('is one stream of events by users, scores, tickets and owners, newest first', async () => {
    const { rows: entries, next } = await timeline(4);
    expect(
      entries.map(({ at, kind, headline }) => `${at.slice(0, 16)} ${kind}: ${headline}`),
    ).toEqual([
      '2026-11-18T18:00 note: Note',
      '2026-11-18T18:00 note: Note',
      '2026-11-15T10:00 score: Fell from Medium to Critical, at risk from this week',
      '2026-11-12T12:00 ticket: Ticket closed: Reminders stopped',
      '2026-11-10T12:00 ticket: Ticket opened: Reminders stopped',
      '2026-11-01T10:00 score: Fell from Healthy to Medium',
      '2026-11-01T09:00 owner: Owner of Renewal 2027 changed from Ana Pérez to Bo Lund',
      '2024-03-01T17:00 milestone: Went live',
    ]);
    expect(entries[2]?.body).toBe('45%, down 21.0 points: own usage −20.0, peers −1.0.');
    expect(next).toBeNull();
  });

  it('pages without losing or repeating entries, also with equal times', async () => {
    await insertInstitution(test.database, { institution_id: 5 });
    await Promise.all(Array.from({ length: 7 }, (_, index) => send(`Note ${index}`, 5)));
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof timeline>> = await timeline(5, {
        limit: '3',
        kinds: 'note',
        ...(after === null ? {} : { after }),
      });
      seen.push(...page.rows.map(({ body }) => body ?? ''));
      after = page.next;
    } while (after !== null);
    expect(seen.sort()).toEqual(Array.from({ length: 7 }, (_, index) => `Note ${index}`));
  });

  it.each([
    ['booking', ['Note']],
    ['travel -invoice', ['Note']],
    ['"front desk"', ['Note']],
    ['anna or invoices', ['Note', 'Note']],
    ['nna abo', ['Note']],
    ['morgan', ['Note', 'Note']],
    ['critical', ['Fell from Medium to Critical, at risk from this week']],
    ['reminders', ['Ticket closed: Reminders stopped', 'Ticket opened: Reminders stopped']],
    ['bo lund', ['Owner of Renewal 2027 changed from Ana Pérez to Bo Lund']],
    ['ana PEREZ', ['Owner of Renewal 2027 changed from Ana Pérez to Bo Lund']],
    ['   ', undefined],
  ])('finds %j', async (search, expected) => {
    const headlines = (await timeline(4, { search })).rows.map(({ headline }) => headline);
    if (expected === undefined) expect(headlines).toHaveLength(8);
    else expect(headlines).toEqual(expected);
  });

  it.each([
    '\'":*&|!(',
    '((((',
    '!!!',
    "'; drop table note; --",
    '\\',
    '%',
    '<->',
    'the',
    '🦷'.repeat(90),
    '\u202e',
  ])('takes the search %j as words', async (search) => {
    const answer = await ask(4, { search });
    expect(answer.statusCode, answer.body).toBe(200);
  });

  it.each([
    { search: 'x'.repeat(201) },
    { search: 'a\0b' },
    { kinds: 'note,gossip' },
    { kinds: '' },
    { limit: '0' },
    { limit: '101' },
    { after: '!' },
  ])('refuses %j', async (query) => {
    expect((await ask(4, query)).statusCode).toBe(422);
  });

  it('returns only the requested kinds', async () => {
    expect((await timeline(4, { kinds: 'owner,milestone' })).rows.map(({ kind }) => kind)).toEqual([
      'owner',
      'milestone',
    ]);
  });

  it('shows a notice, and the departure only from its effective date on', async () => {
    await insertInstitution(test.database, { institution_id: 6 });
    await test.database.foreground
      .insertInto('churn_event')
      .values({
        institution_id: 6,
        noticed_on: '2026-11-10',
        effective_on: '2026-12-10',
        reason: 'Sold',
      })
      .execute();
    const told = async () => (await timeline(6)).rows.map(({ headline, body }) => [headline, body]);
    expect(await told()).toEqual([
      ['Gave notice effective Dec 10, 2026', 'Sold'],
      ['Went live', null],
    ]);
  });
});

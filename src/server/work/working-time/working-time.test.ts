import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  absenceSchema,
  getAbsences,
  getPersonHours,
  getWorkingTime,
} from '#shared/work/working-time.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { findPersonalWorkingWeeks } from './working-time-queries.ts';

let test: TestApp;
let admin: string;
let member: string;
let people: string[];

beforeAll(async () => {
  test = await buildTestApp({ now: new Date('2026-11-18T18:00:00Z') });
  admin = await test.signIn('admin');
  member = await test.signIn('member');
  await test.signIn('member');
  const rows = await test.database.foreground
    .selectFrom('app_user')
    .select('user_id')
    .orderBy('created_at')
    .execute();
  people = rows.map((row) => row.user_id);
});
afterAll(() => test.close());

const send = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, cookie = member) =>
  test.app.inject({
    method,
    url,
    ...(payload && { payload }),
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
const inForce = async () =>
  getWorkingTime.response.parse((await send('GET', '/api/work/working-time')).json());
const absences = async () =>
  getAbsences.response.parse((await send('GET', '/api/work/absences')).json()).rows;
const audits = async (action: string) =>
  test.database.foreground
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', action)
    .execute();
const absence = (facts: object) => ({
  absenceId: randomUUID(),
  userId: people[0],
  coverId: null,
  from: '2026-11-23',
  until: '2026-11-27',
  ...facts,
});

describe('the settings', () => {
  it('are saved only by admins, in versions, once, with an audit row', async () => {
    const { version, settings } = await inForce();
    expect(version).toBe(0);
    const body = { version, settings: { ...settings, minutes: { ...settings.minutes, task: 35 } } };
    expect((await send('POST', '/api/work/working-time', body)).statusCode).toBe(403);
    expect((await send('POST', '/api/work/working-time', body, admin)).statusCode).toBe(200);
    expect((await send('POST', '/api/work/working-time', body, admin)).statusCode).toBe(409);
    expect(await inForce()).toMatchObject({
      version: 1,
      settings: { minutes: { task: 35 } },
      madeBy: { name: 'Avery Admin' },
    });
    expect(await audits('working_time.save')).toHaveLength(1);
  });

  it('a person’s own hours require an admin and an existing person', async () => {
    const week = Array.from({ length: 7 }, () => null);
    expect(
      (await send('POST', `/api/work/working-time/people/${people[0]}`, { version: 0, week }))
        .statusCode,
    ).toBe(403);
    expect(
      (
        await send(
          'POST',
          `/api/work/working-time/people/${people[0]}`,
          { version: 0, week },
          admin,
        )
      ).statusCode,
    ).toBe(200);
    expect(
      (
        await send(
          'POST',
          `/api/work/working-time/people/${people[0]}`,
          { version: 1, week: null },
          admin,
        )
      ).statusCode,
    ).toBe(200);
    expect(
      (
        await send(
          'POST',
          `/api/work/working-time/people/${randomUUID()}`,
          { version: 0, week },
          admin,
        )
      ).statusCode,
    ).toBe(422);
    expect(await findPersonalWorkingWeeks(test.database.foreground)).toEqual(new Map());
  });

  it('of two concurrent saves of a person’s hours, one is kept and the other admin is informed', async () => {
    const url = `/api/work/working-time/people/${people[1]}`;
    const before = (await audits('person_hours.save')).length;
    const other = await test.signIn('admin');
    const off = Array.from({ length: 7 }, () => null);
    const half = off.map(() => ({ from: 540, until: 720 }));
    const read = async () =>
      getPersonHours.response.parse((await send('GET', url, undefined, admin)).json());
    expect(await read()).toEqual({ userId: people[1], version: 0, week: null });
    for (const version of [0, 1]) {
      const answers = await Promise.all([
        send('POST', url, { version, week: off }, admin),
        send('POST', url, { version, week: half }, other),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      const [first] = answers;
      expect(await read()).toEqual({
        userId: people[1],
        version: version + 1,
        week: first?.statusCode === 200 ? off : half,
      });
    }
    // A change that is sent twice is saved once. A change of an outdated version is refused.
    for (let twice = 0; twice < 2; twice += 1)
      expect((await send('POST', url, { version: 2, week: null }, admin)).json()).toEqual({
        userId: people[1],
        version: 3,
        week: null,
      });
    expect((await send('POST', url, { version: 0, week: half }, other)).statusCode).toBe(409);
    expect(await audits('person_hours.save')).toHaveLength(before + 3);
  });
});

describe('absences', () => {
  it('a repeated absence is saved once, and an overlapping one is refused', async () => {
    const first = absence({ coverId: people[1] });
    const answers = await Promise.all([1, 2].map(() => send('POST', '/api/work/absences', first)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(
      (
        await send(
          'POST',
          '/api/work/absences',
          absence({ from: '2026-11-27', until: '2026-11-30' }),
        )
      ).statusCode,
    ).toBe(409);
    expect(await absences()).toHaveLength(1);
    expect(await audits('absence.enter')).toHaveLength(1);
  });

  it('of two overlapping absences at once, one is saved', async () => {
    const answers = await Promise.all(
      ['2027-01-04', '2027-01-05'].map((from) =>
        send('POST', '/api/work/absences', absence({ from, until: '2027-01-08' })),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it('an absent cover is reported', async () => {
    const covering = absence({ userId: people[1], from: '2026-11-26', until: '2026-11-26' });
    expect(
      absenceSchema.parse((await send('POST', '/api/work/absences', covering)).json()).coverIsAway,
    ).toBe(false);
    expect(
      (await absences()).filter(({ coverIsAway }) => coverIsAway).map(({ person }) => person.id),
    ).toEqual([people[0]]);
    expect((await send('DELETE', `/api/work/absences/${covering.absenceId}`, {})).statusCode).toBe(
      200,
    );
    expect((await send('DELETE', `/api/work/absences/${covering.absenceId}`, {})).statusCode).toBe(
      200,
    );
    expect((await absences()).some(({ coverIsAway }) => coverIsAway)).toBe(false);
    expect(await audits('absence.take_back')).toHaveLength(1);
  });

  it.each([
    ['ends before it begins', { until: '2026-11-20' }],
    ['is over', { from: '2026-11-02', until: '2026-11-03' }],
    [
      'is covered by oneself',
      {
        get coverId() {
          return people[0];
        },
      },
    ],
    ['is no one’s', { userId: randomUUID() }],
    ['is covered by a person who does not exist', { coverId: randomUUID() }],
  ])('one that %s is refused', async (_, facts) => {
    expect(
      (
        await send(
          'POST',
          '/api/work/absences',
          absence({ from: '2027-03-01', until: '2027-03-02', ...facts }),
        )
      ).statusCode,
    ).toBe(422);
  });

  it('a disabled user cannot cover', async () => {
    await test.database.foreground
      .updateTable('app_user')
      .set({ status: 'disabled' })
      .where('user_id', '=', people[1] ?? '')
      .execute();
    expect((await absences()).find(({ person }) => person.id === people[0])?.coverIsAway).toBe(
      true,
    );
    const facts = { coverId: people[1], from: '2027-05-03', until: '2027-05-03' };
    expect((await send('POST', '/api/work/absences', absence(facts))).statusCode).toBe(422);
  });
});

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scanForIncidents } from '#server/radar/radar.ts';
import { getDataQuality, type IssueKind } from '#shared/data-quality/issues.ts';
import { getInstitutionLocations } from '#shared/institutions/institutions.ts';
import { getIncidents } from '#shared/radar/radar.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { importText } from '#test/imports.ts';
import { dataQualityJob } from './jobs.ts';

let test: TestApp;
let admin: string;
beforeEach(async () => {
  test = await buildTestApp();
  admin = await test.signIn('admin');
});
afterEach(() => test.close());

const post = (url: string, payload: object, cookie = admin) =>
  test.inject({ method: 'POST', url, payload, headers: { cookie } });
const quality = async () =>
  getDataQuality.response.parse(
    (await test.inject({ url: '/api/data-quality', headers: { cookie: admin } })).json(),
  );
const issuesOf = async (kind: IssueKind) =>
  (await quality()).rows.filter((row) => row.kind === kind);
const actions = async () =>
  (
    await test.database.foreground
      .selectFrom('audit_log')
      .select('action')
      .orderBy('position')
      .execute()
  ).map(({ action }) => action);
const look = () =>
  dataQualityJob.run(test.dependencies, {
    businessDate: '2026-11-18',
    progress: async () => undefined,
    signal: new AbortController().signal,
  });

describe('places', () => {
  beforeEach(() =>
    insertInstitution(test.database, { institution_id: 1, name: 'Elm' }, [
      {
        location_id: 10,
        latitude: null,
        longitude: null,
        zip: null,
        city: 'greenwich ',
        state: 'ct',
      },
      { location_id: 11, latitude: null, longitude: null, zip: '00000', city: 'Nowhere' },
      { location_id: 12, latitude: null, longitude: null },
      { location_id: 13 },
      { location_id: 14, latitude: null, longitude: null, zip: null, closed_on: '2026-01-01' },
    ]),
  );

  it('without coordinates are listed; a known ZIP code places them, and a known city suggests one', async () => {
    const { rows } = await quality();
    expect(
      rows
        .filter(({ locationId }) => locationId !== null)
        .map(({ kind, locationId, suggestedZip }) => [kind, locationId, suggestedZip]),
    ).toEqual([
      ['unplotted', 10, expect.stringMatching(/^068\d\d$/)],
      ['unplotted', 11, null],
      ['approximate', 12, null],
    ]);
  });

  it('are placed by an administrator, marked as approximate, and restored by an undo', async () => {
    const body = {
      fixId: randomUUID(),
      places: [{ institutionId: 1, locationId: 10, zip: '06830' }],
    };
    expect((await post('/api/data-quality/places', body)).json()).toMatchObject({
      kind: 'place',
      undoneAt: null,
    });
    expect((await post('/api/data-quality/places', body)).statusCode).toBe(200);
    expect(
      (
        await post('/api/data-quality/places', {
          ...body,
          places: [{ institutionId: 1, locationId: 11, zip: '06830' }],
        })
      ).statusCode,
    ).toBe(409);
    const placed = async () =>
      getInstitutionLocations.response
        .parse((await test.inject({ url: '/api/customer-practices/institution/1' })).json())
        .locations.find(({ locationId }) => locationId === 10);
    expect(await placed()).toMatchObject({
      isPlacedByZip: true,
      latitude: expect.closeTo(41.04, 1),
      zip: null,
    });
    expect((await issuesOf('approximate')).map(({ locationId }) => locationId)).toEqual([10, 12]);
    const undone = await post(`/api/data-quality/fixes/${body.fixId}/undo`, {});
    expect(undone.json()).toMatchObject({ undoneBy: 'Avery Admin' });
    expect((await post(`/api/data-quality/fixes/${body.fixId}/undo`, {})).statusCode).toBe(200);
    expect(await placed()).toMatchObject({ isPlacedByZip: false, latitude: null });
    expect(await actions()).toEqual(['data_quality.place', 'data_quality.undo']);
  });

  it('refuse unknown ZIP codes, and locations with coordinates', async () => {
    for (const [locationId, zip, status] of [
      [10, '99999', 422],
      [10, '0683', 422],
      [13, '06830', 409],
      [14, '06830', 409],
      [20, '06830', 409],
    ] as const) {
      const places = [{ institutionId: 1, locationId, zip }];
      expect([
        locationId,
        zip,
        (await post('/api/data-quality/places', { fixId: randomUUID(), places })).statusCode,
      ]).toEqual([locationId, zip, status]);
    }
    expect(await actions()).toEqual([]);
  });
});

describe('EHR names', () => {
  beforeEach(() =>
    insertInstitution(test.database, { institution_id: 1, name: 'Elm' }, [
      { location_id: 10, ehr: 'Dentrix  G7', external_id: 'L10' },
      { location_id: 11, ehr: ' DENTRIX ' },
      { location_id: 12, ehr: null },
    ]),
  );

  it('that are unknown are mapped, in later files too, and the mapping is undone', async () => {
    expect(
      (await issuesOf('unknownSystem')).map(({ system, locationId }) => [system, locationId]),
    ).toEqual([['Dentrix  G7', 10]]);
    expect((await issuesOf('noSystem')).map(({ detail }) => detail)).toEqual([
      '1 of 3 locations has no EHR.',
    ]);
    const fixId = randomUUID();
    await post('/api/data-quality/records-systems', {
      fixId,
      said: 'dentrix g7',
      system: 'Dentrix',
    });
    expect(await issuesOf('unknownSystem')).toEqual([]);
    const again = await post('/api/data-quality/records-systems', {
      fixId: randomUUID(),
      said: 'Dentrix G7',
      system: 'Open Dental',
    });
    expect([again.statusCode, again.body]).toEqual([
      409,
      'Another administrator has already mapped “Dentrix G7”. Reload to see it.',
    ]);
    await importText(
      test.database,
      'practices',
      'institution id,location id,institution name,ehr\n1,L10,Elm,DENTRIX G7\n',
    );
    const ehr = async () =>
      (
        await test.database.foreground
          .selectFrom('location')
          .select('ehr')
          .where('location_id', '=', 10)
          .executeTakeFirstOrThrow()
      ).ehr;
    expect(await ehr()).toBe('Dentrix');
    await post(`/api/data-quality/fixes/${fixId}/undo`, {});
    expect(await ehr()).toBe('Dentrix  G7');
    expect(await issuesOf('unknownSystem')).toHaveLength(1);
  });

  it('can be added as known EHRs', async () => {
    await post('/api/data-quality/records-systems', {
      fixId: randomUUID(),
      said: 'Dentrix  G7',
      system: 'Dentrix G7',
    });
    expect((await quality()).systems).toContain('Dentrix G7');
    expect(await issuesOf('unknownSystem')).toEqual([]);
  });
});

describe('duplicates', () => {
  const twin = {
    street_address: '12 North Elm Street, Suite 4',
    zip: '06831-1234',
    phone: '203.555.7777',
  };

  it('are customers with the same telephone number, or the same street and similar names', async () => {
    await insertInstitution(test.database, { institution_id: 1, name: 'Elm Dental' }, [
      { location_id: 10, ...twin },
    ]);
    await insertInstitution(test.database, { institution_id: 2, name: 'Oak' }, [
      { location_id: 20, street_address: '9 Far Rd', phone: '+1 (203) 555-7777' },
    ]);
    await insertInstitution(test.database, { institution_id: 3, name: 'Elm Dentistry LLC' }, [
      { location_id: 30, street_address: '12 n elm st', zip: '06831', phone: null },
    ]);
    await insertInstitution(
      test.database,
      { institution_id: 4, name: 'Elm Dental', churned_on: '2026-01-01' },
      [{ location_id: 40, ...twin }],
    );
    expect(
      (await issuesOf('duplicate')).map(({ institutionId, otherId, likeness }) => [
        institutionId,
        otherId,
        likeness,
      ]),
    ).toEqual([
      [1, 2, 'Phone'],
      [1, 3, 'Street and name'],
    ]);
  });

  it('are marked as different by an administrator, who can undo it', async () => {
    for (const id of [1, 2])
      await insertInstitution(test.database, { institution_id: id }, [
        { location_id: id * 10, ...twin },
      ]);
    const body = { fixId: randomUUID(), institutionId: 2, otherId: 1 };
    expect((await post('/api/data-quality/distinct', body)).json()).toMatchObject({
      summary: 'Institution 1 and Institution 2 marked as different customers.',
    });
    expect(await issuesOf('duplicate')).toEqual([]);
    await post(`/api/data-quality/fixes/${body.fixId}/undo`, {});
    expect(await issuesOf('duplicate')).toHaveLength(1);
    expect(
      (await post('/api/data-quality/distinct', { ...body, fixId: randomUUID(), otherId: 2 }))
        .statusCode,
    ).toBe(422);
    expect(
      (await post('/api/data-quality/distinct', { ...body, fixId: randomUUID(), otherId: 9 }))
        .statusCode,
    ).toBe(404);
  });

  it('are not detected by the number of a call center, a fictional number or a placeholder', async () => {
    for (let id = 1; id <= 6; id += 1)
      await insertInstitution(test.database, { institution_id: id }, [
        { location_id: id * 10, street_address: `${id} Elm St`, phone: '2035557777' },
      ]);
    for (const [id, phone] of [
      [7, '(203) 555-0101'],
      [8, '203-555-0101'],
      [9, '0000000000'],
      [10, '000-000-0000'],
    ] as const)
      await insertInstitution(test.database, { institution_id: id }, [
        { location_id: id * 10, street_address: `${id} Elm St`, phone },
      ]);
    expect(await issuesOf('duplicate')).toEqual([]);
  });
});

it('the check saves silent feeds and one point of the trend per day', async () => {
  const { foreground } = test.database;
  await insertInstitution(test.database, { institution_id: 1, name: 'Elm' }, [
    { location_id: 10 },
    { location_id: 11 },
  ]);
  const weeks = ['2026-10-18', '2026-10-25', '2026-11-01', '2026-11-08'];
  await foreground
    .insertInto('feed_week')
    .values([
      ...weeks.map((week) => ({
        institution_id: 1,
        location_id: 10,
        week_start: week,
        last_report_on: week,
      })),
      ...weeks.map((week) => ({
        institution_id: 1,
        location_id: 11,
        week_start: week,
        last_report_on: week,
      })),
      {
        institution_id: 1,
        location_id: 11,
        week_start: '2026-11-15',
        last_report_on: '2026-11-17',
      },
    ])
    .execute();
  expect((await quality()).checkedAt).toBeNull();
  await look();
  await look();
  const { days, checkedAt, rows } = await quality();
  expect(
    rows
      .filter(({ kind }) => kind === 'silent')
      .map(({ locationId, since }) => [locationId, since]),
  ).toEqual([[10, '2026-11-09']]);
  // Incidents count the same locations.
  await scanForIncidents(test.database.background, {
    businessDate: '2026-11-18',
    now: new Date('2026-11-18T18:00:00Z'),
    signal: new AbortController().signal,
  });
  const incidents = await test.inject({ url: getIncidents.path });
  expect(getIncidents.response.parse(incidents.json()).look?.silentLocations).toBe(1);
  expect(checkedAt).toBe('2026-11-18T18:00:00.000Z');
  expect(days).toEqual([
    {
      day: '2026-11-18',
      counts: {
        unplotted: 0,
        approximate: 0,
        duplicate: 0,
        silent: 1,
        unknownSystem: 0,
        noSystem: 0,
        overlap: 0,
      },
    },
  ]);
});

it('is for administrators only', async () => {
  const member = await test.signIn('member');
  for (const url of ['/api/data-quality', '/api/data-quality/export', '/api/data-quality/fixes'])
    expect([url, (await test.inject({ url, headers: { cookie: member } })).statusCode]).toEqual([
      url,
      403,
    ]);
  for (const path of ['places', 'records-systems', 'distinct', `fixes/${randomUUID()}/undo`])
    expect([path, (await post(`/api/data-quality/${path}`, {}, member)).statusCode]).toEqual([
      path,
      403,
    ]);
});

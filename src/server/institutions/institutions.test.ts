import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import {
  getInstitutionLocations,
  getPractices,
  postDealOwnerLookup,
} from '#shared/institutions/institutions.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { createScoreWeekRow } from '#test/score-week.ts';
import { invalidatePracticeList } from './queries.ts';

let test: TestApp;

beforeAll(async () => {
  test = await buildTestApp();
  const { database } = test;
  await insertInstitution(database, { institution_id: 1, name: 'Elm & Oak "Dental"' }, [
    { location_id: 12, name: 'West', latitude: null, longitude: null, zip: '06831' },
    { location_id: 11, name: 'East', online_booking_link: 'book.example.com/elm' },
    { location_id: 13, name: 'Closed', closed_on: '2026-01-01' },
    { location_id: 14, name: 'Adrift', latitude: null, longitude: null, zip: '00000' },
  ]);
  await insertInstitution(database, { institution_id: 2, churned_on: '2026-05-01' });
  await insertInstitution(database, { institution_id: 3 });
  await database.foreground
    .insertInto('entitlement')
    .values([
      { institution_id: 1, product: 'forms', valid_from: '2024-03-01', valid_to: null },
      { institution_id: 1, product: 'reviews', valid_from: '2024-03-01', valid_to: '2025-01-01' },
    ])
    .execute();
});
afterAll(() => test.close());

const list = () => test.inject({ method: 'GET', url: getPractices.path });

describe('the practice list', () => {
  it('contains every open location of every current customer with its institution', async () => {
    const { practices } = getPractices.response.parse((await list()).json());
    expect(practices.map((practice) => practice.locationId)).toEqual([11, 12, 14, 30]);
    expect(practices[1]).toMatchObject({
      institutionName: 'Elm & Oak "Dental"',
      zip: '06831',
      healthTier: 'Unknown',
      healthScore: null,
      numLocations: 3,
      numProducts: 1,
    });
  });

  it('places a practice without coordinates at the center of its ZIP code and marks it', async () => {
    const { practices } = getPractices.response.parse((await list()).json());
    const places = practices.map(({ latitude, longitude, isPlacedByZip }) => [
      latitude,
      longitude,
      isPlacedByZip,
    ]);
    expect(places.slice(0, 3)).toEqual([
      [practices[0]?.latitude, practices[0]?.longitude, false],
      [expect.closeTo(41.05, 1), expect.closeTo(-73.66, 1), true],
      [null, null, false],
    ]);
    expect(practices[0]?.latitude).not.toBeNull();
  });

  it('has the same content in brotli, gzip and plain, and is a 304 when unchanged', async () => {
    const plain = await list();
    const etag = String(plain.headers.etag);
    const brotli = await test.inject({
      method: 'GET',
      url: getPractices.path,
      headers: { 'accept-encoding': 'gzip, br' },
    });
    const gzipped = await test.inject({
      method: 'GET',
      url: getPractices.path,
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzipped.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(plain.headers['cache-control']).toBe('private, no-cache');
    const again = await test.inject({
      method: 'GET',
      url: getPractices.path,
      headers: { 'if-none-match': etag },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('shows a change within a second, with another ETag', async () => {
    const before = await list();
    await test.database.foreground
      .updateTable('institution')
      .set({ name: 'Renamed' })
      .where('institution_id', '=', 3)
      .execute();
    await invalidatePracticeList(test.database.foreground);
    test.setClock(new Date('2026-11-18T18:00:01Z'));
    const after = await list();
    expect(after.body).toContain('Renamed');
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  it('shows the tier of the last official week', async () => {
    await test.database.foreground
      .insertInto('score_version')
      .values(
        createScoreWeekRow({
          institution_id: 3,
          week_start: '2026-11-08',
          adoption_score: 49.9,
          health_tier: 'Critical',
          in_grace: true,
        }),
      )
      .execute();
    await test.database.foreground
      .insertInto('rules_version')
      .values({
        rules_version_id: 1,
        rules: JSON.stringify({ ...defaultHealthRules, healthyFrom: 90 }),
        note: '',
        created_at: new Date(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await test.database.foreground
      .insertInto('official_week')
      .values({
        week_start: '2026-11-08',
        week_end: '2026-11-14',
        rules_version_id: 1,
        closed_at: new Date(),
        institutions: 1,
      })
      .execute();
    test.setClock(new Date('2026-11-18T18:00:03Z'));
    const { practices, tierLimits } = getPractices.response.parse((await list()).json());
    expect(tierLimits).toEqual({ healthyFrom: 90, mediumFrom: 50 });
    expect(practices.find((practice) => practice.institutionId === 3)).toMatchObject({
      healthTier: 'Critical',
      healthScore: 49.9,
      inGrace: true,
    });
  });
});

describe('one institution', () => {
  it('has its open locations with their booking links', async () => {
    const answer = await test.inject({
      method: 'GET',
      url: '/api/customer-practices/institution/1',
    });
    const found = getInstitutionLocations.response.parse(answer.json());
    expect(found).toMatchObject({
      institutionName: 'Elm & Oak "Dental"',
      numLocations: 3,
      numProducts: 1,
      healthTier: 'Unknown',
    });
    expect(
      found.locations.map((location) => [location.locationName, location.onlineBookingLink]),
    ).toEqual([
      ['Adrift', null],
      ['East', 'book.example.com/elm'],
      ['West', null],
    ]);
  });

  it.each([
    ['/api/customer-practices/institution/999', 404],
    ['/api/customer-practices/institution/0', 422],
    ['/api/customer-practices/institution/-1', 422],
    ['/api/customer-practices/institution/1.5', 422],
    ['/api/customer-practices/institution/9007199254740993', 422],
    ["/api/customer-practices/institution/1'--", 422],
  ])('%s is a %i with a text', async (url, status) => {
    const answer = await test.inject({ method: 'GET', url });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.body).not.toBe('');
  });
});

describe('deal owners', () => {
  const url = postDealOwnerLookup().path;
  const ask = (institutionIds: unknown) =>
    test.inject({ method: 'POST', url, payload: { institutionIds } });

  beforeAll(async () => {
    const { foreground } = test.database;
    await foreground
      .insertInto('crm_owner')
      .values([
        { owner_id: 1, name: 'Ana Pérez', email: 'ana@chairside.example' },
        { owner_id: 2, name: 'Gone Person', email: 'gone@chairside.example', archived: true },
      ])
      .execute();
    const deal = { name: 'Deal', stage: 'open', amount_cents: null, closes_on: null };
    await foreground
      .insertInto('crm_deal')
      .values([
        {
          ...deal,
          institution_id: 1,
          deal_id: 1,
          pipeline: 'Renewals',
          owner_id: 1,
          closed: false,
          updated_at: new Date('2026-01-01'),
        },
        {
          ...deal,
          institution_id: 1,
          deal_id: 2,
          pipeline: 'Expansion',
          owner_id: 2,
          closed: true,
          updated_at: new Date('2026-06-01'),
        },
        {
          ...deal,
          institution_id: 2,
          deal_id: 3,
          pipeline: 'Renewals',
          owner_id: 2,
          closed: false,
          updated_at: new Date('2026-01-01'),
        },
        {
          ...deal,
          institution_id: 3,
          deal_id: 4,
          pipeline: 'Renewals',
          owner_id: null,
          closed: false,
          updated_at: new Date('2026-01-01'),
        },
      ])
      .execute();
  });

  it('has an entry for every id: open deals first, archived owners marked, unknown ones Unassigned', async () => {
    const { dealOwners } = (await ask([1, 2, 3, 77, 1])).json();
    expect(dealOwners).toEqual({
      1: { ownerName: 'Ana Pérez', pipeline: 'Renewals' },
      2: { ownerName: 'Gone Person (inactive)', pipeline: 'Renewals' },
      3: { ownerName: 'Unassigned', pipeline: 'Renewals' },
      77: { ownerName: 'Unassigned', pipeline: null },
    });
  });

  it.each([
    [[]],
    ['1'],
    [[0]],
    [[1.5]],
    [['1']],
    [null],
    [Array.from({ length: 501 }, (_, index) => index + 1)],
  ])('refuses %j', async (institutionIds) => {
    expect((await ask(institutionIds)).statusCode).toBe(422);
  });
});

it('returns a bio of nulls when the directory has no entry', async () => {
  const answer = await test.inject({ method: 'GET', url: '/api/institution/3/google-bio' });
  expect(answer.json()).toEqual({
    bio: null,
    website: null,
    phone: null,
    rating: null,
    totalRatings: null,
    openingHours: null,
    attribution: null,
  });
});

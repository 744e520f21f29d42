import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSessionCookie, createSession } from '#server/auth/session.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { getInstitutionLocations, getPractices } from '#shared/institutions/institutions.ts';
import { getOnboardingList } from '#shared/onboarding/onboarding.ts';
import { postProspectChange, postProspectNote } from '#shared/prospects/changes.ts';
import {
  type ConversionRequest,
  getConversionDraft,
  type NewCustomer,
  postConversion,
  postConversionUndo,
} from '#shared/prospects/conversion.ts';
import { getProspectPage } from '#shared/prospects/list.ts';
import { getProspectProfile } from '#shared/prospects/profile.ts';
import { getProspects } from '#shared/prospects/prospects.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { getTasks, postTask } from '#shared/work/tasks.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution, insertPlace, insertProspect } from '#test/factories.ts';
import { importText } from '#test/imports.ts';
import { rememberUser } from '#test/page-user.ts';
import { computeTableHashes } from '#test/table-hashes.ts';
import { suggestPracticeType } from './rules.ts';

let test: TestApp;
let ownerId: string;
const today = '2026-11-18';

/** Adds a prospect that no customer resembles. */
const addProspect = (id: number, fields: Partial<Insertable<Schema['prospect']>> = {}) =>
  insertProspect(test.database, {
    address: `${id} Elm St, Suite 2, Hartford, CT 06103`,
    latitude: 41.77,
    longitude: -72.68,
    phone: `860-321-${String(id).padStart(4, '0')}`,
    source: 'crm',
    external_id: `P-${id}`,
    ...fields,
    prospect_id: id,
  });

beforeAll(async () => {
  test = await buildTestApp();
  await insertInstitution(test.database, { institution_id: 1, name: 'Oak Dental' });
  await test.signIn('member');
  const user = await test.database.foreground
    .selectFrom('app_user')
    .select('user_id')
    .executeTakeFirstOrThrow();
  ownerId = user.user_id;
});
afterAll(() => test.close());

let lastId = 100;
beforeEach(async () => {
  test.setClock(new Date('2026-11-18T18:00:00Z'));
  lastId += 1;
  await addProspect(lastId);
});

/** Sends a request with a new session, because sessions end when a test moves the clock. */
const send = async (options: InjectOptions) => {
  const { env } = test.dependencies;
  const cookie = rememberUser(
    `${buildSessionCookie(env).name}=${await createSession(test.dependencies, ownerId)}`,
    ownerId,
  );
  return test.inject({ ...options, headers: { cookie } });
};
const newCustomer = (id: number, fields: Partial<NewCustomer> = {}): NewCustomer => ({
  kind: 'new',
  name: `Prospect ${id}`,
  streetAddress: `${id} Elm St, Suite 2`,
  city: 'Hartford',
  state: 'CT',
  zip: '06103',
  practiceType: 'General dentistry',
  ehr: 'Dentrix',
  phone: `860-321-${String(id).padStart(4, '0')}`,
  goLiveOn: '2026-12-18',
  otherThan: [],
  ...fields,
});
const requestFor = (id: number, fields: Partial<ConversionRequest> = {}): ConversionRequest => ({
  conversionId: randomUUID(),
  version: 0,
  customer: newCustomer(id),
  ownerId,
  products: ['onlineBooking', 'recalls', 'forms'],
  ...fields,
});
const convert = (id: number, request: unknown) =>
  send({
    method: 'POST',
    url: buildUrl(postConversion.path, { prospectId: id }),
    payload: request as object,
  });
const undo = (id: number, conversionId: string) =>
  send({
    method: 'POST',
    url: buildUrl(postConversionUndo.path, { prospectId: id, conversionId }),
    payload: {},
  });
const converted = async (id: number, request = requestFor(id)) =>
  postConversion.response.parse((await convert(id, request)).json());
const profileOf = async (id: number) =>
  getProspectProfile.response.parse(
    (
      await send({
        method: 'GET',
        url: buildUrl(getProspectProfile.path, {}, { key: `prospect-${id}` }),
      })
    ).json(),
  );
const draftOf = async (id: number, typed: Record<string, string> = {}) =>
  getConversionDraft.response.parse(
    (
      await send({
        method: 'GET',
        url: buildUrl(getConversionDraft.path, { prospectId: id }, typed),
      })
    ).json(),
  );
const get = async (url: string) => (await send({ method: 'GET', url })).json();
const rowsOf = async (table: string, institutionId: number) =>
  (
    await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where institution_id = ${institutionId}`.execute(
      test.database.foreground,
    )
  ).rows;

/** Tables that keep the history of an undone conversion, or versions of cached lists. */
const historyTables = [
  'assigned_id',
  'prospect_change',
  'prospect_version',
  'prospect_work',
  'list_version',
  'work_version',
  'app_user',
  'user_session',
];

describe('a conversion to a new customer', () => {
  it('creates the customer with everything that the next team needs', async () => {
    const id = lastId;
    const note = { noteId: randomUUID(), body: 'They want recalls first.' };
    await send({
      method: 'POST',
      url: buildUrl(postProspectNote.path, { prospectId: id }),
      payload: note,
    });
    const { institutionId, institutionName, version } = await converted(id);
    expect([institutionId >= 1_000_000_000, institutionName, version]).toEqual([
      true,
      `Prospect ${id}`,
      1,
    ]);
    expect(await rowsOf('institution', institutionId)).toMatchObject([
      {
        name: `Prospect ${id}`,
        practice_type: 'General dentistry',
        created_on: today,
        go_live_on: '2026-12-18',
        external_source: 'crm',
        external_id: `P-${id}`,
        source: 'prospect',
      },
    ]);
    const { locations } = getInstitutionLocations.response.parse(
      await get(buildUrl(getInstitutionLocations.path, { id: institutionId })),
    );
    expect(locations).toMatchObject([
      { streetAddress: `${id} Elm St, Suite 2`, zip: '06103', ehr: 'Dentrix', latitude: 41.77 },
    ]);
    expect(
      (await rowsOf('entitlement', institutionId)).map(({ product }) => product).toSorted(),
    ).toEqual(['forms', 'onlineBooking', 'recalls']);
    expect(await rowsOf('crm_deal', institutionId)).toMatchObject([
      { pipeline: 'New Business', stage: 'Closed won', closed: true },
    ]);
    const { rows: tasks } = getTasks.response.parse(
      await get(`${getTasks.path}?institutionId=${institutionId}`),
    );
    expect(tasks).toMatchObject([
      {
        title: `Hand over Prospect ${id} to onboarding`,
        dueOn: '2026-11-20',
        assignee: { id: ownerId },
      },
    ]);
    expect(tasks[0]?.details).toContain('They want recalls first.');
    const onboarding = getOnboardingList.response.parse(await get(getOnboardingList.path));
    expect(onboarding.rows.find((row) => row.institutionId === institutionId)).toMatchObject({
      goLiveDate: '2026-12-18',
      state: 'not_live',
      ownerName: 'Morgan Member',
    });
    expect((await rowsOf('onboarding_milestone', institutionId)).length).toBeGreaterThan(3);
    const timeline = getTimeline.response.parse(
      await get(buildUrl(getTimeline.path, { id: institutionId })),
    );
    expect(timeline.rows).toContainEqual(
      expect.objectContaining({
        headline: `Won as a customer: Prospect ${id}`,
        path: `/prospect/prospect-${id}`,
      }),
    );
    const { prospect, conversion, activity } = await profileOf(id);
    expect(prospect).toMatchObject({
      stage: 'Won',
      duplicateOf: null,
      customer: { institutionId, institutionName },
    });
    expect(conversion).toMatchObject({ isNew: true, undoableUntil: '2026-11-19T18:00:00.000Z' });
    expect(activity.map(({ text }) => text)).toContain(
      `Won: created the customer Prospect ${id} with 2 open criteria`,
    );
    test.setClock(new Date('2026-11-18T18:00:05Z'));
    const searchable = getPractices.response.parse(await get(getPractices.path)).practices;
    expect(searchable.map((practice) => practice.institutionId)).toContain(institutionId);
    const prospects = getProspects.response.parse(await get(getProspects.path));
    expect(prospects.map(({ prospectId }) => prospectId)).not.toContain(id);
  });

  it('is found again by an import with the same id, and by one without ids', async () => {
    const id = lastId;
    const { institutionId } = await converted(id);
    const row = `Prospect ${id},${id} Elm St Suite 2,Hartford,CT,06103`;
    await importText(
      test.database,
      'practices',
      `Company ID,Practice,Street,City,State,Zip\nP-${id},${row}\n`,
      { externalSource: 'crm' },
    );
    await importText(test.database, 'practices', `Practice,Street,City,State,Zip\n${row}\n`);
    const { rows } =
      await sql`select institution_id from institution where name = ${`Prospect ${id}`}`.execute(
        test.database.foreground,
      );
    expect(rows).toEqual([{ institution_id: institutionId }]);
    expect(await rowsOf('location', institutionId)).toHaveLength(1);
  });

  it('happens once for eight concurrent requests with the same id', async () => {
    const id = lastId;
    const request = requestFor(id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => convert(id, request)));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    const { rows } = await sql`select from institution where name = ${`Prospect ${id}`}`.execute(
      test.database.foreground,
    );
    expect(rows).toHaveLength(1);
    const other = await convert(id, { ...request, products: ['forms'] });
    expect(other.statusCode).toBe(409);
  });

  it('is made by one of two users who convert at the same time', async () => {
    const id = lastId;
    const answers = await Promise.all([convert(id, requestFor(id)), convert(id, requestFor(id))]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const stale = await convert(id, requestFor(id, { version: 1 }));
    expect([stale.statusCode, stale.body]).toEqual([
      409,
      `Prospect ${id} is already the customer Prospect ${id}.`,
    ]);
  });

  it.each<[string, (id: number) => Partial<ConversionRequest>]>([
    ['without products', () => ({ products: [] })],
    ['with a sub-product alone', () => ({ products: ['recalls'] })],
    ['with a product twice', () => ({ products: ['forms', 'forms'] })],
    ['with a disabled owner', () => ({ ownerId: randomUUID() })],
    ['without a city', (id) => ({ customer: newCustomer(id, { city: ' ' }) })],
    ['with another ZIP code', (id) => ({ customer: newCustomer(id, { zip: '061' }) })],
    ['with a late go-live', (id) => ({ customer: newCustomer(id, { goLiveOn: '2036-01-01' }) })],
  ])('is refused %s, and leaves nothing', async (_, fields) => {
    const id = lastId;
    const before = await computeTableHashes(test.database, historyTables);
    expect((await convert(id, requestFor(id, fields(id)))).statusCode).toBe(422);
    expect(await computeTableHashes(test.database, historyTables)).toEqual(before);
  });

  it('is refused for an unknown prospect and an outdated version', async () => {
    expect((await convert(9_999, requestFor(9_999))).statusCode).toBe(404);
    expect((await convert(lastId, requestFor(lastId, { version: 3 }))).statusCode).toBe(409);
  });

  it('leaves nothing when a later step fails', async () => {
    const id = lastId;
    const before = await computeTableHashes(test.database, ['user_session']);
    await sql`alter table prospect_change add constraint no_change check (change->>'action' <> 'convert') not valid`.execute(
      test.database.foreground,
    );
    expect((await convert(id, requestFor(id))).statusCode).toBe(500);
    await sql`alter table prospect_change drop constraint no_change`.execute(
      test.database.foreground,
    );
    expect(await computeTableHashes(test.database, ['user_session'])).toEqual(before);
    expect((await convert(id, requestFor(id))).statusCode).toBe(200);
  });
});

describe('customers that may be the same practice', () => {
  const twin = (id: number, location: Record<string, unknown>, institution = {}) =>
    insertInstitution(
      test.database,
      { institution_id: 5_000 + id, name: 'Other name', ...institution },
      [
        {
          location_id: 50_000 + id,
          name: 'Other location',
          street_address: '77 Far Rd',
          zip: '90210',
          phone: null,
          ...location,
        },
      ],
    );

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['Same external id', (id) => twin(id, {}, { external_source: 'crm', external_id: `P-${id}` })],
    [
      'Same phone number',
      (id) => twin(id, { phone: `+1 (860) 321-${String(id).padStart(4, '0')}` }),
    ],
    [
      'Same name and ZIP code',
      (id) => twin(id, { zip: '06103-1111' }, { name: `PROSPECT ${id}, P.C.` }),
    ],
    [
      'Same street and ZIP code',
      (id) => twin(id, { zip: '06103', street_address: `${id} Elm Street` }),
    ],
    [
      'Same place',
      async (id) => {
        await insertPlace(test.database, { place_id: `place ${id}` });
        await sql`update prospect set place_id = ${`place ${id}`} where prospect_id = ${id}`.execute(
          test.database.foreground,
        );
        await twin(id, {});
        await test.database.foreground
          .insertInto('place_link')
          .values({ institution_id: 5_000 + id, place_id: `place ${id}` })
          .execute();
      },
    ],
  ])(
    'are found by the reason “%s”, and stop a conversion that did not see them',
    async (reason, insert) => {
      const id = lastId;
      await insert(id);
      const { candidates } = await draftOf(id);
      expect(candidates).toMatchObject([{ institutionId: 5_000 + id, reasons: [reason] }]);
      const refused = await convert(id, requestFor(id));
      expect(refused.statusCode).toBe(409);
      expect(refused.body).toContain('may be the same practice');
      const seen = newCustomer(id, { otherThan: [5_000 + id] });
      expect((await convert(id, requestFor(id, { customer: seen }))).statusCode).toBe(200);
    },
  );

  it('are not found by a phone number that is reserved for fiction', async () => {
    const id = lastId;
    await twin(id, { phone: '(860) 555-0101' });
    expect((await draftOf(id, { phone: '860-555-0101' })).candidates).toEqual([]);
  });

  it('are searched with the typed facts', async () => {
    const id = lastId;
    await twin(id, { zip: '90211', street_address: '1 Main St' });
    expect((await draftOf(id)).candidates).toEqual([]);
    const typed = { zip: '90211', streetAddress: '1 Main Street' };
    expect((await draftOf(id, typed)).candidates).toHaveLength(1);
  });

  it('stop a conversion when an import adds them meanwhile, and editing goes on', async () => {
    const id = lastId;
    expect((await draftOf(id)).candidates).toEqual([]);
    await importText(
      test.database,
      'practices',
      `Practice,Street,City,State,Zip,Phone\nProspect ${id},9 Oak Ave,Hartford,CT,06103,\n`,
    );
    expect((await convert(id, requestFor(id))).statusCode).toBe(409);
    const { candidates } = await draftOf(id);
    expect(candidates).toMatchObject([{ reasons: ['Same name and ZIP code'] }]);
    const moved = await send({
      method: 'POST',
      url: postProspectChange.path,
      payload: {
        changeId: randomUUID(),
        prospects: [{ prospectId: id, version: 0 }],
        change: { action: 'move', stage: 'Demo', lostReason: null },
      },
    });
    expect(moved.statusCode).toBe(200);
    const institutionId = candidates[0]?.institutionId ?? 0;
    const linked = { kind: 'existing', institutionId } as const;
    const request = requestFor(id, { version: 1, customer: linked, products: ['forms'] });
    expect(await converted(id, request)).toMatchObject({ institutionId });
  });
});

describe('undoing', () => {
  it('removes exactly what the conversion created, once, and keeps both events', async () => {
    const id = lastId;
    await send({
      method: 'POST',
      url: postProspectChange.path,
      payload: {
        changeId: randomUUID(),
        prospects: [{ prospectId: id, version: 0 }],
        change: { action: 'move', stage: 'Lost', lostReason: 'Price' },
      },
    });
    const stage = async () =>
      test.database.foreground
        .selectFrom('prospect_work')
        .select(['stage', 'stage_since', 'lost_reason'])
        .where('prospect_id', '=', id)
        .execute();
    const [before, stageBefore] = [
      await computeTableHashes(test.database, historyTables),
      await stage(),
    ];
    test.setClock(new Date('2026-11-18T20:00:00Z'));
    const request = requestFor(id, { version: 1 });
    await converted(id, request);
    test.setClock(new Date('2026-11-19T19:59:59Z'));
    const undone = await undo(id, request.conversionId);
    expect([undone.statusCode, undone.json()]).toEqual([200, { version: 3 }]);
    expect(await computeTableHashes(test.database, historyTables)).toEqual(before);
    expect(await stage()).toEqual(stageBefore);
    test.setClock(new Date('2026-11-18T21:00:00Z'));
    const { conversion, activity } = await profileOf(id);
    expect(conversion).toBeNull();
    expect(activity.map(({ text }) => text)).toEqual([
      `Undid the conversion to the customer Prospect ${id}`,
      `Won: created the customer Prospect ${id}`,
      'Moved from New to Lost: price',
    ]);
    expect((await undo(id, request.conversionId)).body).toBe('This conversion was already undone.');
    expect((await convert(id, request)).statusCode).toBe(409);
    expect((await convert(id, requestFor(id, { version: 3 }))).statusCode).toBe(200);
  });

  it('never gives the id of the removed customer to another one', async () => {
    const id = lastId;
    const request = requestFor(id);
    const { institutionId } = await converted(id, request);
    const searchedIds = async () =>
      getProspects.response.parse(await get(getProspects.path)).map(({ prospectId }) => prospectId);
    expect(await searchedIds()).not.toContain(id);
    expect((await undo(id, request.conversionId)).statusCode).toBe(200);
    expect(await searchedIds()).toContain(id);
    const again = await converted(id, requestFor(id, { version: 2 }));
    expect(again.institutionId).toBeGreaterThan(institutionId);
  });

  it('happens once for simultaneous requests', async () => {
    const id = lastId;
    const request = requestFor(id);
    await converted(id, request);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => undo(id, request.conversionId)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      200, 409, 409, 409, 409,
    ]);
    const { prospect, conversion, activity } = await profileOf(id);
    expect([prospect.stage, prospect.version, conversion]).toEqual(['New', 2, null]);
    expect(activity.filter(({ text }) => text.startsWith('Undid'))).toHaveLength(1);
  });

  it('is refused after 24 hours, and for an unknown conversion', async () => {
    const request = requestFor(lastId);
    await converted(lastId, request);
    expect((await undo(lastId, randomUUID())).statusCode).toBe(404);
    test.setClock(new Date('2026-11-19T18:00:00Z'));
    const late = await undo(lastId, request.conversionId);
    expect([late.statusCode, late.body]).toEqual([
      409,
      'This conversion is more than 24 hours old and can no longer be undone.',
    ]);
  });

  it.each<[string, (institutionId: number) => Promise<unknown>]>([
    [
      'tasks',
      (institutionId) =>
        send({
          method: 'POST',
          url: buildUrl(postTask.path, { id: institutionId }),
          payload: { taskId: randomUUID(), title: 'Call' },
        }),
    ],
    [
      'tickets',
      (institutionId) =>
        test.database.foreground
          .insertInto('crm_ticket')
          .values({
            institution_id: institutionId,
            ticket_id: 700 + lastId,
            subject: 'Help',
            pipeline_id: '0',
            stage_id: '1',
            body: '',
            priority: 'LOW',
            owner_id: null,
            product: null,
            channel: null,
            reopened_at: null,
            external_key: null,
            created_at: new Date(),
            updated_at: new Date(),
            closed_at: null,
          })
          .execute(),
    ],
    [
      'usage',
      async (institutionId) => {
        const [location] = await rowsOf('location', institutionId);
        await sql`insert into usage_daily (institution_id, location_id, product, day, value)
          values (${institutionId}, ${location?.location_id}, 'forms', '2026-11-18', 3)`.execute(
          test.database.foreground,
        );
      },
    ],
    [
      'changed facts',
      async (institutionId) => {
        const [{ external_id: id } = {}] = await rowsOf('institution', institutionId);
        await importText(
          test.database,
          'practices',
          `Company ID,Practice,Institution Name,City,State,Zip\n${id},New name,New name,Derby,CT,06418\n`,
          { externalSource: 'crm' },
        );
      },
    ],
  ])('is refused when the customer has %s since', async (noun, touch) => {
    const request = requestFor(lastId);
    const { institutionId } = await converted(lastId, request);
    await touch(institutionId);
    const refused = await undo(lastId, request.conversionId);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain(noun);
    expect((await profileOf(lastId)).prospect.stage).toBe('Won');
  });

  it('of a link removes the link, the added entitlements and the unchanged task', async () => {
    const id = lastId;
    await sql`insert into entitlement (institution_id, product, valid_from) values (1, 'payments', '2024-03-01') on conflict do nothing`.execute(
      test.database.foreground,
    );
    const own = [...historyTables, 'work_event', 'task'];
    const before = await computeTableHashes(test.database, own);
    const request = requestFor(id, {
      customer: { kind: 'existing', institutionId: 1 },
      products: ['payments', 'reviews'],
    });
    await converted(id, request);
    expect((await rowsOf('entitlement', 1)).map(({ product }) => product).toSorted()).toEqual([
      'payments',
      'reviews',
    ]);
    expect((await undo(id, request.conversionId)).statusCode).toBe(200);
    expect(await computeTableHashes(test.database, own)).toEqual(before);
    expect(await rowsOf('task', 1)).toMatchObject([{ status: 'dropped' }]);
    const timeline = getTimeline.response.parse(await get(buildUrl(getTimeline.path, { id: 1 })));
    expect(timeline.rows.map(({ headline }) => headline)).toEqual(
      expect.arrayContaining([
        `Won as a customer: Prospect ${id}`,
        `Unlinked from the prospect Prospect ${id}`,
      ]),
    );
  });
});

it.each([
  ['general dentistry', 'General Dentistry'],
  ['Pediatric dentist', 'Pediatric Dentistry'],
  ['Dentist', 'General Dentistry'],
  ['Veterinarian', ''],
  ['', ''],
])('suggests for the type %j the practice type %j', (businessType, practiceType) => {
  const types = ['General Dentistry', 'Pediatric Dentistry', 'Family Medicine'];
  expect(suggestPracticeType(businessType, types)).toBe(practiceType);
});

it('lists won prospects with their customers', async () => {
  const { institutionName } = await converted(lastId);
  const { rows } = getProspectPage.response.parse(
    await get(
      buildUrl(
        getProspectPage.path,
        {},
        { list: `f.customer=${institutionName.replace(' ', '%20')}`, offset: 0 },
      ),
    ),
  );
  expect(rows).toMatchObject([{ prospectId: lastId, stage: 'Won' }]);
});

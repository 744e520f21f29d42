import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { findPostgresTools } from '#server/backup/postgres-tools.ts';
import { postQuestion } from '#shared/assistant/assistant.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { exportProspects, getProspectPage } from '#shared/prospects/list.ts';
import { getLiveFacts, getNppesRecords, postNppesMatch } from '#shared/prospects/places.ts';
import { getProspectProfile } from '#shared/prospects/profile.ts';
import { getProspects, postPlaceSearch, postProspect } from '#shared/prospects/prospects.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { googleStubKey, startGooglePlacesStub } from '#test/google-places-stub.ts';
import { nppesPersonalData, startNppesStub } from '#test/nppes-stub.ts';

const quill = {
  id: 'ChIJ-quill/1.😀',
  name: 'Quillfeather Dentistry',
  address: '77 Larkspur Terrace, Hartford, CT 06103, USA',
  phone: '(860) 555-7712',
  website: 'https://quillfeather.example/',
  rating: 4.7,
  ratings: 31_337,
};
/** Texts of the place that may not be stored. */
const googleTexts = ['Quillfeather', 'Larkspur', '555-7712', '31337', '4:41 PM', 'cid=1'];

const npi = '1234567893';
const record = {
  number: npi,
  legalName: 'QF PARTNERS, P.L.L.C.',
  tradeNames: ["O'BRIEN & MCKAY FAMILY DENTAL OF HARTFORD"],
  address: {
    address_1: '12 N MAIN ST STE 4',
    city: 'HARTFORD',
    state: 'CT',
    postal_code: '061031234',
  },
  phone: '8605557799',
  moreLocations: 2,
};

let test: TestApp;
let google: Awaited<ReturnType<typeof startGooglePlacesStub>>;
let nppes: Awaited<ReturnType<typeof startNppesStub>>;

async function start(env: Record<string, string>, records = [record]) {
  google = await startGooglePlacesStub([quill]);
  nppes = await startNppesStub(records);
  test = await buildTestApp({
    env: {
      GOOGLE_PLACES_API_KEY: googleStubKey,
      GOOGLE_PLACES_BASE_URL: google.baseUrl,
      NPPES_BASE_URL: nppes.baseUrl,
      ...env,
    },
  });
}
afterEach(async () => {
  expect([...google.errors, ...nppes.errors]).toEqual([]);
  await Promise.all([test.close(), google.close(), nppes.close()]);
});

const post = (url: string, payload: Record<string, unknown>) =>
  test.inject({ method: 'POST', url, payload });
const get = (url: string) => test.inject({ method: 'GET', url });
const search = async (query: string) =>
  postPlaceSearch.response.parse((await post(postPlaceSearch.path, { query })).json());
const add = (payload: Record<string, unknown>) => post(postProspect.path, payload);
const profileOf = async (key: string) =>
  getProspectProfile.response.parse(
    (await get(buildUrl(getProspectProfile.path, {}, { key }))).json(),
  );
const factsOf = async (key: string) =>
  Object.fromEntries(
    (await profileOf(key)).facts.flatMap(({ field, value, source }) =>
      value === null ? [] : [[field, `${value} (${source})`]],
    ),
  );

/** Returns the text of all rows of the database. */
async function databaseText(): Promise<string> {
  const { rows } = await test.database.execute(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relkind in ('r', 'p', 'm')`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const found = await test.database.execute(
      `select coalesce(string_agg(t::text, E'\\n'), '') as text from ${name} t`,
    );
    texts.push(String(found.rows[0]?.text));
  }
  return texts.join('\n');
}

/** Returns a dump of the database; `undefined` without a PostgreSQL server. */
async function dumpText(): Promise<string | undefined> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined || server === '') return undefined;
  const [row] = (
    await test.database.execute(
      `select current_database() as name, current_setting('server_version_num')::int / 10000 as major`,
    )
  ).rows;
  const { folder } = await findPostgresTools(Number(row?.major));
  const url = Object.assign(new URL(server), { pathname: `/${String(row?.name)}` });
  const { stdout } = await promisify(execFile)(join(folder, 'pg_dump'), ['--dbname', url.href], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

describe('Google Maps', () => {
  it('is shown and added, and none of its facts reach the database, the export or the assistant', async () => {
    await start({ PLACES_SEARCH: 'google' });
    await insertInstitution(test.database, { institution_id: 1 });
    const found = await search('quill');
    expect(found).toMatchObject({ attribution: 'Google Maps', isStorable: false, notice: null });
    expect(found.results).toMatchObject([
      { name: quill.name, latitude: null, phone: null, source: 'google_places' },
    ]);
    const answer = await add({ placeId: quill.id });
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      'name: Enter the practice’s name, or choose its NPPES record. Facts of Google Maps can’t be saved.',
    ]);
    const added = await Promise.all(
      Array.from({ length: 8 }, () => add({ placeId: quill.id, name: '  Typed  by me ' })),
    );
    const prospectIds = new Set(added.map((each) => each.json().prospectId));
    expect(prospectIds.size).toBe(1);
    const [prospectId] = prospectIds;
    expect((await search('quill')).results[0]).toMatchObject({ alreadyProspect: true });
    // An already added place needs no name.
    expect((await add({ placeId: quill.id })).json()).toMatchObject({ prospectId });

    expect(await profileOf(quill.id)).toMatchObject({
      isPlaceIdOnly: true,
      hasLiveFacts: true,
      canMatchNppes: true,
      prospect: { name: 'Typed by me', latitude: null, phone: null },
    });
    expect(await factsOf(quill.id)).toEqual({ name: 'Typed by me (Morgan Member)' });

    const live = getLiveFacts.response.parse(
      (await get(buildUrl(getLiveFacts.path, { prospectId }))).json(),
    );
    expect(live).toMatchObject({
      attribution: 'Google Maps',
      facts: { name: quill.name, phone: quill.phone, rating: 4.7, website: quill.website },
    });
    await test.database.foreground
      .insertInto('place_link')
      .values({ institution_id: 1, place_id: quill.id })
      .execute();
    expect((await get('/api/institution/1/google-bio')).json()).toMatchObject({
      rating: 4.7,
      attribution: 'Google Maps',
    });
    // The live figures and the bio share an answer in memory.
    expect(google.calls).toHaveLength(2);

    const exported = await get(buildUrl(exportProspects.path, {}, { list: '' }));
    expect(exported.body).toContain('Typed by me');
    const list = await get(buildUrl(getProspectPage.path, {}, { list: '' }));
    const asked = await post(postQuestion.path, {
      question: 'list all prospects',
      plan: null,
    });
    expect(postQuestion.response.parse(asked.json())).toMatchObject({ kind: 'answer' });
    const prospects = await get(getProspects.path);
    const stored = await databaseText();
    expect(stored).toContain('Typed by me');
    expect(stored).toContain(quill.id);
    const dump = (await dumpText()) ?? stored;
    expect(dump).toContain('Typed by me');
    for (const answered of [stored, dump, exported.body, list.body, asked.body, prospects.body])
      for (const text of [...googleTexts, googleStubKey]) expect(answered).not.toContain(text);
  });

  it('saves the facts of a chosen NPPES record instead, each with its source', async () => {
    await start({ PLACES_SEARCH: 'google' });
    expect((await add({ placeId: quill.id, npi: '1111111111' })).statusCode).toBe(422);
    expect((await add({ placeId: quill.id, npi })).statusCode).toBe(200);
    expect(await factsOf(quill.id)).toEqual({
      name: "O'Brien & McKay Family Dental of Hartford (NPPES)",
      address: '12 N Main St Ste 4, Hartford, CT 06103-1234 (NPPES)',
      businessType: 'Clinic/Center, Dental (NPPES)',
      phone: '(860) 555-7799 (NPPES)',
      locationCount: '3 (NPPES)',
      npi: `${npi} (NPPES)`,
    });
    // The ZIP code of the record gives an approximate position.
    const { prospect } = await profileOf(quill.id);
    expect([prospect.zip, prospect.isPlacedByZip, prospect.latitude]).toEqual([
      '06103',
      true,
      expect.closeTo(41.77, 1),
    ]);
    const stored = await databaseText();
    for (const text of [...googleTexts, ...nppesPersonalData]) expect(stored).not.toContain(text);
  });

  it('takes the unknown facts of a record later, once, and keeps typed values', async () => {
    await start({ PLACES_SEARCH: 'google' });
    const { prospectId } = (await add({ placeId: quill.id, name: 'Typed' })).json();
    const found = getNppesRecords.response.parse(
      (await get(buildUrl(getNppesRecords.path, {}, { name: "O'Brien", zip: '06103' }))).json(),
    );
    expect(found.rows).toEqual([
      expect.objectContaining({
        npi,
        phone: '(860) 555-7799',
        businessType: 'Clinic/Center, Dental',
      }),
    ]);
    const url = buildUrl(postNppesMatch.path, { prospectId });
    const { version } = (await profileOf(quill.id)).prospect;
    const changeId = randomUUID();
    const same = { changeId, version, npi };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(url, same)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await post(url, { ...same, changeId: randomUUID() })).statusCode).toBe(409);
    expect((await post(url, { ...same, npi: '1111111111' })).statusCode).toBe(409);
    const unknown = { ...same, changeId: randomUUID(), npi: '1111111111' };
    expect((await post(url, unknown)).statusCode).toBe(422);
    expect(await factsOf(quill.id)).toMatchObject({
      name: 'Typed (Morgan Member)',
      phone: '(860) 555-7799 (NPPES)',
    });
    expect((await profileOf(quill.id)).activity.map(({ text }) => text)).toEqual([
      `Took facts from NPPES record ${npi}`,
    ]);
    expect((await post(buildUrl(postNppesMatch.path, { prospectId: 999 }), same)).statusCode).toBe(
      404,
    );
  });

  it('reports a fault as a notice, answers other calls, and shows a spent budget', async () => {
    await start({ PLACES_SEARCH: 'google', PLACES_DAILY_BUDGET: '2' });
    google.setFault({ status: 403 });
    expect(await search('quill')).toMatchObject({
      results: [],
      notice: expect.stringMatching(
        /^Google Maps rejected the request \(403\)\. Ask an administrator/,
      ),
    });
    expect((await get(getProspects.path)).json()).toEqual([]);
    google.setFault(undefined);
    expect(await search('quill')).toMatchObject({ results: [{ name: quill.name }] });
    expect(await search('other')).toMatchObject({
      results: [],
      notice: 'Today’s 2 requests to Google Maps are used up. Try again tomorrow.',
    });
    const { prospectId } = (await add({ placeId: quill.id, name: 'Typed' })).json();
    const live = await get(buildUrl(getLiveFacts.path, { prospectId }));
    expect([live.statusCode, live.body]).toEqual([
      503,
      'Today’s 2 requests to Google Maps are used up. Try again tomorrow.',
    ]);
    expect(google.calls).toHaveLength(2);
    expect(await search('qu')).toMatchObject({ notice: 'Type at least 3 characters.' });
  });

  it('shows the remaining budget when it is low', async () => {
    await start({ PLACES_SEARCH: 'google', PLACES_DAILY_BUDGET: '10' });
    for (let index = 0; index < 8; index += 1)
      expect((await search(`query ${index}`)).notice).toBeNull();
    expect((await search('query 8')).notice).toBe(
      '1 of today’s 10 requests to Google Maps are left.',
    );
  });
});

describe('NPPES', () => {
  it('saves its record as a prospect once, also after a match', async () => {
    await start({ PLACES_SEARCH: 'nppes' });
    const [found] = (await search("o'brien & mckay hartford, CT")).results;
    expect(found).toMatchObject({
      placeId: `npi-${npi}`,
      isPlacedByZip: true,
      alreadyProspect: false,
    });
    const added = await Promise.all(
      Array.from({ length: 4 }, () => add({ placeId: `npi-${npi}` })),
    );
    expect(new Set(added.map((each) => each.json().prospectId)).size).toBe(1);
    expect(added[0]?.json()).toMatchObject({ latitude: null, source: 'google_places' });
    expect(await factsOf(`npi-${npi}`)).toMatchObject({
      phone: '(860) 555-7799 (NPPES)',
      npi: `${npi} (NPPES)`,
      locationCount: '3 (NPPES)',
    });
    expect((await search('QF partners')).results[0]).toMatchObject({ alreadyProspect: true });
    expect((await add({ placeId: 'npi-1111111111' })).statusCode).toBe(404);
    const stored = await databaseText();
    for (const text of nppesPersonalData) expect(stored).not.toContain(text);
  });

  it('says when there are more matches than can be read, and never asks beyond them', async () => {
    const many = Array.from({ length: 1_300 }, (_, index) => ({
      ...record,
      number: String(1_000_000_000 + index),
      tradeNames: [],
      legalName: `SMILE CENTER ${index} LLC`,
    }));
    await start({ PLACES_SEARCH: 'nppes' }, many);
    const found = await search('smile center');
    expect(found.results).toHaveLength(20);
    expect(found.results[0]?.isPossibleDuplicate).toBe(true);
    expect(found.notice).toBe('1,200 or more matches. Add a city with its state, or a ZIP code.');
    expect(nppes.calls.map(({ url }) => url.searchParams.get('skip'))).toEqual(['0', '1000']);
    expect((await search('CT')).notice).toBe('Type at least 3 characters.');
    expect((await search('日本語歯科')).notice).toMatch(/^Type at least two letters/);
  });
});

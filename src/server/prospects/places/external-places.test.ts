import { afterEach, describe, expect, it } from 'vitest';
import { parseEnv } from '#server/core/env/env.ts';
import { type PlacesProvider, PlacesUnavailable } from '#server/core/providers/places.ts';
import { createTestDatabase } from '#test/database.ts';
import { insertInstitution } from '#test/factories.ts';
import { googleStubKey, startGooglePlacesStub } from '#test/google-places-stub.ts';
import { directoryFaults } from '#test/json-stub.ts';
import { startNppesStub } from '#test/nppes-stub.ts';
import { runPlacesConformanceTests, testPlaces } from '#test/places-conformance.ts';
import { choosePlacesProvider } from './choose-places.ts';

const start = new Date('2026-11-18T18:00:00Z');
const npiOf = (index: number) => 1_000_000_001 + index;
const zip = { city: 'HARTFORD', state: 'CT', postal_code: '061011234' };

const startGoogle = () =>
  startGooglePlacesStub(
    testPlaces.map((place) => ({
      id: place.placeId,
      name: place.name,
      address: place.address,
      phone: place.phone ?? '',
      website: place.website ?? '',
      rating: place.rating,
      ratings: place.totalRatings ?? 0,
    })),
  );
const startNppes = () =>
  startNppesStub(
    testPlaces.map((place, index) => ({
      number: index % 2 === 0 ? npiOf(index) : String(npiOf(index)),
      legalName: `${place.name.toUpperCase()}, L.L.C.`,
      address: { address_1: `${index} OAK AVE`, ...zip },
      phone: '860-555-0109',
    })),
  );

async function openDirectory(name: 'google' | 'nppes', more: Record<string, string> = {}) {
  const { database, close } = await createTestDatabase();
  const stub = name === 'google' ? await startGoogle() : await startNppes();
  let now = start;
  const env = parseEnv({
    NODE_ENV: 'test',
    PLACES_SEARCH: name,
    GOOGLE_PLACES_API_KEY: googleStubKey,
    GOOGLE_PLACES_BASE_URL: stub.baseUrl,
    NPPES_BASE_URL: stub.baseUrl,
    ...more,
  });
  const create = () => choosePlacesProvider(env, database.foreground, () => now, 500);
  return {
    provider: create(),
    /** Creates the directory of another process on the same database. */
    create,
    stub,
    database,
    setClock: (at: Date) => {
      now = at;
    },
    async close() {
      await stub.close();
      await close();
    },
  };
}

for (const name of ['google', 'nppes'] as const)
  runPlacesConformanceTests(name, async () => {
    const { provider, database, stub, close } = await openDirectory(name);
    await insertInstitution(database, { institution_id: 1 });
    await database.foreground
      .insertInto('place_link')
      .values({ institution_id: 1, place_id: 'elm' })
      .execute();
    const index = (id: string) => testPlaces.findIndex(({ placeId }) => placeId === id);
    return {
      provider,
      idOf: (id) => (name === 'google' ? id : `npi-${npiOf(index(id) < 0 ? 900 : index(id))}`),
      async close() {
        expect(stub.errors).toEqual([]);
        await close();
      },
    };
  });

describe.each(['google', 'nppes'] as const)('%s', (name) => {
  let opened: Awaited<ReturnType<typeof openDirectory>>;
  afterEach(() => opened.close());
  const search = (query: string, provider: PlacesProvider = opened.provider) =>
    provider.searchText(query, new AbortController().signal);
  const firstName = async (query: string) => (await search(query)).places[0]?.name;

  it('reports each fault without its text, keeps no failed answer, and records it', async () => {
    opened = await openDirectory(name);
    let at = start.getTime();
    for (const [fault, wrong, text] of directoryFaults) {
      opened.stub.setFault(wrong);
      const failed = await search('elm dental').catch((error: unknown) => error);
      expect(failed, fault).toBeInstanceOf(PlacesUnavailable);
      expect(String(failed), fault).toMatch(text);
      expect(String(failed), fault).not.toContain('stack trace');
      const recorded = await opened.database.foreground
        .selectFrom('provider_call')
        .select('error')
        .where('provider', '=', 'places')
        .executeTakeFirst();
      expect(recorded?.error, fault).toMatch(text);
      // A directory that allows no more calls is asked again after the pause.
      at += 3_600_000;
      opened.setClock(new Date(at));
      opened.stub.setFault(undefined);
      expect(await firstName('elm dental'), fault).toBe('Elm Dental');
      at += 3_600_000;
      opened.setClock(new Date(at));
    }
  });

  it('is called by no process during the pause that it requests', async () => {
    opened = await openDirectory(name);
    opened.stub.setFault({ status: 429, retryAfter: '120' });
    await expect(search('elm dental')).rejects.toThrow('allows no more requests');
    opened.stub.setFault(undefined);
    opened.setClock(new Date(start.getTime() + 119_000));
    for (const provider of [opened.provider, opened.create()])
      await expect(search('elm dental', provider)).rejects.toThrow('Try again in 1 second');
    expect(opened.stub.calls).toHaveLength(1);
    opened.setClock(new Date(start.getTime() + 120_000));
    expect(await firstName('elm dental')).toBe('Elm Dental');
  });

  it('is called once for simultaneous and repeated queries, until ten minutes later', async () => {
    opened = await openDirectory(name);
    await Promise.all(Array.from({ length: 8 }, () => search('elm dental')));
    await search('elm dental');
    expect(opened.stub.calls).toHaveLength(1);
    opened.setClock(new Date(start.getTime() + 600_000));
    await search('elm dental');
    expect(opened.stub.calls).toHaveLength(2);
  });

  it('stops the call when the last caller has left', async () => {
    opened = await openDirectory(name);
    opened.stub.setFault('slow');
    const [one, other] = [new AbortController(), new AbortController()];
    const waiting = [one, other].map(({ signal }) =>
      opened.provider.searchText('elm dental', signal).catch((error: unknown) => error),
    );
    await expect.poll(() => opened.stub.calls.length).toBe(1);
    one.abort();
    await waiting[0];
    expect(opened.stub.closedEarly()).toBe(0);
    other.abort();
    await Promise.all(waiting);
    await expect.poll(() => opened.stub.closedEarly()).toBe(1);
    opened.stub.setFault(undefined);
    expect(await firstName('elm dental')).toBe('Elm Dental');
  });

  it('shares the daily budget with other processes, until the next business day', async () => {
    opened = await openDirectory(name, { PLACES_DAILY_BUDGET: '7' });
    const providers = [opened.provider, opened.create()];
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        search(`pine family practice ${index}`, providers[index % 2]),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect(opened.stub.calls).toHaveLength(7);
    await expect(search('another')).rejects.toThrow(/Today’s 7 requests to .* are used up/);
    expect(await opened.provider.budget()).toEqual({ limit: 7, left: 0 });
    // Midnight in Los Angeles.
    opened.setClock(new Date('2026-11-19T08:00:00Z'));
    await search('another');
    expect(await opened.provider.budget()).toEqual({ limit: 7, left: 6 });
  });
});

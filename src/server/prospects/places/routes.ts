import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, HttpError, notFound, unprocessable } from '#server/core/errors.ts';
import { createRequestSignal } from '#server/core/http/request-signal.ts';
import { route } from '#server/core/http/route.ts';
import { npiOfPlaceId } from '#server/core/providers/places/nppes-records.ts';
import { type PlacesBudget, PlacesUnavailable } from '#server/core/providers/places.ts';
import { dayIn } from '#shared/core/dates.ts';
import { cleanLine } from '#shared/core/text.ts';
import { numberText } from '#shared/core/words.ts';
import { getLiveFacts, getNppesRecords, postNppesMatch } from '#shared/prospects/places.ts';
import {
  type DiscoveredPlace,
  type Prospect,
  postPlaceSearch,
  postProspect,
} from '#shared/prospects/prospects.ts';
import {
  findSavedChange,
  insertProspectChange,
  lockProspects,
  updateProspectWork,
} from '../changes/queries.ts';
import { otherChangeSaved } from '../changes/rules.ts';
import { phoneKeyOf } from '../duplicates/key-rules.ts';
import { findSuppressions } from '../profile/profile-queries.ts';
import {
  findKnownPlaces,
  findPlaceOfProspect,
  findProspectByPlace,
  type StoredProspect,
  saveProspect,
} from '../queries.ts';
import { furtherNppesFacts, nppesFacts, rowOfPlace, rowOfPlaceId } from '../save-rules.ts';
import { chooseNppesClient } from './choose-places.ts';
import { saveFacts, takeNppesFacts } from './nppes-facts.ts';

/** Share of the daily budget, 0–1, at which the remaining requests are shown. */
const lowBudget = 0.1;

const budgetText = (title: string, { limit, left }: PlacesBudget): string | null =>
  left > 0 && left <= limit * lowBudget
    ? `${numberText(left)} of today’s ${numberText(limit)} requests to ${title} are left.`
    : null;

const nppesIsOff = () =>
  new HttpError(
    404,
    'NPPES search is off. Ask an administrator to set PLACES_SEARCH to nppes or google.',
  );

export function placesRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, places, clock, env } = dependencies;
  const nppes = chooseNppesClient(env, database.foreground, clock);
  const source = `${env.PLACES_PROVIDER}_places`;
  const about = { attribution: places.attribution, isStorable: places.isStorable };

  async function search(query: string, signal: AbortSignal) {
    if ([...query].length < places.minQueryLength)
      return { results: [], notice: `Type at least ${places.minQueryLength} characters.` };
    const found = await places.searchText(query, signal);
    const left = await places.budget();
    const notices = [found.notice, left === null ? null : budgetText(places.title, left)];
    const notice = notices.filter((text) => text !== null).join(' ');
    const known = await findKnownPlaces(database.foreground, found.places);
    const results: DiscoveredPlace[] = found.places.map((place) => ({
      placeId: place.placeId,
      name: place.name,
      address: place.address,
      city: place.city,
      state: place.state,
      businessType: place.businessType,
      latitude: places.isMappable ? place.latitude : null,
      longitude: places.isMappable ? place.longitude : null,
      isPlacedByZip: place.isPlacedByZip,
      isPossibleDuplicate: place.isPossibleDuplicate,
      phone: place.phone,
      rating: place.rating,
      totalRatings: place.totalRatings,
      source,
      isNewFromPlaces: true,
      alreadyProspect: known.prospects.has(place.placeId),
      customerId: known.customers.get(place.placeId) ?? null,
    }));
    return { results, notice: notice === '' ? null : notice };
  }

  // A failure of the directory is a notice, because the other tabs of the search box don't need it.
  route(app, postPlaceSearch, async ({ body: { query }, reply }) => {
    const signal = createRequestSignal(reply);
    try {
      return { ...about, ...(await search(query, signal)) };
    } catch (error) {
      if (error instanceof PlacesUnavailable)
        return { ...about, results: [], notice: error.message };
      // The caller no longer waits for the answer.
      if (signal.aborted) return { ...about, results: [], notice: null };
      throw error;
    }
  });

  async function findNppesRecord(npi: string) {
    if (nppes === null) throw nppesIsOff();
    const record = await nppes.find(npi);
    if (record === null) throw unprocessable('npi: NPPES has no active record with this number.');
    return record;
  }

  /** Returns the storable data of a place: its facts, its NPPES record, or the name that the user typed. */
  async function readNewProspect({
    placeId,
    name,
    npi,
  }: {
    placeId: string;
    name?: string | undefined;
    npi?: string | undefined;
  }) {
    if (places.isStorable) {
      const place = await places.place(placeId);
      if (place === null) throw notFound('This place');
      const facts = places.name === 'nppes' ? furtherNppesFacts(place) : {};
      const source = places.name === 'nppes' ? ('nppes' as const) : null;
      return { row: rowOfPlace(place, places.name), facts, source };
    }
    if (npi !== undefined) {
      const record = await findNppesRecord(npi);
      const row = rowOfPlaceId(placeId, record.name);
      return { row, facts: nppesFacts(record), source: 'nppes' as const };
    }
    const typed = cleanLine(name ?? '');
    if (typed === '')
      throw unprocessable(
        `name: Enter the practice’s name, or choose its NPPES record. Facts of ${places.title} can’t be saved.`,
      );
    return { row: rowOfPlaceId(placeId, typed), facts: { name: typed }, source: null };
  }

  async function describeSaved(prospect: StoredProspect): Promise<Prospect> {
    const { prospectId, phone } = prospect;
    const [suppression] = await findSuppressions(
      database.foreground,
      prospectId,
      phoneKeyOf(phone),
    );
    return { ...prospect, doNotContact: suppression?.reason ?? null, isNewFromPlaces: false };
  }

  route(app, postProspect, async ({ body, user }) => {
    const known = await findProspectByPlace(database.foreground, body.placeId);
    if (known !== undefined) return describeSaved(known);
    const fresh = await readNewProspect(body);
    const saved = await database.foreground.transaction().execute(async (transaction) => {
      const isNew = await saveProspect(transaction, fresh.row, source, clock());
      const prospect = await findProspectByPlace(transaction, fresh.row.placeId);
      if (prospect === undefined) throw new Error('The saved prospect is missing.');
      if (isNew)
        await saveFacts(transaction, prospect.prospectId, fresh, {
          userId: user.id,
          at: clock(),
        });
      return prospect;
    });
    return describeSaved(saved);
  });

  route(app, getLiveFacts, async ({ params: { prospectId } }) => {
    const place = await findPlaceOfProspect(database.foreground, prospectId);
    if (place === undefined || place.directory !== 'google' || places.name !== 'google')
      throw new HttpError(404, 'This prospect has no facts to load from Google Maps.');
    const facts = await places.place(place.placeId);
    return {
      attribution: places.attribution ?? places.title,
      facts: facts && {
        name: facts.name,
        address: facts.address,
        businessType: facts.businessType,
        phone: facts.phone,
        website: facts.website,
        rating: facts.rating,
        totalRatings: facts.totalRatings,
        openingHours: facts.openingHours,
        url: facts.url,
      },
    };
  });

  route(app, getNppesRecords, async ({ query: { name, zip }, reply }) => {
    if (nppes === null) throw nppesIsOff();
    const signal = createRequestSignal(reply);
    try {
      const found = await nppes.searchByName({ name, zip }, signal);
      return {
        rows: found.places.map(({ placeId, name, address, businessType, phone }) => ({
          npi: npiOfPlaceId(placeId) ?? '',
          ...{ name, address, businessType, phone },
        })),
        notice: found.notice,
      };
    } catch (error) {
      // The caller no longer waits for the answer.
      if (signal.aborted) return { rows: [], notice: null };
      throw error;
    }
  });

  route(app, postNppesMatch, async ({ params: { prospectId }, body, user }) => {
    const { changeId, version, npi } = body;
    // A repeated request is answered without another request to NPPES.
    const isSaved =
      (await findSavedChange(database.foreground, prospectId, changeId)) !== undefined;
    const record = isSaved ? null : await findNppesRecord(npi);
    return database.foreground.transaction().execute(async (transaction) => {
      const [prospect] = await lockProspects(transaction, [prospectId]);
      if (prospect === undefined) throw notFound('This prospect');
      const change = { action: 'matchNppes', npi };
      const saved = await findSavedChange(transaction, prospectId, changeId);
      if (saved !== undefined) {
        if (!isDeepStrictEqual(saved, change)) throw otherChangeSaved();
        return { version: prospect.version };
      }
      if (record === null || prospect.version !== version) throw changedMeanwhile(prospect.name);
      const at = clock();
      await takeNppesFacts(transaction, prospectId, record, {
        ...{ userId: user.id, at },
        today: dayIn(env.BUSINESS_TIME_ZONE, at),
      });
      await updateProspectWork(transaction, prospect, prospect, at);
      await insertProspectChange(transaction, {
        ...{ prospectId, changeId, at, change },
        userId: user.id,
        before: {},
      });
      return { version: version + 1 };
    });
  });
}

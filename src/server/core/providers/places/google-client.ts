import { z } from 'zod';
import type { Clock } from '#server/core/clock/clock.ts';
import type { GuardPlacesCall, PlaceDetails } from '../places.ts';
import { type JsonCall, makeJsonCall, refusedCall, unreadableAnswer } from './json-call.ts';

export const googleTitle = 'Google Maps';

/** Fields of a found place. Ratings and phone numbers would make each search more expensive. */
export const googleSearchMask = [
  'places.id',
  'places.displayName',
  'places.formattedAddress',
  'places.primaryTypeDisplayName',
  'places.businessStatus',
].join();

/** Fields of one place. */
export const googleDetailsMask = [
  'id',
  'displayName',
  'formattedAddress',
  'primaryTypeDisplayName',
  'rating',
  'userRatingCount',
  'nationalPhoneNumber',
  'websiteUri',
  'regularOpeningHours.weekdayDescriptions',
  'googleMapsUri',
].join();

const localizedText = z.object({ text: z.string() }).nullish();
const placeSchema = z.object({
  id: z.string().min(1),
  displayName: localizedText,
  formattedAddress: z.string().nullish(),
  primaryTypeDisplayName: localizedText,
  businessStatus: z.string().nullish(),
  rating: z.number().min(0).max(5).nullish(),
  userRatingCount: z.int().min(0).nullish(),
  nationalPhoneNumber: z.string().nullish(),
  websiteUri: z.string().nullish(),
  regularOpeningHours: z.object({ weekdayDescriptions: z.array(z.string()).nullish() }).nullish(),
  googleMapsUri: z.string().nullish(),
});
const searchSchema = z.object({ places: z.array(placeSchema).optional() });
const errorSchema = z.object({
  error: z.object({ details: z.array(z.object({ reason: z.string().optional() })).optional() }),
});

export interface GooglePlacesSettings {
  apiKey: string;
  baseUrl: string;
  clock: Clock;
  guard: GuardPlacesCall;
  /** Deadline for a whole answer, in milliseconds. */
  deadline?: number | undefined;
}

export interface GooglePlacesClient {
  /** Returns at most 20 open places, best match first. */
  search(query: string, signal: AbortSignal): Promise<PlaceDetails[]>;
  /** Returns a place; `null` when Google does not know the id. */
  find(placeId: string): Promise<PlaceDetails | null>;
}

/** Creates the client of Google's Places API (New). It makes one call per question, without retries. */
export function createGooglePlacesClient({
  apiKey,
  baseUrl,
  clock,
  guard,
  deadline = 5_000,
}: GooglePlacesSettings): GooglePlacesClient {
  const base = baseUrl.replace(/\/+$/, '');
  const headersOf = (mask: string) => ({
    'x-goog-api-key': apiKey,
    'x-goog-fieldmask': mask,
  });

  /** Returns the parsed answer; `null` when Google does not know the place of the request. */
  async function ask<Answer>(
    call: Pick<JsonCall, 'url' | 'method' | 'headers' | 'body'>,
    schema: z.ZodType<Answer>,
    signal: AbortSignal,
  ): Promise<Answer | null> {
    const answer = await makeJsonCall({ ...call, title: googleTitle, deadline }, signal);
    const { status, json } = answer;
    if (status === 400 && !isKeyInvalid(json) && call.method === 'GET') return null;
    if (status === 404 && call.method === 'GET') return null;
    if (status !== 200)
      throw refusedCall(
        googleTitle,
        isKeyInvalid(json) ? { ...answer, status: 403 } : answer,
        'GOOGLE_PLACES_API_KEY',
        clock(),
      );
    const parsed = schema.safeParse(json);
    if (!parsed.success) throw unreadableAnswer(googleTitle);
    return parsed.data;
  }

  return {
    search: (query, signal) =>
      guard(async () => {
        const found = await ask(
          {
            url: new URL(`${base}/v1/places:searchText`),
            method: 'POST',
            headers: { ...headersOf(googleSearchMask), 'content-type': 'application/json' },
            body: JSON.stringify({
              textQuery: query,
              pageSize: 20,
              languageCode: 'en',
              regionCode: 'US',
            }),
          },
          searchSchema,
          signal,
        );
        const places = found?.places ?? [];
        return places
          .filter(({ businessStatus }) => businessStatus !== 'CLOSED_PERMANENTLY')
          .slice(0, 20)
          .map(toPlace);
      }),
    async find(placeId) {
      // URL parsing removes the segments '', '.' and '..', so they can't be place ids.
      if (/^\.{0,2}$/.test(placeId)) return null;
      return guard(async () => {
        const url = new URL(`${base}/v1/places/${encodeURIComponent(placeId.toWellFormed())}`);
        url.search = new URLSearchParams({ languageCode: 'en', regionCode: 'US' }).toString();
        const place = await ask(
          { url, method: 'GET', headers: headersOf(googleDetailsMask) },
          placeSchema,
          new AbortController().signal,
        );
        return place === null ? null : toPlace(place);
      });
    },
  };
}

const isKeyInvalid = (json: unknown): boolean => {
  const { data } = errorSchema.safeParse(json);
  return data?.error.details?.some(({ reason }) => reason === 'API_KEY_INVALID') ?? false;
};

const toPlace = (place: z.output<typeof placeSchema>): PlaceDetails => ({
  placeId: place.id,
  name: place.displayName?.text ?? '',
  address: place.formattedAddress ?? '',
  city: null,
  state: null,
  businessType: place.primaryTypeDisplayName?.text ?? '',
  latitude: null,
  longitude: null,
  isPlacedByZip: false,
  phone: place.nationalPhoneNumber ?? null,
  rating: place.rating ?? null,
  totalRatings: place.userRatingCount ?? null,
  isPossibleDuplicate: false,
  website: place.websiteUri ?? null,
  openingHours: place.regularOpeningHours?.weekdayDescriptions ?? null,
  locationCount: null,
  url: place.googleMapsUri ?? null,
});

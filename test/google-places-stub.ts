import { z } from 'zod';
import { type StubCall, type StubReply, startJsonStub } from './json-stub.ts';

export const googleStubKey = 'AIza-stub-key';

export interface GoogleStubPlace {
  id: string;
  name: string;
  address: string;
  phone: string;
  website: string;
  rating: number | null;
  ratings: number;
}

const searchBodySchema = z.strictObject({
  textQuery: z.string().min(1),
  pageSize: z.literal(20),
  languageCode: z.literal('en'),
  regionCode: z.literal('US'),
});

/** The only fields that may be requested, as the API's field masks name them. */
const searchMask =
  'places.id,places.displayName,places.formattedAddress,places.primaryTypeDisplayName,places.businessStatus';
const detailsMask =
  'id,displayName,formattedAddress,primaryTypeDisplayName,rating,userRatingCount,nationalPhoneNumber,websiteUri,regularOpeningHours.weekdayDescriptions,googleMapsUri';

const json = (value: unknown, status = 200): StubReply => ({ status, body: JSON.stringify(value) });

/** Error answer of the API. */
const refusal = (status: number, reason: string): StubReply =>
  json({ error: { code: status, message: 'Refused.', details: [{ reason }] } }, status);

/** Starts a strict stub of Google's Places API (New). `delays` holds back searches, in ms by query. */
export async function startGooglePlacesStub(
  places: readonly GoogleStubPlace[],
  search: (query: string, place: GoogleStubPlace) => boolean = (query, { name }) =>
    name.toLowerCase().includes(query.toLowerCase()),
) {
  const delays = new Map<string, Promise<unknown>>();
  async function reply({ method, url, headers, body }: StubCall): Promise<StubReply> {
    if (headers['x-goog-api-key'] !== googleStubKey) return refusal(400, 'API_KEY_INVALID');
    if (url.toString().includes(googleStubKey)) throw new Error('The key is in the URL.');
    if (method === 'POST' && url.pathname === '/v1/places:searchText') {
      if (headers['x-goog-fieldmask'] !== searchMask) throw new Error('Another field mask.');
      if (headers['content-type'] !== 'application/json') throw new Error('Not JSON.');
      const { textQuery, pageSize } = searchBodySchema.parse(JSON.parse(body));
      await delays.get(textQuery);
      const found = places.filter((place) => search(textQuery, place)).slice(0, pageSize);
      return json(
        found.length === 0
          ? {}
          : {
              places: found.map(({ id, name, address }) => ({
                id,
                displayName: { text: name, languageCode: 'en' },
                formattedAddress: address,
                primaryTypeDisplayName: { text: 'Dentist', languageCode: 'en' },
                businessStatus: 'OPERATIONAL',
              })),
            },
      );
    }
    const placeId = /^\/v1\/places\/([^/]+)$/.exec(url.pathname)?.[1];
    if (method === 'GET' && placeId !== undefined) {
      if (headers['x-goog-fieldmask'] !== detailsMask) throw new Error('Another field mask.');
      const place = places.find(({ id }) => id === decodeURIComponent(placeId));
      if (place === undefined) return refusal(400, 'INVALID_ARGUMENT');
      return json({
        id: place.id,
        displayName: { text: place.name, languageCode: 'en' },
        formattedAddress: place.address,
        primaryTypeDisplayName: { text: 'Dentist', languageCode: 'en' },
        ...(place.rating === null ? {} : { rating: place.rating, userRatingCount: place.ratings }),
        nationalPhoneNumber: place.phone,
        websiteUri: place.website,
        regularOpeningHours: { weekdayDescriptions: ['Monday: 8:00 AM – 4:41 PM'] },
        googleMapsUri: 'https://maps.google.com/?cid=1',
      });
    }
    throw new Error(`No such call: ${method} ${url.pathname}`);
  }
  const stub = await startJsonStub(reply, '{"places":[{"id":5}],"id":5}');
  return { ...stub, delays };
}

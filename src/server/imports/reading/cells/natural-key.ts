import { createHash } from 'node:crypto';
import { nameKey } from '#shared/core/text.ts';
import { cut } from '#shared/core/words.ts';

/** An entry of an index holds 2,704 bytes. */
const longestKeyBytes = 2_600;

const nameKeyOf = (text: string | null): string => nameKey(text ?? '');

interface NamedPlace {
  /** The external id of a given institution, with its source. */
  institution: string | null;
  institutionName: string | null;
  name: string | null;
  streetAddress: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  latitude: number | null;
  longitude: number | null;
}

/**
 * What a practice without ids is known again by: name, street and zip. Where one of them is missing, the town stands
 * in for the zip and the coordinates, to about ten metres, for the street, so that different practices stay apart.
 * Inside a given institution the institution's own name does not count, so that it may change. Of a key too long to be
 * looked up by, its hash stands for it.
 */
export function naturalKey(place: NamedPlace): string {
  const street = nameKeyOf(place.streetAddress);
  const zip = cut(place.zip ?? '', 5).toLowerCase();
  const names =
    place.institution === null
      ? [nameKeyOf(place.institutionName), nameKeyOf(place.name)]
      : [nameKeyOf(place.name ?? place.institutionName)];
  const distinctNames = [...new Set(names.filter((name) => name !== ''))].join('/');
  const town = zip === '' ? `${nameKeyOf(place.city)}/${nameKeyOf(place.state)}` : '';
  const point =
    street === '' && place.latitude !== null && place.longitude !== null
      ? `${place.latitude.toFixed(4)},${place.longitude.toFixed(4)}`
      : '';
  const key = [place.institution ?? '', distinctNames, street, zip, town, point].join('|');
  return Buffer.byteLength(key) <= longestKeyBytes ? key : createHash('sha256').update(key).digest('base64url');
}

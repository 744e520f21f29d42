import { createHash } from 'node:crypto';
import { normalizeName } from '#shared/core/text.ts';
import { truncateText } from '#shared/core/words.ts';

/**
 * Version of the rules by which natural keys are made. Increase it when `naturalPracticeKey` or
 * `normalizeName` changes, so that stored keys are renewed.
 */
export const naturalKeyRulesVersion = 2;

/** Maximum number of bytes in a key, because an index entry holds at most 2,704 bytes. */
const longestKeyBytes = 2_600;

const nameKeyOf = (text: string | null): string => normalizeName(text ?? '');

interface NamedPlace {
  /** External id of the institution with its source; `null` without an id. */
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
 * Returns the key of a practice without ids, made of name, street and zip code. The town replaces a
 * missing zip code. The coordinates, rounded to about 10 meters, replace a missing street. When the
 * institution has an id, the institution's name is not part of the key, so it can change. A hash
 * replaces a key that is too long for an index.
 */
export function naturalPracticeKey(place: NamedPlace): string {
  const street = nameKeyOf(place.streetAddress);
  const zip = truncateText(place.zip ?? '', 5).toLowerCase();
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
  return indexed(key);
}

const indexed = (key: string): string =>
  Buffer.byteLength(key) <= longestKeyBytes
    ? key
    : createHash('sha256').update(key).digest('base64url');

const lettersOf = (text: string): string => normalizeName(text).replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Returns a stored natural key as the current rules make it. Normalizes each name, street and town
 * in the key again. Uses the original text in `texts` with the same letters and digits, if there is
 * one, or else the text in the key. Returns `undefined` for hashes and ids, which are not natural
 * keys.
 */
export function normalizeStoredNaturalKey(
  stored: string,
  texts: readonly string[],
): string | undefined {
  const parts = stored.split('|');
  // The parts are counted from the end, because the institution's id can contain the separator.
  const [names, street, zip, town, point] = parts.slice(-5);
  if (parts.length < 6 || names === undefined || street === undefined || town === undefined)
    return undefined;
  const renewed = (part: string): string =>
    normalizeName(texts.find((text) => lettersOf(text) === lettersOf(part)) ?? part);
  const eachRenewed = (joined: string) => joined.split('/').map(renewed);
  const distinctNames = [...new Set(eachRenewed(names).filter((name) => name !== ''))].join('/');
  return indexed(
    [
      parts.slice(0, -5).join('|'),
      distinctNames,
      renewed(street),
      zip,
      eachRenewed(town).join('/'),
      point,
    ].join('|'),
  );
}

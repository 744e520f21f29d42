import { isStateCode, usStateNames } from '#shared/core/state-names.ts';
import { foldText } from '#shared/core/text.ts';

/** Criteria of a search for organizations. */
export interface NppesCriteria {
  /** Words of the name without the final wildcard; '' for all names. */
  name: string;
  city: string;
  /** Two-letter code. */
  state: string;
  /** Five digits. */
  zip: string;
}

/** Tests whether a state has a city. The city is folded, the state is a two-letter code. */
export type CityTest = (city: string, state: string) => boolean;

const statesByName = new Map(
  Object.entries(usStateNames).flatMap(([code, names]) =>
    names.map((name) => [foldText(name), code] as const),
  ),
);

/** Returns the code of a state; `undefined` for another text. A code must be in capitals. */
const stateOf = (text: string): string | undefined =>
  isStateCode(text) ? text : statesByName.get(foldText(text));

/** Returns the words that NPPES accepts in a name or a city. */
export const plainWords = (text: string): string =>
  foldText(text)
    .replace(/[^a-z0-9&'./ -]/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');

/** Maximum number of words in the name of a state or a city. */
const mostWords = 4;

/** Splits a state off the end of the words: 'Austin TX' or 'Albany New York'. */
function splitState(words: readonly string[]): { rest: readonly string[]; state: string } {
  for (let count = Math.min(mostWords, words.length); count > 0; count -= 1) {
    const state = stateOf(words.slice(-count).join(' '));
    if (state !== undefined) return { rest: words.slice(0, -count), state };
  }
  return { rest: words, state: '' };
}

/** Splits a city of the state off the end of the words. */
function splitCity(
  words: readonly string[],
  state: string,
  isCity: CityTest,
): { rest: readonly string[]; city: string } {
  for (let count = Math.min(mostWords, words.length); count > 0; count -= 1) {
    const city = plainWords(words.slice(-count).join(' '));
    if (isCity(city, state)) return { rest: words.slice(0, -count), city };
  }
  return { rest: words, city: '' };
}

/** Legal forms and degrees at the end of a name, after a comma. */
const nameEnding = /,\s*(?:dds|dmd|md|do|od|pllc|llc|pc|pa|inc|ltd)\.?(?=,|$)/gi;

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/**
 * Returns the criteria for a query such as 'Bright Smiles Austin, TX 78701'. A city counts only
 * with its state or after a comma, because many names contain the name of a city. A state counts
 * only as a code in capitals, as a full name after a city, or after a comma.
 */
export function parseNppesQuery(query: string, isCity: CityTest): NppesCriteria {
  const zip = /(?:^|[\s,])(\d{5})(?:-\d{4})?$/.exec(query.trim());
  const text = (zip === null ? query : query.trim().slice(0, zip.index))
    .replace(/[\s,]+$/, '')
    .replace(nameEnding, '');
  const found = { name: '', city: '', state: '', zip: zip?.[1] ?? '' };
  const [first = '', ...parts] = text.split(',').map((part) => part.trim());
  if (parts.length > 0) {
    const { rest, state } = splitState(wordsOf(parts.join(' ')));
    const city = plainWords(rest.join(' '));
    const front = wordsOf(first);
    if (city !== '') return { ...found, name: plainWords(first), city, state };
    const split = splitCity(front, state, isCity);
    return { ...found, name: plainWords(split.rest.join(' ')), city: split.city, state };
  }
  const { rest, state } = splitState(wordsOf(first));
  if (state === '') return { ...found, name: plainWords(first) };
  const split = splitCity(rest, state, isCity);
  const isCode = /(?:^|\s)[A-Z]{2}$/.test(first);
  if (split.city === '' && !isCode) return { ...found, name: plainWords(first) };
  return { ...found, name: plainWords(split.rest.join(' ')), city: split.city, state };
}

/**
 * Returns the parameters for the criteria; `null` when NPPES would not accept them. It needs two
 * letters of a name, a city or a ZIP code; a state alone is not enough.
 */
export function nppesParameters({
  name,
  city,
  state,
  zip,
}: NppesCriteria): Record<string, string> | null {
  const hasName = name.replace(/[^a-z0-9]/g, '').length >= 2;
  if (!hasName && city === '' && zip === '') return null;
  return {
    ...(hasName && { organization_name: `${name}*` }),
    ...(city !== '' && { city }),
    ...(state !== '' && { state }),
    ...(zip !== '' && { postal_code: `${zip}*` }),
  };
}

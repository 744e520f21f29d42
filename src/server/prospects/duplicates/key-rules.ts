import { normalizeName } from '#shared/core/text.ts';
import type { DuplicateReason } from '#shared/prospects/duplicates.ts';
import { phoneDigitsOf } from '../customer-index.ts';

/** Normalized facts of a practice, by which practices are compared. */
export interface DuplicateKeys {
  phone: string | null;
  /** Host of the website; `null` for a host that unrelated practices share. */
  website: string | null;
  /** Name and ZIP code. */
  name: string | null;
  /** Street with number, and ZIP code. */
  street: string | null;
  /** Suite or floor; '' when the address has none. */
  unit: string;
  zip: string | null;
}

/** Facts from which the keys are computed. */
export interface ComparedFacts {
  name: string;
  phone: string | null;
  website: string | null;
  /** Street with number and suite; `null` when it is unknown. */
  street: string | null;
  zip: string | null;
}

const addressBeforeCity = /^(.*\S)\s*,\s*[^,]+,\s*[A-Z]{2}\s+\d{5}(?:-\d{4})?$/s;

/** Returns the street at the start of an address; `null` when the address has another format. */
export const streetOfAddress = (address: string): string | null =>
  addressBeforeCity.exec(address.trim())?.[1] ?? null;

/**
 * Tests for a number that files contain in place of an unknown number, or that is reserved for
 * fiction (555-01xx).
 */
const isPlaceholder = (digits: string): boolean => /(\d)\1{6}$|55501\d\d$/.test(digits);

/** Hosts of directories and social networks, also with a subdomain. Their pages belong to anyone. */
const directoryHosts = [
  'facebook.com',
  'fb.com',
  'instagram.com',
  'linkedin.com',
  'linktr.ee',
  'twitter.com',
  'x.com',
  'youtube.com',
  'tiktok.com',
  'google.com',
  'goo.gl',
  'g.page',
  'yelp.com',
  'zocdoc.com',
  'healthgrades.com',
  'webmd.com',
  'vitals.com',
  'opencare.com',
  'localmed.com',
  'nexhealth.com',
  'yellowpages.com',
  'mapquest.com',
  'bing.com',
  'apple.com',
  'nextdoor.com',
  'patientpop.com',
  'bit.ly',
] as const;
/** Hosts of website builders, which give each customer a subdomain. */
const builderHosts = new Set([
  'wixsite.com',
  'wix.com',
  'squarespace.com',
  'weebly.com',
  'wordpress.com',
  'godaddysites.com',
  'business.site',
  'webflow.io',
  'blogspot.com',
]);

/** Returns the host of a website without 'www.'; `null` for a host that practices share. */
export function websiteHostOf(website: string | null): string | null {
  if (website === null) return null;
  const address = website.trim();
  const parsed = URL.parse(/^https?:\/\//i.test(address) ? address : `https://${address}`);
  const host = parsed?.hostname.replace(/^www\d?\./, '').replace(/\.$/, '') ?? '';
  if (!host.includes('.') || builderHosts.has(host)) return null;
  return directoryHosts.some((shared) => host === shared || host.endsWith(`.${shared}`))
    ? null
    : host;
}

const initials = /\b(?:\p{L} )+\p{L}\b/gu;
const titles = /^(?:dds|dmd|md|drs?|pllc|lllp|llp|llc|pc|pa|inc|ltd|corp|the)+$/;

/** Returns a name without case, punctuation, titles and legal forms; `null` when nothing remains. */
export function comparedName(name: string): string | null {
  const words = normalizeName(name)
    .replace(initials, (letters) => letters.replaceAll(' ', ''))
    .split(' ')
    .filter((word) => !titles.test(word));
  return words.join(' ') || null;
}

const streetWords: Readonly<Record<string, string>> = {
  street: 'st',
  avenue: 'ave',
  road: 'rd',
  boulevard: 'blvd',
  drive: 'dr',
  lane: 'ln',
  court: 'ct',
  place: 'pl',
  square: 'sq',
  highway: 'hwy',
  parkway: 'pkwy',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
};
const unitWords = / (?:suite|ste|unit|apt|room|rm|floor|fl|bldg|building) (\S+)/g;

/** Returns street and suite in a common spelling; `null` for a street without a number. */
function comparedStreet(street: string): { street: string; unit: string } | null {
  const units: string[] = [];
  const words = normalizeName(street.replaceAll('#', ' unit '))
    .replace(unitWords, (_, unit: string) => {
      units.push(unit);
      return '';
    })
    .split(' ')
    .map((word) => streetWords[word] ?? word)
    .join(' ');
  return /\d/.test(words) ? { street: words, unit: units.join(' ') } : null;
}

/** Returns the digits by which phone numbers are compared; `null` for a placeholder number. */
export function phoneKeyOf(phone: string | null): string | null {
  const digits = phoneDigitsOf(phone);
  return digits === null || isPlaceholder(digits) ? null : digits;
}

export function duplicateKeysOf({
  name,
  phone,
  website,
  street,
  zip,
}: ComparedFacts): DuplicateKeys {
  const compared = comparedName(name);
  const place = street === null ? null : comparedStreet(street);
  return {
    phone: phoneKeyOf(phone),
    website: websiteHostOf(website),
    name: compared === null || zip === null ? null : `${compared}|${zip}`,
    street: place === null || zip === null ? null : `${place.street}|${zip}`,
    unit: place?.unit ?? '',
    zip,
  };
}

const isSame = (one: string | null, other: string | null): boolean => one !== null && one === other;

/** Returns `false` only when both units are known and differ. */
const areUnitsCompatible = (one: DuplicateKeys, other: DuplicateKeys): boolean =>
  one.unit === '' || other.unit === '' || one.unit === other.unit;

/** Returns `true` when the addresses of two practices are known and differ. */
export const haveOtherAddresses = (one: DuplicateKeys, other: DuplicateKeys): boolean =>
  (one.zip !== null && other.zip !== null && one.zip !== other.zip) ||
  (one.street !== null &&
    other.street !== null &&
    !(one.street === other.street && areUnitsCompatible(one, other)));

/**
 * Returns `true` when two practices can be the same one for this reason. The same website at
 * another address belongs to another location of the practice.
 */
export function isDuplicateBy(
  reason: DuplicateReason,
  one: DuplicateKeys,
  other: DuplicateKeys,
): boolean {
  if (!isSame(one[reason], other[reason])) return false;
  if (reason === 'street') return areUnitsCompatible(one, other);
  return reason !== 'website' || !haveOtherAddresses(one, other);
}

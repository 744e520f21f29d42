import { isEmailAddress } from './email-address.ts';

/**
 * Returns the `mailto:` link of an email address; `undefined` when the stored text is not a valid
 * address. The address cannot add a recipient, a header field or text to the message.
 */
export function mailLink(email: string): string | undefined {
  if (!isEmailAddress(email)) return undefined;
  const at = email.indexOf('@');
  return `mailto:${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`;
}

/** Matches a phone number with usual punctuation and an optional extension. */
const phoneNumber =
  /^(\+?[\d\s().\-/\u00a0\u2010-\u2015]+?)(?:[\s,;]*(?:#|x|ext\.?|extension)\s*(\d{1,8}))?$/i;

/** Returns the `tel:` link of a phone number; `undefined` for any other text. */
export function phoneLink(phone: string): string | undefined {
  const [, number = '', extension] = phoneNumber.exec(phone.trim()) ?? [];
  const digits = number.replace(/\D/g, '');
  if (digits.length < 3 || digits.length > 15) return undefined;
  return `tel:${number.startsWith('+') ? '+' : ''}${digits}${extension === undefined ? '' : `;ext=${extension}`}`;
}

/**
 * Returns a web address that a browser may open, with `https://` added when the scheme is missing;
 * `undefined` for any other text.
 */
export function webLink(link: string | null | undefined): string | undefined {
  const trimmed = link?.trim() ?? '';
  if (trimmed === '') return undefined;
  const address = /^http/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  return /^https?:\/\/[^\s/?#@:]+(:\d{1,5})?([/?#]\S*)?$/i.test(address) ? address : undefined;
}

interface MapPoint {
  latitude: number;
  longitude: number;
}

const coordinatesText = ({ latitude, longitude }: MapPoint): string =>
  `${latitude.toFixed(6)},${longitude.toFixed(6)}`;

/** Maps services to which directions can be opened, each with its maximum number of stops. */
export const mapServices = {
  google: { name: 'Google Maps', maxStops: 10 },
  apple: { name: 'Apple Maps', maxStops: 14 },
} as const;
export type MapService = keyof typeof mapServices;

/**
 * Returns the link of driving directions through the stops; `undefined` without stops. Without a
 * start, the service starts at the user's position.
 */
export function directionsLink(
  service: MapService,
  start: MapPoint | null,
  stops: readonly MapPoint[],
): string | undefined {
  const destination = stops.at(-1);
  if (destination === undefined) return undefined;
  const between = stops.slice(0, -1).map(coordinatesText);
  const from = start === null ? [] : [start].map(coordinatesText);
  return service === 'google'
    ? withParameters('https://www.google.com/maps/dir/', [
        ['api', '1'],
        ['travelmode', 'driving'],
        ...from.map((origin) => ['origin', origin] as const),
        ...(between.length === 0 ? [] : [['waypoints', between.join('|')] as const]),
        ['destination', coordinatesText(destination)],
      ])
    : withParameters('https://maps.apple.com/directions', [
        ['mode', 'driving'],
        ...from.map((source) => ['source', source] as const),
        ...between.map((waypoint) => ['waypoint', waypoint] as const),
        ['destination', coordinatesText(destination)],
      ]);
}

const withParameters = (
  address: string,
  parameters: readonly (readonly [name: string, value: string])[],
): string =>
  `${address}?${parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;

import { findFirstWorkingDay } from '#shared/campaigns/tickets/rules.ts';
import { addDays, type Day, dayIn } from '#shared/core/dates.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import { foldText, normalizeName } from '#shared/core/text.ts';
import {
  countText,
  dayInWords,
  dollarsText,
  truncateText,
  uncapitalize,
} from '#shared/core/words.ts';
import type {
  ConversionFacts,
  ConversionRequest,
  CustomerCandidate,
} from '#shared/prospects/conversion.ts';
import { maxTaskDetailsLength, maxTaskTitleLength } from '#shared/work/tasks.ts';
import { undoHours } from '#shared/work/undo.ts';
import { streetOfAddress } from '../duplicates/key-rules.ts';
import { locationCountOf, parseAddressEnd } from '../list/list-rules.ts';
import type { ConvertibleProspect, HandoverNote } from './queries.ts';

const stemLength = 4;
const stemsOf = (text: string): Set<string> =>
  new Set(
    normalizeName(text)
      .split(' ')
      .filter((word) => word.length >= stemLength)
      .map((word) => word.slice(0, stemLength)),
  );

/**
 * Returns the practice type of customers that fits a prospect's type: the same text, otherwise the
 * type with the most similar words, otherwise ''. Of equal types, the first one is returned.
 */
export function suggestPracticeType(businessType: string, types: readonly string[]): string {
  const folded = foldText(businessType);
  const same = types.find((type) => foldText(type) === folded);
  if (same !== undefined) return same;
  const stems = stemsOf(businessType);
  const [best] = types
    .map((type) => ({ type, similar: stemsOf(type).intersection(stems).size }))
    .toSorted((one, other) => other.similar - one.similar);
  return best === undefined || best.similar === 0 ? '' : best.type;
}

/** Returns the facts of a prospect that its customer would get. A missing fact is ''. */
export function conversionFacts(
  { name, address, businessType, phone, ehr }: ConvertibleProspect,
  practiceTypes: readonly string[],
): ConversionFacts {
  const { city, state, zip } = parseAddressEnd(address);
  return {
    name,
    streetAddress: streetOfAddress(address) ?? '',
    city: city ?? '',
    state: state ?? '',
    zip: zip ?? '',
    practiceType: suggestPracticeType(businessType, practiceTypes),
    ehr: ehr ?? '',
    phone: phone ?? '',
  };
}

/** Returns the message about customers that may be the same practice. */
export function candidatesText(candidates: readonly CustomerCandidate[]): string {
  const [first, ...others] = candidates;
  if (first === undefined) return '';
  const more = others.length === 0 ? '' : ` and ${countText(others.length, 'other customer')}`;
  return `${first.institutionName}${more} may be the same practice (${first.reasons.map(uncapitalize).join(', ')}). Choose the customer, or confirm that it is another practice.`;
}

/** Returns the day after the given number of working days. */
export function addWorkingDays(
  hours: Parameters<typeof findFirstWorkingDay>[0],
  from: Day,
  count: number,
): Day {
  let day = from;
  for (let left = count; left > 0; left -= 1) day = findFirstWorkingDay(hours, addDays(day, 1));
  return day;
}

/** Working days until the handover task is due. */
export const handoverWorkingDays = 2;

export const handoverTitle = (name: string): string => {
  const [before, after] = ['Hand over ', ' to onboarding'];
  const length = maxTaskTitleLength - before.length - after.length;
  return `${before}${truncateText(name.replace(/\s+/g, ' '), length)}${after}`;
};

/** Returns the details of the handover task: the sold products and the newest notes. */
export function handoverDetails(
  prospect: ConvertibleProspect,
  { customer, products: sold }: Pick<ConversionRequest, 'customer' | 'products'>,
  notes: readonly HandoverNote[],
  timeZone: string,
): string {
  const locations = locationCountOf(prospect.locationCount);
  const lines = [
    `Sales won ${prospect.name}.`,
    sold.length > 0 && `Products sold: ${productNames(sold)}`,
    prospect.monthlyCents !== null &&
      `Expected revenue: ${dollarsText(prospect.monthlyCents / 100)} per month`,
    customer.kind === 'new' && `Planned go-live: ${dayInWords(customer.goLiveOn)}`,
    customer.kind === 'new' &&
      locations !== null &&
      locations > 1 &&
      `Locations: ${locations}. The conversion created 1 of them. Import the others.`,
    ...(notes.length === 0 ? [] : ['', 'Newest notes from sales:']),
    ...notes.map(({ at, by, body }) => `${dayInWords(dayIn(timeZone, at))}, ${by}: ${body.trim()}`),
  ];
  return truncateText(
    lines.filter((line) => typeof line === 'string').join('\n'),
    maxTaskDetailsLength,
  );
}

export const productNames = (keys: readonly ProductKey[]): string =>
  keys.map((key) => products[key].name).join(', ');

/** Returns the time until which a conversion can be undone. */
export const conversionUndoDeadline = (convertedAt: Date): Date =>
  new Date(convertedAt.getTime() + undoHours * 3_600_000);

/** Returns the message about data that prevents an undo. `nouns` are distinct nouns of this data. */
export function undoObstacleText(institutionName: string, nouns: readonly string[]): string {
  return `${institutionName} has changed since the conversion (${nouns.join(', ')}). An undo would delete these changes, so the customer stays.`;
}

import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { milesBetween } from '#shared/core/numbers/miles.ts';
import { foldText, nationalPhoneDigits } from '#shared/core/text.ts';
import type { Practice } from '#shared/institutions/institutions.ts';

export interface NearPractice {
  practice: Practice;
  miles: number;
}

/** Returns the nearest locations, at most one for each customer, nearest first. */
type NearestSearch = (longitude: number, latitude: number, count: number) => NearPractice[];

/** Index of customers by position, with their EHRs. */
export interface CustomerIndex {
  findNearest: NearestSearch;
  /** Search among the locations of Healthy customers that are not leaving. */
  findNearestHealthy: NearestSearch;
  /** Folded names of the EHRs that customers use. */
  ehrs: ReadonlySet<string>;
}

/** Returns the digits of a phone number without the country code; `null` for fewer than ten. */
export function phoneDigitsOf(phone: string | null): string | null {
  const digits = nationalPhoneDigits(phone ?? '');
  return digits.length < 10 ? null : digits;
}

/** Builds an index of customers. Customers that are leaving are in no search for Healthy ones. */
export function buildCustomerIndex(
  practices: readonly Practice[],
  leaving: ReadonlySet<number>,
): CustomerIndex {
  return {
    findNearest: createNearestSearch(practices),
    findNearestHealthy: createNearestSearch(
      practices.filter(
        ({ healthTier, institutionId }) => healthTier === 'Healthy' && !leaving.has(institutionId),
      ),
    ),
    ehrs: new Set(practices.flatMap(({ ehr }) => (ehr === null ? [] : [foldText(ehr)]))),
  };
}

function createNearestSearch(practices: readonly Practice[]): NearestSearch {
  const placed = practices.flatMap((practice) =>
    practice.latitude === null || practice.longitude === null
      ? []
      : [{ practice, latitude: practice.latitude, longitude: practice.longitude }],
  );
  const index = new KDBush(placed.length);
  for (const { longitude, latitude } of placed) index.add(longitude, latitude);
  index.finish();
  return (longitude, latitude, count) => {
    // Several locations can belong to one customer, so the search widens until it has enough
    // customers.
    for (let searched = count; ; searched *= 4) {
      const positions = placed.length === 0 ? [] : around(index, longitude, latitude, searched);
      const near = new Map<number, NearPractice>();
      for (const at of positions) {
        const place = placed[at];
        if (place === undefined || near.has(place.practice.institutionId)) continue;
        near.set(place.practice.institutionId, {
          practice: place.practice,
          miles: milesBetween(longitude, latitude, place.longitude, place.latitude),
        });
      }
      if (near.size >= count || positions.length < searched)
        return [...near.values()].slice(0, count);
    }
  };
}

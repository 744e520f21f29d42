import type { Queries } from '#server/db/database.ts';
import { institutionsWithIds, type LocationOf, locationsWithIds, openLocationsOf } from './known-places-queries.ts';

/** How a row names its institution and its location: by the ids of the file's own system, or by ours. */
export interface PlaceIds {
  system: 'external' | 'ours';
  institution: string | null;
  location: string | null;
}

/** Why the ids of a row name no single location. */
interface Unplaced {
  wrong: 'institution' | 'location';
  reason: string;
}

export type Placed = LocationOf | Unplaced;

interface Found {
  institutions: ReadonlyMap<string, number>;
  locations: ReadonlyMap<string, readonly LocationOf[]>;
  openLocations: ReadonlyMap<number, { locationId: number; count: number }>;
}

/** The one location that ids name; one of the two ids is enough where it leaves no doubt. */
function place({ institution, location }: PlaceIds, found: Found): Placed {
  const institutionId = institution === null ? undefined : found.institutions.get(institution);
  if (institution !== null && institutionId === undefined) return { wrong: 'institution', reason: 'is not a known institution' };
  if (location === null) {
    const open = institutionId === undefined ? undefined : found.openLocations.get(institutionId);
    if (institutionId === undefined || open === undefined) return { wrong: 'institution', reason: 'has no open location' };
    return open.count === 1
      ? { institutionId, locationId: open.locationId }
      : { wrong: 'institution', reason: 'has several locations, so its usage needs a location id' };
  }
  const all = found.locations.get(location) ?? [];
  const [only, ...others] = institutionId === undefined ? all : all.filter((each) => each.institutionId === institutionId);
  if (only === undefined)
    return { wrong: 'location', reason: institution === null ? 'is not a known location' : 'is not a location of this institution' };
  return others.length === 0
    ? only
    : { wrong: 'location', reason: 'is a location id of several institutions, so its usage needs an institution id' };
}

/** So many places are remembered; a file of more looks some of them up again. */
const mostRemembered = 200_000;

/** Looks up what the rows of a file name, a bundle at a time, and remembers what it found for the rows that follow. */
export class KnownPlaces {
  readonly #database: Queries;
  readonly #externalSource: string;
  readonly #places = new Map<string, Placed>();
  readonly #institutions = new Map<string, number>();

  constructor(database: Queries, externalSource: string) {
    this.#database = database;
    this.#externalSource = externalSource;
  }

  /** The location of each, in the same order. */
  async locations(wanted: readonly PlaceIds[]): Promise<Placed[]> {
    const keys = wanted.map(({ system, institution, location }) => JSON.stringify([system, institution, location]));
    if (this.#places.size > mostRemembered) this.#places.clear();
    const unknown = new Map(wanted.map((ids, index) => [keys[index] ?? '', ids] as const).filter(([key]) => !this.#places.has(key)));
    for (const [system, entries] of Map.groupBy(unknown, ([, ids]) => ids.system)) {
      const found = await this.#find(
        system,
        entries.map(([, ids]) => ids),
      );
      for (const [key, ids] of entries) this.#places.set(key, place(ids, found));
    }
    return keys.map((key) => this.#places.get(key) ?? { wrong: 'location', reason: 'is not a known location' });
  }

  /** The institution of each, in the same order; undefined where there is none. */
  async institutions(wanted: readonly Pick<PlaceIds, 'system' | 'institution'>[]): Promise<(number | undefined)[]> {
    const keyOf = (system: PlaceIds['system'], institution: string | null) => `${system} ${institution}`;
    if (this.#institutions.size > mostRemembered) this.#institutions.clear();
    const unknown = wanted.filter(({ system, institution }) => !this.#institutions.has(keyOf(system, institution)));
    for (const [system, each] of Map.groupBy(unknown, (ids) => ids.system)) {
      const found = await institutionsWithIds(this.#database, this.#idSystem(system), distinct(each.map((ids) => ids.institution)));
      for (const [id, institutionId] of found) this.#institutions.set(keyOf(system, id), institutionId);
    }
    return wanted.map(({ system, institution }) => this.#institutions.get(keyOf(system, institution)));
  }

  async #find(system: PlaceIds['system'], wanted: readonly PlaceIds[]): Promise<Found> {
    const ids = this.#idSystem(system);
    const institutions = await institutionsWithIds(this.#database, ids, distinct(wanted.map((each) => each.institution)));
    const locations = await locationsWithIds(this.#database, ids, distinct(wanted.map((each) => each.location)));
    const withoutLocation = wanted.flatMap((each) => {
      const institutionId = each.location === null ? institutions.get(each.institution ?? '') : undefined;
      return institutionId === undefined ? [] : [institutionId];
    });
    return { institutions, locations, openLocations: await openLocationsOf(this.#database, [...new Set(withoutLocation)]) };
  }

  #idSystem(system: PlaceIds['system']) {
    return system === 'ours' ? 'ours' : { externalSource: this.#externalSource };
  }
}

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import {
  institutionsWithIds,
  type KnownNotice,
  type LocationOf,
  locationsOf,
  locationsWithIds,
  noticesOf,
} from './known-places-queries.ts';

/** How a row names its institution and its location: by the ids of the file's own system, or by ours. */
export interface PlaceIds {
  system: 'external' | 'ours';
  institution: string | null;
  location: string | null;
}

/** The same, for a day of usage: a location's id may move from one institution to another. */
export type PlaceOnDay = PlaceIds & { day: Day };

/** Why the ids of a row name no single location. */
interface Unplaced {
  wrong: 'institution' | 'location';
  reason: string;
  /** Nothing has that id, so that it may be one of another system. */
  isUnknown: boolean;
}

export type Placed = LocationOf | Unplaced;

/** What rows name, looked up. */
export interface Places {
  /** The location of each on its day, in the same order. */
  locations(wanted: readonly PlaceOnDay[]): Promise<Placed[]>;
  /** The institution of each, in the same order; undefined where there is none. */
  institutions(wanted: readonly InstitutionId[]): Promise<(number | undefined)[]>;
  /** What is known of the churn of these institutions; the reader keeps what the file says of it in there. */
  notices(institutionIds: readonly number[]): Promise<ReadonlyMap<number, KnownNotice>>;
}

export type InstitutionId = Pick<PlaceIds, 'system' | 'institution'>;

/** Institutions and locations by their ids, and each institution's locations. */
export interface Found {
  institutions: ReadonlyMap<string, number>;
  locations: ReadonlyMap<string, readonly LocationOf[]>;
  locationsOf: ReadonlyMap<number, readonly LocationOf[]>;
}

const unknown = (wrong: Unplaced['wrong'], reason: string): Unplaced => ({ wrong, reason, isUnknown: true });
const unclear = (wrong: Unplaced['wrong'], reason: string): Unplaced => ({ wrong, reason, isUnknown: false });

/** The locations that ids may name. */
function candidates({ institution, location }: PlaceIds, found: Found): readonly LocationOf[] | Unplaced {
  const institutionId = institution === null ? undefined : found.institutions.get(institution);
  if (institution !== null && institutionId === undefined) return unknown('institution', 'is not a known institution');
  if (location === null) return found.locationsOf.get(institutionId ?? 0) ?? [];
  const all = found.locations.get(location) ?? [];
  const fitting = institutionId === undefined ? all : all.filter((each) => each.institutionId === institutionId);
  if (fitting.length > 0) return fitting;
  return unknown('location', institution === null ? 'is not a known location' : 'is not a location of this institution');
}

const isOpenOn = (day: Day, { movedInOn, closedOn }: LocationOf): boolean =>
  (movedInOn === null || movedInOn <= day) && (closedOn === null || day < closedOn);

/** The one of these locations that the ids mean on their day. */
function theOne({ location, day }: PlaceOnDay, named: readonly LocationOf[]): Placed {
  const [one, ...more] = named;
  if (location !== null && one !== undefined && more.length === 0) return one;
  const [open, ...others] = named.filter((each) => isOpenOn(day, each));
  if (open !== undefined && others.length === 0) return open;
  if (location === null)
    return open === undefined
      ? unclear('institution', 'has no open location')
      : unclear('institution', 'has several locations, so its usage needs a location id');
  return unclear('location', 'is a location id of several institutions, so its usage needs an institution id');
}

/** The one location that ids name; one of the two ids is enough where it leaves no doubt on that day. */
export function place(ids: PlaceOnDay, found: Found): Placed {
  const named = candidates(ids, found);
  return 'wrong' in named ? named : theOne(ids, named);
}

/** So many places are remembered; a file of more looks some of them up again. */
const mostRemembered = 200_000;

/** Looks up what the rows of a file name, a bundle at a time, and remembers what it found for the rows that follow. */
export class KnownPlaces implements Places {
  readonly #database: Queries;
  readonly #externalSource: string;
  readonly #places = new Map<string, readonly LocationOf[] | Unplaced>();
  readonly #institutions = new Map<string, number>();
  readonly #notices = new Map<number, KnownNotice>();

  constructor(database: Queries, externalSource: string) {
    this.#database = database;
    this.#externalSource = externalSource;
  }

  async locations(wanted: readonly PlaceOnDay[]): Promise<Placed[]> {
    const keys = wanted.map(({ system, institution, location }) => JSON.stringify([system, institution, location]));
    if (this.#places.size > mostRemembered) this.#places.clear();
    const missing = new Map(wanted.map((ids, index) => [keys[index] ?? '', ids] as const).filter(([key]) => !this.#places.has(key)));
    for (const [system, entries] of Map.groupBy(missing, ([, ids]) => ids.system)) {
      const found = await this.#find(
        system,
        entries.map(([, ids]) => ids),
      );
      for (const [key, ids] of entries) this.#places.set(key, candidates(ids, found));
    }
    return wanted.map((ids, index) => {
      const named = this.#places.get(keys[index] ?? '') ?? [];
      return 'wrong' in named ? named : theOne(ids, named);
    });
  }

  async institutions(wanted: readonly InstitutionId[]): Promise<(number | undefined)[]> {
    const keyOf = (system: PlaceIds['system'], institution: string | null) => `${system} ${institution}`;
    if (this.#institutions.size > mostRemembered) this.#institutions.clear();
    const missing = wanted.filter(({ system, institution }) => !this.#institutions.has(keyOf(system, institution)));
    for (const [system, each] of Map.groupBy(missing, (ids) => ids.system)) {
      const found = await institutionsWithIds(this.#database, this.#idSystem(system), distinct(each.map((ids) => ids.institution)));
      for (const [id, institutionId] of found) this.#institutions.set(keyOf(system, id), institutionId);
    }
    return wanted.map(({ system, institution }) => this.#institutions.get(keyOf(system, institution)));
  }

  async notices(institutionIds: readonly number[]): Promise<ReadonlyMap<number, KnownNotice>> {
    const missing = institutionIds.filter((id) => !this.#notices.has(id));
    for (const [id, notice] of await noticesOf(this.#database, this.#externalSource, missing)) this.#notices.set(id, notice);
    return this.#notices;
  }

  async #find(system: PlaceIds['system'], wanted: readonly PlaceIds[]): Promise<Found> {
    const ids = this.#idSystem(system);
    const institutions = await institutionsWithIds(this.#database, ids, distinct(wanted.map((each) => each.institution)));
    const locations = await locationsWithIds(this.#database, ids, distinct(wanted.map((each) => each.location)));
    const withoutLocation = wanted.flatMap((each) => {
      const institutionId = each.location === null ? institutions.get(each.institution ?? '') : undefined;
      return institutionId === undefined ? [] : [institutionId];
    });
    return { institutions, locations, locationsOf: await locationsOf(this.#database, [...new Set(withoutLocation)]) };
  }

  #idSystem(system: PlaceIds['system']) {
    return system === 'ours' ? 'ours' : { externalSource: this.#externalSource };
  }
}

const distinct = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

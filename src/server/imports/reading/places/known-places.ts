import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import {
  findGoLivesAndActiveNotices,
  findInstitutionsByIds,
  findLocationsByIds,
  findLocationsOfInstitutions,
  type GoLiveAndNotice,
  type KnownLocation,
  type ResolvedInstitution,
} from './known-places-queries.ts';
import { OwnIdDetector } from './own-ids.ts';
import { findConflictingNaturalKeys, type NaturalKeyTableName } from './shared-keys-queries.ts';
import { type AmbiguousId, type RowIds, StoredIdSpellings } from './stored-ids.ts';
import type { RecordTableName } from './stored-ids-queries.ts';
import { StoredRecordIdSpellings } from './stored-record-ids.ts';

/** Ids of the institution and location in a row, and the system that assigned the ids. */
export interface PlaceIds {
  system: 'external' | 'ours';
  institution: string | null;
  location: string | null;
}

/**
 * Ids of a location and a day of usage. The day is needed because a location can move to another
 * institution.
 */
export type PlaceOnDay = PlaceIds & { day: Day };

/** Reason why the ids of a row do not identify a single institution or location. */
export interface UnresolvedPlace {
  wrong: 'institution' | 'location';
  reason: string;
  /**
   * `true` when no stored institution or location has the id. The id may then belong to another
   * system.
   */
  isUnknown: boolean;
}

export type PlaceResolution = KnownLocation | UnresolvedPlace;

/** Lookup of the institutions and locations that rows refer to. */
export interface PlaceLookup {
  /** Returns the location of each element on its day, in the same order. */
  locations(wanted: readonly PlaceOnDay[]): Promise<PlaceResolution[]>;
  /** Returns the institution of each element, in the same order. */
  institutions(
    wanted: readonly InstitutionReference[],
  ): Promise<(ResolvedInstitution | UnresolvedPlace)[]>;
  /**
   * Returns the rows' ids in the order of `wanted`, spelled as in the database. The ids are those
   * of the system that exported the file. An element is `AmbiguousId` when several stored ids
   * match.
   */
  spelled(wanted: readonly RowIds[]): Promise<(RowIds | AmbiguousId)[]>;
  /**
   * Returns the rows' ids in the order of `wanted`. In a file of Chairside's own institution ids, the
   * institutions have the ids of the file's system instead.
   */
  toExternal(wanted: readonly RowIds[]): Promise<(RowIds | AmbiguousId)[]>;
  /** Returns the stored spellings of the ids that the file's system gave to records of a table. */
  recordIds(table: RecordTableName): Promise<StoredRecordIdSpellings>;
  /**
   * Returns the natural keys that the current rules give to several customers or, for prospects, to
   * several prospects of the file's system.
   */
  sharedKeys(of: NaturalKeyTableName): Promise<ReadonlySet<string>>;
  /**
   * Returns the known churn notices of institutions. While a file of notices is read, its notices
   * are added to the result.
   */
  notices(institutionIds: readonly number[]): Promise<ReadonlyMap<number, GoLiveAndNotice>>;
}

export type InstitutionReference = Pick<PlaceIds, 'system' | 'institution'>;

/** Institutions and locations found by id, and the locations of each institution. */
export interface FoundPlaces {
  institutions: ReadonlyMap<string, number>;
  locations: ReadonlyMap<string, readonly KnownLocation[]>;
  locationsOf: ReadonlyMap<number, readonly KnownLocation[]>;
}

const unknown = (wrong: UnresolvedPlace['wrong'], reason: string): UnresolvedPlace => ({
  wrong,
  reason,
  isUnknown: true,
});
const unclear = (wrong: UnresolvedPlace['wrong'], reason: string): UnresolvedPlace => ({
  wrong,
  reason,
  isUnknown: false,
});

const institutionNotFound = unknown('institution', 'is not a known institution');

/** Returns the locations that the ids may refer to. */
function candidates(
  { institution, location }: PlaceIds,
  found: FoundPlaces,
): readonly KnownLocation[] | UnresolvedPlace {
  const institutionId = institution === null ? undefined : found.institutions.get(institution);
  if (institution !== null && institutionId === undefined) return institutionNotFound;
  if (location === null) return found.locationsOf.get(institutionId ?? 0) ?? [];
  const all = found.locations.get(location) ?? [];
  const fitting =
    institutionId === undefined ? all : all.filter((each) => each.institutionId === institutionId);
  if (fitting.length > 0) return fitting;
  return unknown(
    'location',
    institution === null ? 'is not a known location' : 'is not a location of this institution',
  );
}

const isOpenOn = (day: Day, { movedInOn, closedOn }: KnownLocation): boolean =>
  (movedInOn === null || movedInOn <= day) && (closedOn === null || day < closedOn);

/**
 * Returns the location that the ids referred to on `day`, or the reason why there is no such
 * location.
 */
function locationOnDay(
  { location, day }: PlaceOnDay,
  named: readonly KnownLocation[],
): PlaceResolution {
  const [one, ...more] = named;
  if (location !== null && one !== undefined && more.length === 0) return one;
  const [open, ...others] = named.filter((each) => isOpenOn(day, each));
  if (open !== undefined && others.length === 0) return open;
  if (location === null)
    return open === undefined
      ? unclear('institution', 'has no open location')
      : unclear('institution', 'has several locations, so its usage needs a location id');
  return unclear(
    'location',
    'is a location id of several institutions, so its usage needs an institution id',
  );
}

/**
 * Returns the location that the ids refer to. A single id suffices when it identifies one location
 * on that day.
 */
export function resolvePlaceOnDay(ids: PlaceOnDay, found: FoundPlaces): PlaceResolution {
  const named = candidates(ids, found);
  return 'wrong' in named ? named : locationOnDay(ids, named);
}

/** Maximum number of cached lookups. A file with more distinct ids repeats some lookups. */
const mostRemembered = 200_000;

/**
 * Looks up the institutions and locations of rows in batches. Caches the results for later rows.
 */
export class CachedPlaceLookup implements PlaceLookup {
  readonly #database: Queries;
  readonly #externalSource: string;
  readonly #ownIds: OwnIdDetector;
  readonly #places = new Map<string, readonly KnownLocation[] | UnresolvedPlace>();
  readonly #institutions = new Map<string, ResolvedInstitution | UnresolvedPlace>();
  readonly #notices = new Map<number, GoLiveAndNotice>();
  #storedIds: Promise<StoredIdSpellings> | undefined;
  #sharedKeys: Promise<ReadonlySet<string>> | undefined;
  readonly #recordIds = new Map<RecordTableName, Promise<StoredRecordIdSpellings>>();

  constructor(database: Queries, externalSource: string) {
    this.#database = database;
    this.#externalSource = externalSource;
    this.#ownIds = new OwnIdDetector(database, externalSource);
  }

  async locations(given: readonly PlaceOnDay[]): Promise<PlaceResolution[]> {
    const isOwn = await this.#ownIds.areOwn(
      given.map(({ system, institution }) => (system === 'external' ? institution : null)),
    );
    const wanted = given.map((ids) =>
      ids.location === null && isOwn(ids.institution) ? { ...ids, system: 'ours' as const } : ids,
    );
    const keys = wanted.map(({ system, institution, location }) =>
      JSON.stringify([system, institution, location]),
    );
    if (this.#places.size > mostRemembered) this.#places.clear();
    const missing = new Map(
      wanted
        .map((ids, index) => [keys[index] ?? '', ids] as const)
        .filter(([key]) => !this.#places.has(key)),
    );
    for (const [system, entries] of Map.groupBy(missing, ([, ids]) => ids.system)) {
      const stored = await this.#spelledIn(
        system,
        entries.map(([, ids]) => ids),
      );
      const found = await this.#find(
        system,
        stored.flatMap((ids) => ('reason' in ids ? [] : [ids])),
      );
      for (const [index, ids] of stored.entries())
        this.#places.set(
          entries[index]?.[0] ?? '',
          'reason' in ids ? unclear(ids.wrong, ids.reason) : candidates(ids, found),
        );
    }
    return wanted.map((ids, index) => {
      const named = this.#places.get(keys[index] ?? '') ?? [];
      return 'wrong' in named ? named : locationOnDay(ids, named);
    });
  }

  async institutions(
    given: readonly InstitutionReference[],
  ): Promise<(ResolvedInstitution | UnresolvedPlace)[]> {
    const isOwn = await this.#ownIds.areOwn(
      given.map(({ system, institution }) => (system === 'external' ? institution : null)),
    );
    const wanted = given.map((ids) =>
      isOwn(ids.institution) ? { ...ids, system: 'ours' as const } : ids,
    );
    const keyOf = (system: PlaceIds['system'], institution: string | null) =>
      `${system} ${institution}`;
    if (this.#institutions.size > mostRemembered) this.#institutions.clear();
    const missing = wanted.filter(
      ({ system, institution }) => !this.#institutions.has(keyOf(system, institution)),
    );
    for (const [system, each] of Map.groupBy(missing, (ids) => ids.system)) {
      const asked = each.map(({ institution }) => ({ system, institution, location: null }));
      const stored = await this.#spelledIn(system, asked);
      const spelled = stored.map((ids) => ('reason' in ids ? null : ids.institution));
      const found = await findInstitutionsByIds(
        this.#database,
        this.#idSystem(system),
        distinct(spelled),
      );
      for (const [index, { institution }] of asked.entries()) {
        const ids = stored[index];
        const known =
          ids !== undefined && 'reason' in ids
            ? unclear(ids.wrong, ids.reason)
            : found.get(spelled[index] ?? '');
        if (known !== undefined) this.#institutions.set(keyOf(system, institution), known);
      }
    }
    return wanted.map(
      ({ system, institution }) =>
        this.#institutions.get(keyOf(system, institution)) ?? institutionNotFound,
    );
  }

  async spelled(wanted: readonly RowIds[]): Promise<(RowIds | AmbiguousId)[]> {
    this.#storedIds ??= StoredIdSpellings.read(this.#database, this.#externalSource);
    const stored = await this.#storedIds;
    return wanted.map((ids) => stored.spelled(ids));
  }

  toExternal(wanted: readonly RowIds[]): Promise<(RowIds | AmbiguousId)[]> {
    return this.#ownIds.toExternal(wanted);
  }

  recordIds(table: RecordTableName): Promise<StoredRecordIdSpellings> {
    const read =
      this.#recordIds.get(table) ??
      StoredRecordIdSpellings.read(this.#database, table, this.#externalSource);
    this.#recordIds.set(table, read);
    return read;
  }

  sharedKeys(of: NaturalKeyTableName): Promise<ReadonlySet<string>> {
    this.#sharedKeys ??= findConflictingNaturalKeys(this.#database, of, this.#externalSource);
    return this.#sharedKeys;
  }

  async #spelledIn(
    system: PlaceIds['system'],
    wanted: readonly PlaceIds[],
  ): Promise<(PlaceIds | AmbiguousId)[]> {
    if (system === 'ours') return [...wanted];
    return (await this.spelled(wanted)).map((ids) => ('reason' in ids ? ids : { system, ...ids }));
  }

  async notices(institutionIds: readonly number[]): Promise<ReadonlyMap<number, GoLiveAndNotice>> {
    const missing = institutionIds.filter((id) => !this.#notices.has(id));
    for (const [id, notice] of await findGoLivesAndActiveNotices(
      this.#database,
      this.#externalSource,
      missing,
    ))
      this.#notices.set(id, notice);
    return this.#notices;
  }

  async #find(system: PlaceIds['system'], wanted: readonly PlaceIds[]): Promise<FoundPlaces> {
    const ids = this.#idSystem(system);
    const named = await findInstitutionsByIds(
      this.#database,
      ids,
      distinct(wanted.map((each) => each.institution)),
    );
    const institutions = new Map([...named].map(([id, { institutionId }]) => [id, institutionId]));
    const locations = await findLocationsByIds(
      this.#database,
      ids,
      distinct(wanted.map((each) => each.location)),
    );
    const withoutLocation = wanted.flatMap((each) => {
      const institutionId =
        each.location === null ? institutions.get(each.institution ?? '') : undefined;
      return institutionId === undefined ? [] : [institutionId];
    });
    return {
      institutions,
      locations,
      locationsOf: await findLocationsOfInstitutions(this.#database, [...new Set(withoutLocation)]),
    };
  }

  #idSystem(system: PlaceIds['system']) {
    return system === 'ours' ? 'ours' : { externalSource: this.#externalSource };
  }
}

const distinct = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null)),
];

import {
  type FoundPlaces,
  type InstitutionReference,
  type PlaceLookup,
  type PlaceOnDay,
  type PlaceResolution,
  resolvePlaceOnDay,
  type UnresolvedPlace,
} from '#server/imports/reading/places/known-places.ts';
import type { ResolvedInstitution } from '#server/imports/reading/places/known-places-queries.ts';
import type { NaturalKeyTableName } from '#server/imports/reading/places/shared-keys-queries.ts';
import type { RowIds } from '#server/imports/reading/places/stored-ids.ts';
import type { RecordTableName } from '#server/imports/reading/places/stored-ids-queries.ts';
import type { IdKind, UnknownIdCount } from './id-rules.ts';

/** Maximum number of distinct ids that are counted per file. Further ids are ignored. */
const mostCounted = 500_000;

/**
 * Lookup of institutions and locations as they will be after the import of a practices file.
 * Combines the file with the database and counts unknown ids.
 */
export class PlaceLookupAsIfImported implements PlaceLookup {
  readonly #coming: FoundPlaces;
  readonly #known: PlaceLookup;
  readonly #seen: Record<IdKind, Map<string, boolean>> = {
    institution: new Map(),
    location: new Map(),
  };

  constructor(coming: FoundPlaces, known: PlaceLookup) {
    this.#coming = coming;
    this.#known = known;
  }

  async locations(wanted: readonly PlaceOnDay[]): Promise<PlaceResolution[]> {
    const coming = wanted.map((ids) =>
      ids.system === 'external' ? resolvePlaceOnDay(ids, this.#coming) : undefined,
    );
    const known = await this.#known.locations(wanted);
    return wanted.map((ids, index) => {
      const placed = clearest(coming[index], known[index] ?? resolvePlaceOnDay(ids, this.#coming));
      const unknown = 'reason' in placed && placed.isUnknown ? placed.wrong : undefined;
      this.#count('institution', ids.institution, unknown !== 'institution');
      if (unknown !== 'institution') this.#count('location', ids.location, unknown !== 'location');
      return placed;
    });
  }

  async institutions(
    wanted: readonly InstitutionReference[],
  ): Promise<(ResolvedInstitution | UnresolvedPlace)[]> {
    const known = await this.#known.institutions(wanted);
    return known.map((stored, index) => {
      const { system, institution } = wanted[index] ?? { system: 'external', institution: null };
      const coming =
        system === 'external' ? this.#coming.institutions.get(institution ?? '') : undefined;
      const found = coming === undefined ? stored : { institutionId: coming, namedId: coming };
      this.#count('institution', institution, 'namedId' in found || !found.isUnknown);
      return found;
    });
  }

  spelled(wanted: readonly RowIds[]) {
    return this.#known.spelled(wanted);
  }

  toExternal(wanted: readonly RowIds[]) {
    return this.#known.toExternal(wanted);
  }

  recordIds(table: RecordTableName) {
    return this.#known.recordIds(table);
  }

  sharedKeys(of: NaturalKeyTableName) {
    return this.#known.sharedKeys(of);
  }

  notices(institutionIds: readonly number[]) {
    return this.#known.notices(institutionIds);
  }

  /** Returns the counts of the ids looked up so far. */
  counts(): UnknownIdCount[] {
    return (['institution', 'location'] as const).map((of) => {
      const ids = this.#seen[of];
      return {
        of,
        ids: ids.size,
        unknown: [...ids].flatMap(([id, isKnown]) => (isKnown ? [] : [id])),
      };
    });
  }

  /**
   * Counts an id once. Several institutions can use the same location id, so the id counts as known
   * when one of its occurrences is known.
   */
  #count(of: IdKind, id: string | null, isKnown: boolean): void {
    const seen = this.#seen[of];
    if (id === null || (seen.size >= mostCounted && !seen.has(id))) return;
    seen.set(id, isKnown || seen.get(id) === true);
  }
}

/**
 * Returns the more definite of two results. A location is better than an ambiguous id, and an
 * ambiguous id is better than a known institution without a location.
 */
function clearest(coming: PlaceResolution | undefined, known: PlaceResolution): PlaceResolution {
  return coming === undefined || howFar(known) > howFar(coming) ? known : coming;
}

function howFar(placed: PlaceResolution): number {
  if (!('reason' in placed)) return 3;
  if (!placed.isUnknown) return 2;
  return placed.wrong === 'location' ? 1 : 0;
}

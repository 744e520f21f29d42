import type { Queries } from '#server/core/db/database.ts';
import { idKey } from '#shared/core/text.ts';
import {
  type IdSelection,
  type StoredInstitutionId,
  type StoredLocationId,
  storedInstitutionIds,
  storedLocationIds,
} from './stored-ids-queries.ts';

/** Id keys of a row's institution and location; `null` when the row has none. */
export interface RowIds {
  institution: string | null;
  location: string | null;
}

/** Result when several stored ids have the same key. */
export interface Ambiguous {
  wrong: 'institution' | 'location';
  reason: string;
}

const ambiguous = (wrong: Ambiguous['wrong'], what: string): Ambiguous => ({
  wrong,
  reason: `is the id of several ${what} whose ids differ in invisible characters only: merge them under Administration, Data quality`,
});

/**
 * Ids of a source that were stored before ids were cleaned. A file's ids are keys. A stored id that differs from its key keeps its
 * spelling and is found by that spelling only.
 */
export class StoredIds {
  readonly #institutions: ReadonlyMap<string, readonly StoredInstitutionId[]>;
  readonly #locations: ReadonlyMap<string, readonly StoredLocationId[]>;

  constructor(institutions: readonly StoredInstitutionId[], locations: readonly StoredLocationId[]) {
    this.#institutions = Map.groupBy(institutions, ({ externalId }) => idKey(externalId));
    this.#locations = Map.groupBy(locations, ({ externalId }) => idKey(externalId));
  }

  static async read(queries: Queries, source: string): Promise<StoredIds> {
    return new StoredIds(
      await withSameKey((ids) => storedInstitutionIds(queries, source, ids)),
      await withSameKey((ids) => storedLocationIds(queries, source, ids)),
    );
  }

  /** Returns the ids in their stored spelling, or `Ambiguous` when several stored ids match. */
  spelled(ids: RowIds): RowIds | Ambiguous {
    const institution = ids.institution === null ? null : this.#institution(ids.institution);
    const location = ids.location === null ? null : this.#location(ids.location, ids.institution);
    if (institution === undefined) return ambiguous('institution', 'institutions');
    if (location === undefined) return ambiguous('location', 'locations');
    return { institution, location };
  }

  #institution(key: string): string | undefined {
    const stored = this.#institutions.get(key);
    if (stored === undefined) return key;
    if (new Set(stored.map(({ institutionId }) => institutionId)).size > 1) return undefined;
    return (stored.find(({ isMerged }) => !isMerged) ?? stored[0])?.externalId;
  }

  #location(key: string, institution: string | null): string | undefined {
    const stored = this.#locations.get(key);
    if (stored === undefined) return key;
    const own = stored.filter(({ institutionExternalId }) => institution !== null && idKey(institutionExternalId ?? '') === institution);
    const candidates = own.length > 0 ? own : stored;
    if (candidates.length === 1) return candidates[0]?.externalId;
    // Several institutions use the location id, each for itself, so the id is new for this institution.
    return own.length === 0 && institution !== null ? key : undefined;
  }
}

/** Reads the stored ids that differ from their key, and the stored ids equal to those keys. */
export async function withSameKey<Stored extends { externalId: string }>(read: (ids: IdSelection) => Promise<Stored[]>): Promise<Stored[]> {
  const respelled = (await read('outside ASCII')).filter(({ externalId }) => idKey(externalId) !== externalId);
  const keys = [...new Set(respelled.map(({ externalId }) => idKey(externalId)))];
  return keys.length === 0 ? [] : [...respelled, ...(await read(keys))];
}

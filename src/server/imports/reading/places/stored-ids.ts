import type { Queries } from '#server/core/db/database.ts';
import { readExternalId } from '../cells/cells.ts';
import {
  findStoredInstitutionIds,
  findStoredLocationIds,
  type IdSelection,
  type StoredInstitutionId,
  type StoredLocationId,
} from './stored-ids-queries.ts';

/** External ids of a row's institution and location; `null` for a missing id. */
export interface RowIds {
  institution: string | null;
  location: string | null;
}

/** Result when an id in a file matches several stored ids that differ only in spelling. */
export interface AmbiguousId {
  wrong: 'institution' | 'location';
  reason: string;
}

const ambiguous = (wrong: AmbiguousId['wrong'], what: string): AmbiguousId => ({
  wrong,
  reason: `is the id of several ${what} whose ids differ only in spelling: merge them under Administration, Data quality`,
});

/**
 * Returns the id that an import would read today from a cell with the stored id. An id that would
 * be rejected today is returned unchanged.
 */
export function rereadStoredId(stored: string): string {
  const cell = readExternalId(stored);
  return 'value' in cell && cell.value !== null ? cell.value : stored;
}

/**
 * Maps ids in files to their stored spelling. Older imports stored ids without cleaning them. These
 * ids keep their stored spelling, although imports now clean the same ids in files.
 */
export class StoredIdSpellings {
  readonly #institutions: ReadonlyMap<string, readonly StoredInstitutionId[]>;
  readonly #locations: ReadonlyMap<string, readonly StoredLocationId[]>;

  constructor(
    institutions: readonly StoredInstitutionId[],
    locations: readonly StoredLocationId[],
  ) {
    this.#institutions = Map.groupBy(institutions, ({ externalId }) => rereadStoredId(externalId));
    this.#locations = Map.groupBy(locations, ({ externalId }) => rereadStoredId(externalId));
  }

  static async read(queries: Queries, source: string): Promise<StoredIdSpellings> {
    return new StoredIdSpellings(
      await findDifferentlyReadIds((ids) => findStoredInstitutionIds(queries, source, ids)),
      await findDifferentlyReadIds((ids) => findStoredLocationIds(queries, source, ids)),
    );
  }

  /** Returns the ids in their stored spelling; `AmbiguousId` when several stored ids match. */
  spelled(ids: RowIds): RowIds | AmbiguousId {
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
    const own = stored.filter(
      ({ institutionExternalId }) =>
        institution !== null && rereadStoredId(institutionExternalId ?? '') === institution,
    );
    const candidates = own.length > 0 ? own : stored;
    if (candidates.length === 1) return candidates[0]?.externalId;
    // Institutions number their locations independently. When the institution is known but has no
    // location with this id, the id is new. Otherwise several stored locations match, and the
    // result `undefined` means ambiguous.
    return own.length === 0 && institution !== null ? key : undefined;
  }
}

/**
 * Returns the stored ids that the current rules would change, and the stored ids that are equal to
 * a changed id.
 */
export async function findDifferentlyReadIds<Stored extends { externalId: string }>(
  read: (ids: IdSelection) => Promise<Stored[]>,
): Promise<Stored[]> {
  const respelled = (await read('unusual')).filter(
    ({ externalId }) => rereadStoredId(externalId) !== externalId,
  );
  const keys = [...new Set(respelled.map(({ externalId }) => rereadStoredId(externalId)))];
  return keys.length === 0 ? [] : [...respelled, ...(await read(keys))];
}

import type { Queries } from '#server/core/db/database.ts';
import { findInstitutionsByIds } from './known-places-queries.ts';
import { findExternalIds } from './own-ids-queries.ts';
import type { AmbiguousId, RowIds } from './stored-ids.ts';

/** System of a file's institution ids. */
type IdColumnSystem = 'external' | 'ours';

const isOwnIdText = (id: string): boolean =>
  /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id));

/**
 * Detects whether the institution ids of a file are Chairside's own ids, as in a file that was
 * exported from Chairside. The first ids of the file decide, and all of them have to exist.
 */
export class OwnIdDetector {
  readonly #queries: Queries;
  readonly #externalSource: string;
  #system: Promise<IdColumnSystem> | undefined;

  constructor(queries: Queries, externalSource: string) {
    this.#queries = queries;
    this.#externalSource = externalSource;
  }

  /** Returns `true` when an id is one of Chairside's own, in a file of such ids. */
  async areOwn(ids: readonly (string | null)[]): Promise<(id: string | null) => boolean> {
    const system = await this.#detect(ids);
    return (id) => system === 'ours' && id !== null && isOwnIdText(id);
  }

  /**
   * Replaces Chairside's own institution ids by the ids of the file's source. An element is an error
   * when its id cannot be replaced, or is one of Chairside's own in a file of other ids.
   */
  async toExternal(wanted: readonly RowIds[]): Promise<(RowIds | AmbiguousId)[]> {
    const ids = wanted.map(({ institution }) => institution);
    const system = await this.#detect(ids);
    const own = await findExternalIds(this.#queries, this.#externalSource, distinctOwnIds(ids));
    if (system === 'ours')
      return wanted.map((row) =>
        row.institution === null ? row : toExternalId(row, own.get(row.institution)),
      );
    const external = await findInstitutionsByIds(
      this.#queries,
      { externalSource: this.#externalSource },
      [...own.keys()],
    );
    return wanted.map((row) =>
      row.institution !== null && own.has(row.institution) && !external.has(row.institution)
        ? wrongId('is a Chairside ID, but other IDs of the column are not: use one kind of ID')
        : row,
    );
  }

  #detect(ids: readonly (string | null)[]): Promise<IdColumnSystem> {
    const first = [...new Set(ids.filter((id) => id !== null))];
    if (first.length === 0 && this.#system === undefined) return Promise.resolve('external');
    this.#system ??= this.#compare(first);
    return this.#system;
  }

  async #compare(ids: readonly string[]): Promise<IdColumnSystem> {
    const candidates = ids.filter(isOwnIdText);
    if (candidates.length === 0) return 'external';
    const own = await findInstitutionsByIds(this.#queries, 'ours', candidates);
    if (own.size === 0) return 'external';
    const external = await findInstitutionsByIds(
      this.#queries,
      { externalSource: this.#externalSource },
      ids,
    );
    if (external.size > 0) return 'external';
    return own.size === ids.length ? 'ours' : 'external';
  }
}

function toExternalId(
  row: RowIds,
  known: { externalId: string | null } | undefined,
): RowIds | AmbiguousId {
  if (known === undefined)
    return wrongId('is not the Chairside ID of a customer, but other IDs of the column are');
  if (known.externalId === null)
    return wrongId('is the Chairside ID of a customer that has no ID in this source');
  return { ...row, institution: known.externalId };
}

const wrongId = (reason: string): AmbiguousId => ({ wrong: 'institution', reason });

const distinctOwnIds = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null && isOwnIdText(id)).map(String)),
];

import { type DuplicateReason, duplicateReasons } from '#shared/prospects/duplicates.ts';
import { type DuplicateKeys, isDuplicateBy } from './key-rules.ts';

/**
 * Maximum number of practices that share a key of possible duplicates. A phone number or street of
 * more practices belongs to a call center or a large building.
 */
export const mostSharing = 20;

/** Practice that has keys in common with another one. */
export interface SharingPractice {
  id: number;
  /** Keys that both have in common. */
  reasons: DuplicateReason[];
  /** `true` for a possible duplicate, `false` for another location of the same group. */
  isDuplicate: boolean;
}

export interface FoundDuplicate {
  reason: DuplicateReason;
  id: number;
}

/** Index of practices by the keys in which duplicates are equal. */
export class DuplicateKeyIndex {
  readonly #keys = new Map<number, DuplicateKeys>();
  // Most keys belong to one practice, so that a set for each key would take much memory.
  readonly #ids = {
    phone: new Map<string, number | number[]>(),
    name: new Map<string, number | number[]>(),
    street: new Map<string, number | number[]>(),
    website: new Map<string, number | number[]>(),
  } satisfies Record<DuplicateReason, unknown>;

  /** Returns the keys of a practice; `undefined` for an unknown id. */
  keysOf(id: number): DuplicateKeys | undefined {
    return this.#keys.get(id);
  }

  /** Returns the ids of the practices that have the key, in ascending order. */
  sharing(reason: DuplicateReason, key: string | null): readonly number[] {
    const ids = key === null ? undefined : this.#ids[reason].get(key);
    return ids === undefined ? [] : typeof ids === 'number' ? [ids] : ids;
  }

  set(id: number, keys: DuplicateKeys): void {
    this.delete(id);
    this.#keys.set(id, keys);
    for (const reason of duplicateReasons) {
      const key = keys[reason];
      if (key === null) continue;
      const known = this.#ids[reason].get(key);
      if (known === undefined) this.#ids[reason].set(key, id);
      else if (typeof known === 'number') this.#ids[reason].set(key, insertSorted([known], id));
      else insertSorted(known, id);
    }
  }

  delete(id: number): void {
    const keys = this.#keys.get(id);
    if (keys === undefined) return;
    this.#keys.delete(id);
    for (const reason of duplicateReasons) {
      const key = keys[reason];
      if (key === null) continue;
      const known = this.#ids[reason].get(key);
      if (typeof known === 'number') this.#ids[reason].delete(key);
      else if (known !== undefined) {
        known.splice(known.indexOf(id), 1);
        if (known.length === 1 && known[0] !== undefined) this.#ids[reason].set(key, known[0]);
      }
    }
  }

  /**
   * Returns the first reason for which another practice can be the same one, and the smallest id of
   * such a practice; `undefined` without one.
   */
  findDuplicate(keys: DuplicateKeys, ownId: number | null): FoundDuplicate | undefined {
    for (const reason of duplicateReasons) {
      const id = this.#sharingIfFew(reason, keys).find((each) =>
        this.#isDuplicate(reason, keys, each, ownId),
      );
      if (id !== undefined) return { reason, id };
    }
    return undefined;
  }

  /**
   * Returns the practices that can be the same one, and those with the same phone number or
   * website, which belong to the same group. Of a pair in one building, only possible duplicates
   * are returned.
   */
  findGroup(keys: DuplicateKeys, ownId: number | null): SharingPractice[] {
    const found = new Map<number, SharingPractice>();
    for (const reason of duplicateReasons) {
      const few = new Set(this.#sharingIfFew(reason, keys));
      for (const id of this.sharing(reason, keys[reason])) {
        if (id === ownId) continue;
        const isDuplicate = few.has(id) && this.#isDuplicate(reason, keys, id, ownId);
        if (!isDuplicate && reason !== 'phone' && reason !== 'website') continue;
        const practice = found.get(id) ?? { id, reasons: [], isDuplicate: false };
        practice.reasons.push(reason);
        practice.isDuplicate ||= isDuplicate;
        found.set(id, practice);
      }
    }
    return [...found.values()];
  }

  #sharingIfFew(reason: DuplicateReason, keys: DuplicateKeys): readonly number[] {
    const sharing = this.sharing(reason, keys[reason]);
    return sharing.length > mostSharing ? [] : sharing;
  }

  #isDuplicate(
    reason: DuplicateReason,
    keys: DuplicateKeys,
    id: number,
    ownId: number | null,
  ): boolean {
    const other = id === ownId ? undefined : this.#keys.get(id);
    return other !== undefined && isDuplicateBy(reason, keys, other);
  }

  /**
   * Adds to `found` the ids of the practices whose possible duplicates may change when a practice
   * with these keys is added, changed or removed.
   */
  addAffected(keys: DuplicateKeys, found: Set<number>): void {
    for (const reason of duplicateReasons) {
      const sharing = this.sharing(reason, keys[reason]);
      // Beyond the limit, one practice more or less changes nothing.
      if (sharing.length <= mostSharing + 1) for (const id of sharing) found.add(id);
    }
  }
}

/** Inserts an id into ascending ids. Ids mostly arrive in ascending order. */
function insertSorted(ids: number[], id: number): number[] {
  const at = (ids.at(-1) ?? 0) < id ? -1 : ids.findIndex((each) => each > id);
  if (at < 0) ids.push(id);
  else ids.splice(at, 0, id);
  return ids;
}

import { normalizeStoredNaturalKey } from '../reading/cells/natural-key.ts';

/**
 * Stored natural key, and texts of its row. Names, streets and towns in the key were normalized
 * from such texts.
 */
export interface NaturalKeyRow {
  /** Scope within which keys are unique. */
  scope: string;
  key: string;
  texts: readonly string[];
}

export interface NaturalKeyChange {
  scope: string;
  from: string;
  to: string;
}

export interface KeyRenewalPlan {
  /**
   * Key changes, in batches that are written one after another. Before a batch is written, no row
   * has any of the new keys of the batch.
   */
  waves: NaturalKeyChange[][];
  /** Key changes that are left out, because another row already has the new key. */
  shared: NaturalKeyChange[];
}

/** Returns the key changes for all rows whose key differs under the current rules. */
export const findNaturalKeyChanges = (rows: readonly NaturalKeyRow[]): NaturalKeyChange[] =>
  rows.flatMap(({ scope, key, texts }) => {
    const to = normalizeStoredNaturalKey(key, texts);
    return to === undefined || to === key ? [] : [{ scope, from: key, to }];
  });

/**
 * Orders changes so that two rows never have the same key at the same time. `taken` lists the new
 * keys that rows already have.
 */
export function planKeyRenewal(
  changes: readonly NaturalKeyChange[],
  taken: readonly { scope: string; key: string }[],
): KeyRenewalPlan {
  const name = (scope: string, key: string) => `${scope}\n${key}`;
  const occupied = new Set(taken.map(({ scope, key }) => name(scope, key)));
  const waves: NaturalKeyChange[][] = [];
  let pending = [...changes];
  while (true) {
    const before = new Set(occupied);
    const wave: NaturalKeyChange[] = [];
    pending = pending.filter((change) => {
      const to = name(change.scope, change.to);
      if (before.has(to) || occupied.has(to)) return true;
      occupied.add(to);
      wave.push(change);
      return false;
    });
    if (wave.length === 0) return { waves, shared: pending };
    for (const { scope, from } of wave) occupied.delete(name(scope, from));
    waves.push(wave);
  }
}

/**
 * Returns every sequence of consecutive comma-separated parts of an address, because a street can
 * contain commas.
 */
export function listPossibleStreetsInAddress(address: string): string[] {
  const parts = address.split(', ').slice(0, 12);
  return parts.flatMap((_, from) =>
    parts.slice(from).map((_part, length) => parts.slice(from, from + length + 1).join(', ')),
  );
}

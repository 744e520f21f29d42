import { renewedKey } from '../reading/cells/natural-key.ts';

/** A stored natural key and the texts of its row that it may be made of. */
export interface KeyedRow {
  /** Rows of one scope have different keys. */
  scope: string;
  key: string;
  texts: readonly string[];
}

export interface KeyChange {
  scope: string;
  from: string;
  to: string;
}

export interface Renewal {
  /** Changes in waves. No change of a wave needs a key that another row has before the wave. */
  waves: KeyChange[][];
  /** Changes that are not made, because another row keeps the key. */
  shared: KeyChange[];
}

/** Returns the changes that give rows the keys of today's rules. */
export const keyChanges = (rows: readonly KeyedRow[]): KeyChange[] =>
  rows.flatMap(({ scope, key, texts }) => {
    const to = renewedKey(key, texts);
    return to === undefined || to === key ? [] : [{ scope, from: key, to }];
  });

/** Orders changes so that no two rows ever have one key. `taken` are the stored keys among the new ones. */
export function planRenewal(changes: readonly KeyChange[], taken: readonly { scope: string; key: string }[]): Renewal {
  const name = (scope: string, key: string) => `${scope}\n${key}`;
  const occupied = new Set(taken.map(({ scope, key }) => name(scope, key)));
  const waves: KeyChange[][] = [];
  let pending = [...changes];
  while (true) {
    const before = new Set(occupied);
    const wave: KeyChange[] = [];
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

/** Returns all runs of parts of an address as it is stored: a street may have commas itself. */
export function partsOfAddress(address: string): string[] {
  const parts = address.split(', ').slice(0, 12);
  return parts.flatMap((_, from) => parts.slice(from).map((_part, length) => parts.slice(from, from + length + 1).join(', ')));
}

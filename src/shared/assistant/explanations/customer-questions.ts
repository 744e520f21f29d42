import type { KnownNames } from '../words/known-names.ts';
import { customerPlaceholder } from './templates.ts';

/** Words for the customer of the last answer. */
const pronouns = new Map([
  ['this', [customerPlaceholder]],
  ['that', [customerPlaceholder]],
  ['it', [customerPlaceholder]],
  ['they', [customerPlaceholder]],
  ['them', [customerPlaceholder]],
  ['its', [customerPlaceholder, "'s"]],
  ['their', [customerPlaceholder, "'s"]],
]);

export interface MarkedQuestion {
  /** Words of the question, with `customerPlaceholder` instead of the customer. */
  keys: readonly string[];
  /** Names with this spelling; `null` for the customer of the last answer. */
  names: readonly string[] | null;
}

/**
 * Returns the question once for each customer's name in it, with this name replaced. The longest
 * name comes first.
 */
export function markCustomers(keys: readonly string[], known: KnownNames): MarkedQuestion[] {
  const marked: (MarkedQuestion & { length: number })[] = [];
  for (let from = 0; from < keys.length; from++)
    for (let length = 1; length <= Math.min(known.mostWords, keys.length - from); length++) {
      const names = known.customers.get(keys.slice(from, from + length).join(' '));
      if (names !== undefined)
        marked.push({
          keys: [...keys.slice(0, from), customerPlaceholder, ...keys.slice(from + length)],
          names,
          length,
        });
    }
  return marked.sort((one, other) => other.length - one.length);
}

/** Returns the question with a pronoun replaced by the customer of the last answer. */
export function markPronoun(keys: readonly string[]): MarkedQuestion | undefined {
  const at = keys.findLastIndex((key) => pronouns.has(key));
  if (at < 0) return undefined;
  const [key = '', noun] = keys.slice(at);
  const isWithNoun = noun === 'customer' || noun === 'account';
  return {
    keys: [
      ...keys.slice(0, at),
      ...(pronouns.get(key) ?? []),
      ...keys.slice(at + (isWithNoun ? 2 : 1)),
    ],
    names: null,
  };
}

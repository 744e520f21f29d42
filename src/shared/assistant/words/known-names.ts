import type { UntypedListRows } from '#shared/list/source.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import type { WordMeaning } from '../items.ts';
import { phraseKey } from './tokens.ts';

/**
 * Names from the list of all customers. They are words in every list, so that a customer without
 * tickets has no tickets instead of being unknown.
 */
export interface KnownNames {
  /** Names of customers by their key; several when they differ only in spelling. */
  customers: ReadonlyMap<string, readonly string[]>;
  /** Number of words of the longest name. */
  mostWords: number;
  /** Names of the customers' owners. */
  people: readonly string[];
  /**
   * Values of the customers' columns by key, such as states. They are words in every list with the
   * column, so that a state without tickets has no tickets instead of being unknown.
   */
  values: ReadonlyMap<string, readonly string[]>;
}

const knownNames = new WeakMap<UntypedListRows, KnownNames>();

/** Keys of the names in the last list that was read, because a newer list has nearly the same names. */
let lastKeys: ReadonlyMap<string, string> = new Map();

/** Returns the names in the list of all customers. */
export function readKnownNames(
  { customer, person }: Pick<ListVocabulary, 'customer' | 'person'>,
  source: UntypedListRows,
): KnownNames {
  const found = knownNames.get(source);
  if (found !== undefined) return found;
  const valuesOf = (column: string | null) =>
    column === null ? [] : source.valueCounts(column).map(({ value }) => value);
  const keys = new Map(
    valuesOf(customer).map((name) => [name, lastKeys.get(name) ?? phraseKey(name)]),
  );
  lastKeys = keys;
  const customers = new Map<string, string[]>();
  let mostWords = 0;
  for (const [name, key] of keys) {
    if (key === '') continue;
    customers.set(key, [...(customers.get(key) ?? []), name]);
    mostWords = Math.max(mostWords, key.split(' ').length);
  }
  const values = new Map(
    source.columns
      .filter(({ kind, isPerson }) => kind === 'option' && isPerson !== true)
      .map(({ key }) => [key, valuesOf(key)]),
  );
  const names = { customers, mostWords, people: valuesOf(person), values };
  knownNames.set(source, names);
  return names;
}

/** Returns the customers with the given name key, as values of the list's customer column. */
export const findCustomerMeanings = (
  { customer }: ListVocabulary,
  { customers }: KnownNames,
  key: string,
): WordMeaning[] =>
  customer === null
    ? []
    : (customers.get(key) ?? []).map((name) => ({
        is: 'values',
        column: customer,
        values: [name],
        isNegated: false,
      }));

import { nationalPhoneDigits, normalizeEmail, normalizeName } from '#shared/core/text.ts';
import {
  type ContactFacts,
  type ContactRow,
  mergeContactRow,
  type StoredContact,
} from './contact-facts.ts';

interface Keys {
  email: string | null;
  name: string;
  phone: string | null;
}

/**
 * Returns the digits of a phone number without the country code 1, for comparisons; `null` when it
 * has no digits.
 */
function phoneKey(phone: string | null): string | null {
  const digits = nationalPhoneDigits(phone ?? '');
  return digits === '' ? null : digits;
}

export const createContactKeys = ({
  email,
  name,
  phone,
}: Pick<ContactFacts, 'email' | 'name' | 'phone'>): Keys => ({
  email: email === null ? null : normalizeEmail(email),
  name: normalizeName(name),
  phone: phoneKey(phone),
});

/**
 * Functions that return a key for matching rows with contacts. A function returns `null` when a
 * fact needed for the key is missing.
 */
const indexKeys = {
  all: ({ email, name, phone }: Keys): string | null => JSON.stringify([email, name, phone]),
  emailAndName: ({ email, name }: Keys) => (email === null ? null : JSON.stringify([email, name])),
  email: ({ email }: Keys) => email,
  nameAndPhone: ({ name, phone }: Keys) =>
    phone === null || name === '' ? null : JSON.stringify([name, phone]),
  name: ({ name }: Keys) => (name === '' ? null : name),
};

export type ContactIndexName = keyof typeof indexKeys;

const indexNames = [
  'all',
  'emailAndName',
  'email',
  'nameAndPhone',
  'name',
] as const satisfies ContactIndexName[];

export interface KnownContact {
  stored: StoredContact | null;
  facts: ContactFacts;
  keys: Keys;
  rows: CombinedContactRow[];
}

/** A row of the file, or all rows with the same id combined. */
export interface CombinedContactRow {
  row: ContactRow;
  keys: Keys;
  /** Original rows of the file. */
  parts: readonly ContactRow[];
}

export const areNonNullAndDifferent = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other;

/**
 * Maximum number of contacts per key. A key shared by more contacts is ambiguous and matches none
 * of them.
 */
const mostCandidates = 50;

/** Contacts of one institution, indexed by each of their keys. */
export class KnownContacts {
  readonly all: KnownContact[] = [];
  readonly #source: string;
  readonly #byId = new Map<string, KnownContact>();
  readonly #indexes: Record<ContactIndexName, Map<string, Set<KnownContact>>> = {
    all: new Map(),
    emailAndName: new Map(),
    email: new Map(),
    nameAndPhone: new Map(),
    name: new Map(),
  };

  constructor(source: string) {
    this.#source = source;
  }

  add(facts: ContactFacts, stored: StoredContact | null): KnownContact {
    const person: KnownContact = {
      stored,
      facts: { ...facts },
      keys: createContactKeys(facts),
      rows: [],
    };
    this.all.push(person);
    this.#index(person);
    return person;
  }

  /** Assigns a row to a person and updates the person's facts and keys from the row. */
  assign(person: KnownContact, row: CombinedContactRow): void {
    this.#unindex(person);
    person.rows.push(row);
    person.facts = mergeContactRow(person.facts, row.row, this.#source);
    person.keys = createContactKeys(person.facts);
    this.#index(person);
  }

  byId(id: string | null): KnownContact | undefined {
    return id === null ? undefined : this.#byId.get(id);
  }

  /** Returns `true` unless the row and the person have different ids of the same source. */
  mayBe(person: KnownContact, row: CombinedContactRow): boolean {
    return (
      person.facts.source !== this.#source || !areNonNullAndDifferent(person.facts.id, row.row.id)
    );
  }

  /** Returns all persons that have the row's key in this index. */
  under(index: ContactIndexName, row: CombinedContactRow): ReadonlySet<KnownContact> {
    const key = indexKeys[index](row.keys);
    return (key === null ? undefined : this.#indexes[index].get(key)) ?? none;
  }

  /**
   * Returns the only person with the row's key and no conflicting id. Returns `undefined` for no
   * person and for several persons.
   */
  only(index: ContactIndexName, row: CombinedContactRow): KnownContact | undefined {
    const people = this.under(index, row);
    if (people.size > mostCandidates) return undefined;
    const [first, second] = [...people].filter((person) => this.mayBe(person, row));
    return second === undefined ? first : undefined;
  }

  /**
   * Returns the first person with the row's key and no conflicting id; `undefined` when there is
   * none.
   */
  first(index: ContactIndexName, row: CombinedContactRow): KnownContact | undefined {
    for (const person of this.under(index, row)) if (this.mayBe(person, row)) return person;
    return undefined;
  }

  #index(person: KnownContact): void {
    if (person.facts.id !== null && person.facts.source === this.#source)
      this.#byId.set(person.facts.id, person);
    for (const index of indexNames) {
      const key = indexKeys[index](person.keys);
      if (key === null) continue;
      const people = this.#indexes[index].get(key);
      if (people === undefined) this.#indexes[index].set(key, new Set([person]));
      else people.add(person);
    }
  }

  #unindex(person: KnownContact): void {
    for (const index of indexNames) {
      const key = indexKeys[index](person.keys);
      if (key !== null) this.#indexes[index].get(key)?.delete(person);
    }
  }
}

const none: ReadonlySet<KnownContact> = new Set();

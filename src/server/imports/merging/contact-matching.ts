import { emailKey, nameKey } from '#shared/core/text.ts';

/** Facts of a contact; the id is the one that `source` gave it, `null` while no file has named one. */
export interface ContactFacts {
  source: string | null;
  id: string | null;
  name: string;
  role: string | null;
  email: string | null;
  phone: string | null;
}

export interface StoredContact extends ContactFacts {
  contactId: number;
}

export interface ContactRow extends Omit<ContactFacts, 'source'> {
  line: number;
}

/** A contact that rows of a file are about. */
export interface MatchedContact {
  /** The stored contact; `null` for a new one. */
  stored: StoredContact | null;
  /** Facts after the import: the last value that is not blank. */
  facts: ContactFacts;
  /** Number of rows of the file that are about it. */
  rows: number;
}

interface Keys {
  email: string | null;
  name: string;
  phone: string | null;
}

/** Digits of a phone number without the country code 1, by which numbers are compared; `null` without any digit. */
function phoneKey(phone: string | null): string | null {
  const digits = phone?.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') ?? '';
  return digits === '' ? null : digits;
}

const keysOf = ({ email, name, phone }: Pick<ContactFacts, 'email' | 'name' | 'phone'>): Keys => ({
  email: email === null ? null : emailKey(email),
  name: nameKey(name),
  phone: phoneKey(phone),
});

/** The keys by which a contact is known again; `null` where a fact that the key needs is missing. */
const indexKeys = {
  all: ({ email, name, phone }: Keys): string | null => JSON.stringify([email, name, phone]),
  emailAndName: ({ email, name }: Keys) => (email === null ? null : JSON.stringify([email, name])),
  email: ({ email }: Keys) => email,
  nameAndPhone: ({ name, phone }: Keys) => (phone === null || name === '' ? null : JSON.stringify([name, phone])),
  name: ({ name }: Keys) => (name === '' ? null : name),
};
type IndexName = keyof typeof indexKeys;
const indexNames = ['all', 'emailAndName', 'email', 'nameAndPhone', 'name'] as const satisfies IndexName[];

interface Person {
  stored: StoredContact | null;
  facts: ContactFacts;
  keys: Keys;
  rows: Row[];
}

/** A row, or all rows of one id as the row that they make together. */
interface Row {
  row: ContactRow;
  keys: Keys;
  /** The rows as they stand in the file. */
  parts: readonly ContactRow[];
}

const differ = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other;

/** More contacts than this under one key are ambiguous, however they differ otherwise. */
const mostCandidates = 50;

/** The contacts of one institution, found by each of their keys. */
class People {
  readonly all: Person[] = [];
  readonly #source: string;
  readonly #byId = new Map<string, Person>();
  readonly #indexes: Record<IndexName, Map<string, Set<Person>>> = {
    all: new Map(),
    emailAndName: new Map(),
    email: new Map(),
    nameAndPhone: new Map(),
    name: new Map(),
  };

  constructor(source: string) {
    this.#source = source;
  }

  add(facts: ContactFacts, stored: StoredContact | null): Person {
    const person: Person = { stored, facts: { ...facts }, keys: keysOf(facts), rows: [] };
    this.all.push(person);
    this.#index(person);
    return person;
  }

  /** Counts a row as one about this person, who is also found by the row's facts from then on. */
  assign(person: Person, row: Row): void {
    this.#unindex(person);
    person.rows.push(row);
    person.facts = withRow(person.facts, row.row, this.#source);
    person.keys = keysOf(person.facts);
    this.#index(person);
  }

  byId(id: string | null): Person | undefined {
    return id === null ? undefined : this.#byId.get(id);
  }

  /** Returns `true` unless the source gave the row and the person two ids. */
  mayBe(person: Person, row: Row): boolean {
    return person.facts.source !== this.#source || !differ(person.facts.id, row.row.id);
  }

  /** Everybody with the row's key. */
  under(index: IndexName, row: Row): ReadonlySet<Person> {
    const key = indexKeys[index](row.keys);
    return (key === null ? undefined : this.#indexes[index].get(key)) ?? none;
  }

  /** Returns the only person with the row's key whose id is not another; `undefined` when there is none or more than one. */
  only(index: IndexName, row: Row): Person | undefined {
    const people = this.under(index, row);
    if (people.size > mostCandidates) return undefined;
    const [first, second] = [...people].filter((person) => this.mayBe(person, row));
    return second === undefined ? first : undefined;
  }

  /** Returns the first person with the row's key whose id is not another. */
  first(index: IndexName, row: Row): Person | undefined {
    for (const person of this.under(index, row)) if (this.mayBe(person, row)) return person;
    return undefined;
  }

  #index(person: Person): void {
    if (person.facts.id !== null && person.facts.source === this.#source) this.#byId.set(person.facts.id, person);
    for (const index of indexNames) {
      const key = indexKeys[index](person.keys);
      if (key === null) continue;
      const people = this.#indexes[index].get(key);
      if (people === undefined) this.#indexes[index].set(key, new Set([person]));
      else people.add(person);
    }
  }

  #unindex(person: Person): void {
    for (const index of indexNames) {
      const key = indexKeys[index](person.keys);
      if (key !== null) this.#indexes[index].get(key)?.delete(person);
    }
  }
}

const none: ReadonlySet<Person> = new Set();

/** A blank cell leaves what is known, and the id of another source stays. */
function withRow(facts: ContactFacts, row: ContactRow, source: string): ContactFacts {
  const id = facts.id !== null || row.id === null ? { source: facts.source, id: facts.id } : { source, id: row.id };
  return { ...id, name: row.name, role: row.role ?? facts.role, email: row.email ?? facts.email, phone: row.phone ?? facts.phone };
}

/**
 * Returns the contacts that the rows are about, all of one institution. A row is about the stored contact with its id; else with
 * its e-mail address and name; else with its address alone; else with its name and phone number; else with its name alone.
 * - Two ids of one source are two contacts, whatever else they share.
 * - A weaker key that two contacts have says nothing. So does an address alone, such as a shared mailbox, that rows of two names have.
 * - A name alone never stands against two addresses; against two phone numbers only where it is once in the file and once stored.
 *
 * Stored contacts are matched by the stronger keys first, so the order of the rows does not matter to them.
 */
export function matchContacts(stored: readonly StoredContact[], rows: readonly ContactRow[], source: string): MatchedContact[] {
  const people = new People(source);
  for (const contact of stored) people.add(contact, contact);
  let open = withoutRepeatedIds(rows, source);
  const settle = (find: (row: Row) => Person | undefined) => {
    open = open.filter((row) => {
      const person = find(row);
      if (person !== undefined) people.assign(person, row);
      return person === undefined;
    });
  };
  settle((row) => people.byId(row.row.id));
  settle((row) => people.first('all', row));
  settle((row) => people.first('emailAndName', row));
  settle(agreed(people, open, 'email', areOfOneName));
  settle((row) => people.only('nameAndPhone', row));
  settle(agreed(people, open, 'name', areOfOnePerson));
  for (const row of open.toSorted((one, other) => strength(other) - strength(one) || one.row.line - other.row.line)) {
    const person =
      people.byId(row.row.id) ??
      people.first('all', row) ??
      people.first('emailAndName', row) ??
      people.only('nameAndPhone', row) ??
      byName(people, row);
    people.assign(person ?? people.add({ ...row.row, source: row.row.id === null ? null : source }, null), row);
  }
  return people.all.flatMap(({ stored, rows }) => (rows.length === 0 ? [] : [matched(stored, rows, source)]));
}

/** Returns the rows in order, those of one id as one. */
function withoutRepeatedIds(rows: readonly ContactRow[], source: string): Row[] {
  const groups = Map.groupBy(rows, ({ line, id }) => id ?? line);
  return [...groups.values()].flatMap((parts) => {
    const [first] = parts;
    if (first === undefined) return [];
    const { name, role, email, phone } = together(parts, { ...first, source }, source);
    const row = { ...first, name, role, email, phone };
    return [{ row, keys: keysOf(row), parts }];
  });
}

/** Facts after the rows, of which the one furthest down in the file wins. */
const together = (rows: readonly ContactRow[], before: ContactFacts, source: string): ContactFacts =>
  rows.toSorted((one, other) => one.line - other.line).reduce((facts, row) => withRow(facts, row, source), before);

/** Finds a stored contact that no row is about yet by a key alone, where all rows that would be about it agree. */
function agreed(people: People, open: readonly Row[], index: IndexName, agree: (rows: readonly Row[]) => boolean) {
  const wanted = new Map<Person, Row[]>();
  for (const row of open) {
    const [person, second] = people.under(index, row);
    if (person === undefined || second !== undefined || person.rows.length > 0 || !people.mayBe(person, row)) continue;
    if (index === 'name' && differ(person.keys.email, row.keys.email)) continue;
    const rows = wanted.get(person);
    if (rows === undefined) wanted.set(person, [row]);
    else rows.push(row);
  }
  const found = new Map([...wanted].flatMap(([person, rows]) => (agree(rows) ? rows.map((row) => [row, person] as const) : [])));
  return (row: Row): Person | undefined => found.get(row);
}

const distinct = (values: (string | null)[]): number => new Set(values.filter((value) => value !== null)).size;
const areOfOneName = (rows: readonly Row[]): boolean =>
  distinct(rows.map(({ keys }) => keys.name)) === 1 && distinct(rows.map(({ row }) => row.id)) <= 1;
const areOfOnePerson = (rows: readonly Row[]): boolean =>
  distinct(rows.map(({ row }) => row.id)) <= 1 &&
  distinct(rows.map(({ keys }) => keys.email)) <= 1 &&
  distinct(rows.map(({ keys }) => keys.phone)) <= 1;

/** Returns the only contact of the row's name, if other rows are about it and nothing else speaks against it. */
function byName(people: People, row: Row): Person | undefined {
  const [person, second] = people.under('name', row);
  if (person === undefined || second !== undefined || person.rows.length === 0 || !people.mayBe(person, row)) return undefined;
  return differ(person.keys.email, row.keys.email) || differ(person.keys.phone, row.keys.phone) ? undefined : person;
}

/** Rows with the stronger keys come first among those that no stored contact matches. */
const strength = ({ row: { id }, keys: { email, phone } }: Row): number =>
  (id === null ? 0 : 4) + (email === null ? 0 : 2) + (phone === null ? 0 : 1);

function matched(stored: StoredContact | null, rows: readonly Row[], source: string): MatchedContact {
  const parts = rows.flatMap((row) => row.parts);
  const blank: ContactFacts = { source: null, id: null, name: '', role: null, email: null, phone: null };
  const { id, name, role, email, phone, ...facts } = together(parts, stored ?? blank, source);
  return { stored, facts: { source: facts.source, id, name, role, email, phone }, rows: parts.length };
}

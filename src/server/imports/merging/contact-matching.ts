import {
  type ContactFacts,
  type ContactRow,
  mergeContactRow,
  type StoredContact,
} from './contact-facts.ts';
import {
  areNonNullAndDifferent,
  type CombinedContactRow,
  type ContactIndexName,
  createContactKeys,
  type KnownContact,
  KnownContacts,
} from './known-people.ts';

/** Contact matched by one or more rows of a file. */
export interface ContactMatchedByRows {
  /** The stored contact; `null` for a new one. */
  stored: StoredContact | null;
  /** Facts after the import. For each fact, the last nonblank value wins. */
  facts: ContactFacts;
  /** Number of rows of the file that match the contact. */
  rows: number;
}

/**
 * Returns the contacts that match the rows, all of one institution. A row matches the stored
 * contact with the row's id. Without such a contact, these keys are tried in order: email address
 * and name, address alone, name and phone number, name alone.
 * - Rows with two different ids of the same source are always two contacts.
 * - An address alone matches no contact when it occurs with two names, as in a shared mailbox. A
 *   name alone, or with a phone number, matches no contact when two contacts share it.
 * - An address alone never matches when both the name and the phone number differ.
 * - A name alone never matches when the addresses differ. When the phone numbers differ, the name
 *   must occur once in the file and once among the stored contacts.
 *
 * Stored contacts are matched by the stronger keys first, so the order of the rows does not affect
 * these matches.
 */
export function matchContacts(
  stored: readonly StoredContact[],
  rows: readonly ContactRow[],
  source: string,
): ContactMatchedByRows[] {
  const people = new KnownContacts(source);
  for (const contact of stored) people.add(contact, contact);
  let open = withoutRepeatedIds(rows, source);
  const settle = (find: (row: CombinedContactRow) => KnownContact | undefined) => {
    open = open.filter((row) => {
      const person = find(row);
      if (person !== undefined) people.assign(person, row);
      return person === undefined;
    });
  };
  settle((row) => people.byId(row.row.id));
  settle((row) => people.first('all', row));
  settle((row) => people.first('emailAndName', row));
  settle(matchByKey(people, open, 'email', areOfOneName));
  settle((row) => people.only('nameAndPhone', row));
  settle(matchByKey(people, open, 'name', areOfOnePerson));
  for (const row of open.toSorted(
    (one, other) => strength(other) - strength(one) || one.row.line - other.row.line,
  )) {
    const person =
      people.byId(row.row.id) ??
      people.first('all', row) ??
      people.first('emailAndName', row) ??
      people.only('nameAndPhone', row) ??
      byName(people, row);
    people.assign(
      person ?? people.add({ ...row.row, source: row.row.id === null ? null : source }, null),
      row,
    );
  }
  return people.all.flatMap(({ stored, rows }) =>
    rows.length === 0 ? [] : [matched(stored, rows, source)],
  );
}

/** Returns the rows in order, with rows of the same id combined into one. */
function withoutRepeatedIds(rows: readonly ContactRow[], source: string): CombinedContactRow[] {
  const groups = Map.groupBy(rows, ({ line, id }) => id ?? line);
  return [...groups.values()].flatMap((parts) => {
    const [first] = parts;
    if (first === undefined) return [];
    const { name, role, email, phone } = factsAfterRows(parts, { ...first, source }, source);
    const row = { ...first, name, role, email, phone };
    return [{ row, keys: createContactKeys(row), parts }];
  });
}

/**
 * Returns the contact's facts updated by the rows in file order, so the last value in the file
 * wins.
 */
const factsAfterRows = (
  rows: readonly ContactRow[],
  before: ContactFacts,
  source: string,
): ContactFacts =>
  rows
    .toSorted((one, other) => one.line - other.line)
    .reduce((facts, row) => mergeContactRow(facts, row, source), before);

/**
 * Returns a function that finds the contact of a row by one key. Skips contacts that already have a
 * row. Finds a contact only when `agree` accepts all rows with the contact's key.
 */
function matchByKey(
  people: KnownContacts,
  open: readonly CombinedContactRow[],
  index: ContactIndexName,
  agree: (rows: readonly CombinedContactRow[], person: KnownContact) => boolean,
) {
  const wanted = new Map<KnownContact, CombinedContactRow[]>();
  for (const row of open) {
    const [person, second] = people.under(index, row);
    if (
      person === undefined ||
      second !== undefined ||
      person.rows.length > 0 ||
      !people.mayBe(person, row)
    )
      continue;
    if (index === 'name' && areNonNullAndDifferent(person.keys.email, row.keys.email)) continue;
    const rows = wanted.get(person);
    if (rows === undefined) wanted.set(person, [row]);
    else rows.push(row);
  }
  const found = new Map(
    [...wanted].flatMap(([person, rows]) =>
      agree(rows, person) ? rows.map((row) => [row, person] as const) : [],
    ),
  );
  return (row: CombinedContactRow): KnownContact | undefined => found.get(row);
}

const distinct = (values: (string | null)[]): number =>
  new Set(values.filter((value) => value !== null)).size;

const areOfOneName = (rows: readonly CombinedContactRow[], person: KnownContact): boolean =>
  distinct(rows.map(({ keys }) => keys.name)) === 1 &&
  distinct(rows.map(({ row }) => row.id)) <= 1 &&
  !rows.some((row) => isDifferentPerson(person, row));

/**
 * Returns `true` when both the name and the phone number differ. A missing name or phone number
 * counts as equal.
 */
const isDifferentPerson = (person: KnownContact, { keys }: CombinedContactRow): boolean =>
  person.keys.name !== '' &&
  keys.name !== '' &&
  person.keys.name !== keys.name &&
  areNonNullAndDifferent(person.keys.phone, keys.phone);

const areOfOnePerson = (rows: readonly CombinedContactRow[]): boolean =>
  distinct(rows.map(({ row }) => row.id)) <= 1 &&
  distinct(rows.map(({ keys }) => keys.email)) <= 1 &&
  distinct(rows.map(({ keys }) => keys.phone)) <= 1;

/**
 * Returns the only contact with the row's name. The contact must already have other rows, and its
 * id, address and phone number must not conflict with the row.
 */
function byName(people: KnownContacts, row: CombinedContactRow): KnownContact | undefined {
  const [person, second] = people.under('name', row);
  if (
    person === undefined ||
    second !== undefined ||
    person.rows.length === 0 ||
    !people.mayBe(person, row)
  )
    return undefined;
  return areNonNullAndDifferent(person.keys.email, row.keys.email) ||
    areNonNullAndDifferent(person.keys.phone, row.keys.phone)
    ? undefined
    : person;
}

/**
 * Returns the strength of a row's keys, 0–7. Among the rows without a stored contact, a row with
 * stronger keys is matched first.
 */
const strength = ({ row: { id }, keys: { email, phone } }: CombinedContactRow): number =>
  (id === null ? 0 : 4) + (email === null ? 0 : 2) + (phone === null ? 0 : 1);

function matched(
  stored: StoredContact | null,
  rows: readonly CombinedContactRow[],
  source: string,
): ContactMatchedByRows {
  const parts = rows.flatMap((row) => row.parts);
  const blank: ContactFacts = {
    source: null,
    id: null,
    name: '',
    role: null,
    email: null,
    phone: null,
  };
  const { id, name, role, email, phone, ...facts } = factsAfterRows(parts, stored ?? blank, source);
  return {
    stored,
    facts: { source: facts.source, id, name, role, email, phone },
    rows: parts.length,
  };
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContactFacts, ContactRow, StoredContact } from './contact-facts.ts';
import { matchContacts } from './contact-matching.ts';

const source = 'crm';
const blank = { id: null, name: 'Bo Reed', role: null, email: null, phone: null };
type Given = Partial<ContactFacts>;

const rowsOf = (given: Given[]): ContactRow[] =>
  given.map((facts, index) => ({ line: index + 2, ...blank, ...facts }));
const storedOf = (given: Given[]): StoredContact[] =>
  given.map((facts, index) => ({
    contactId: index + 1,
    source: facts.id == null ? null : source,
    ...blank,
    ...facts,
  }));
const match = (stored: StoredContact[], rows: ContactRow[]) => matchContacts(stored, rows, source);
/** Returns the contacts after an import. Contacts without a matching row remain unchanged. */
function afterImport(stored: StoredContact[], rows: ContactRow[]): StoredContact[] {
  const found = match(stored, rows);
  const changed = new Map(
    found.flatMap(({ stored: known, facts }) =>
      known === null ? [] : [[known.contactId, facts] as const],
    ),
  );
  const added = found.filter(({ stored: known }) => known === null);
  return [
    ...stored.map((contact) => ({ ...contact, ...changed.get(contact.contactId) })),
    ...added.map(({ facts }, index) => ({ contactId: stored.length + index + 1, ...facts })),
  ];
}
/** Imports files one after the other and returns the contacts without their internal ids. */
const imported = (...files: Given[][]) =>
  files
    .reduce<StoredContact[]>((stored, file) => afterImport(stored, rowsOf(file)), [])
    .map(({ contactId: _, ...facts }) => facts);

const phone = '203-555-0128';
const email = 'bo@reed.example';
const arrivals = [{ phone }, { email, phone }, { id: 'C-1', email }];
const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
].map((order) => order.flatMap((place) => arrivals[place] ?? []));

describe('one contact whose address and id arrive later', () => {
  const bo = [{ source, id: 'C-1', name: 'Bo Reed', role: null, email, phone }];
  it.each(orders)('stays one in files: %j, %j, %j', (...files) =>
    expect(imported(...files.map((row) => [row]))).toEqual(bo),
  );
  it.each(orders)('stays one in rows of one file: %j, %j, %j', (...rows) =>
    expect(imported(rows)).toEqual(bo),
  );
});

describe('a contact is matched', () => {
  it.each<[string, Given, Given]>([
    [
      'by its id, whatever else changes',
      { id: 'C-1', email, phone },
      { id: 'C-1', name: 'Bo Stone', email: 'bo@stone.example', phone: '1' },
    ],
    [
      'by its address in any case, whatever its name',
      { email },
      { name: 'Bo Stone', email: 'BO@Reed.example' },
    ],
    [
      'by name and phone, when its address changes',
      { email, phone },
      { email: 'bo@stone.example', phone: '+1 (203) 555-0128' },
    ],
    ['by its name, when its number changes', { phone }, { phone: '203-555-0199' }],
    ['by its name in other words', { role: 'Dentist' }, { name: 'bo  REED' }],
    ['by its address, when its id arrives', { email }, { id: 'C-1', email }],
    [
      'by its address, when its last name changes and its number stays',
      { email, phone },
      { name: 'Bo Stone', email, phone: '2035550128' },
    ],
    ['by its address, when its name and number arrive', { name: '—', email }, { email, phone }],
    [
      'by its address, when its name arrives with another number',
      { name: '—', email, phone },
      { email, phone: '203-555-0199' },
    ],
    [
      'by its address, when it changes its name and the file has no number',
      { email, phone },
      { name: 'Bo Stone', email },
    ],
  ])('%s', (_, known, row) => {
    expect(imported([known], [row])).toHaveLength(1);
  });

  it('across sources by its address, and keeps its id', () => {
    const stored = [{ ...blank, contactId: 1, source: 'other', id: '17', email }];
    expect(afterImport(stored, rowsOf([{ id: 'C-1', email }]))).toMatchObject([
      { source: 'other', id: '17' },
    ]);
  });
});

describe('two contacts stay two', () => {
  it.each<[string, Given[], Given[], number]>([
    ['with two ids', [{ id: 'C-1', email, phone }], [{ id: 'C-2', email, phone }], 2],
    ['of one name with two addresses', [{ email }], [{ email: 'bo@stone.example' }], 2],
    [
      'of one name with two addresses, when a row says neither',
      [{ email }, { email: 'bo@stone.example' }],
      [{ phone }],
      3,
    ],
    ['of one name with two numbers in one file', [], [{ phone }, { phone: '203-555-0199' }], 2],
    ['of one name with two new numbers', [{}], [{ phone }, { phone: '203-555-0199' }], 3],
    ['with a shared mailbox in one file', [], [{ email }, { name: 'Ana Stone', email }], 2],
    [
      'with a shared mailbox, when one is known',
      [{ email }],
      [{ name: 'Ana Stone', email }, { email }],
      2,
    ],
    [
      'with a shared mailbox, when both are new names',
      [{ email }],
      [
        { name: 'Ana Stone', email },
        { name: 'Cy Young', email },
      ],
      3,
    ],
    [
      'with a shared mailbox, when a file has only the other name and number',
      [{ email, phone }],
      [{ name: 'Ana Stone', email, phone: '203-555-0199' }],
      2,
    ],
    [
      'with a shared mailbox, when one of two rows of the other has a number',
      [{ email, phone }],
      [
        { name: 'Ana Stone', email, phone: '203-555-0199' },
        { name: 'Ana Stone', email },
      ],
      2,
    ],
    ['with a shared number', [{ phone }], [{ name: 'Ana Stone', phone }], 2],
    ['without a name in letters', [{ name: '—' }], [{ name: '?', phone }], 2],
  ])('%s', (_, known, rows, contacts) => {
    const stored = storedOf(known);
    expect(afterImport(stored, rowsOf(rows))).toHaveLength(contacts);
  });

  it('and a stored contact keeps its facts when another contact of the same name arrives', () => {
    expect(
      afterImport(
        storedOf([{ email, role: 'Dentist' }]),
        rowsOf([{ email: 'bo@stone.example' }]),
      )[0],
    ).toMatchObject({
      email,
      role: 'Dentist',
    });
  });
});

describe('of the rows about one contact', () => {
  it('each adds its values, and the last one wins', () => {
    expect(
      imported([
        { role: 'Dentist', email },
        { email, phone },
        { role: 'Owner', email },
      ]),
    ).toMatchObject([{ role: 'Owner', email, phone }]);
    expect(match([], rowsOf([{ email }, { email, phone }, { email }]))).toMatchObject([
      { stored: null, rows: 3 },
    ]);
  });
});

describe('for any stored contacts and any rows', () => {
  const facts = fc.record({
    id: fc.constantFrom(null, null, 'C-1', 'C-2', 'C-3'),
    name: fc.constantFrom('Bo Reed', 'bo reed', 'Ana Stone', 'Cy'),
    role: fc.constantFrom(null, 'Owner'),
    email: fc.constantFrom(null, null, 'a@x.example', 'A@x.example', 'b@x.example'),
    phone: fc.constantFrom(null, null, '203-555-0101', '2035550102'),
  });
  const files = fc.array(fc.array(facts, { maxLength: 8 }), { minLength: 1, maxLength: 3 });

  it('importing the same file repeatedly stops changing anything', () => {
    fc.assert(
      fc.property(files, fc.constantFrom('as given', 'without ids', 'with ids'), (given, how) => {
        const stored = given.reduce<StoredContact[]>(
          (before, file) => afterImport(before, rowsOf(file)),
          [],
        );
        const last = rowsOf(given.at(-1) ?? []).map((row) => ({
          ...row,
          id:
            how === 'as given'
              ? row.id
              : how === 'without ids'
                ? null
                : (row.id ?? `D-${row.line}`),
        }));
        const often = [1, 2, 3].reduce((before) => afterImport(before, last), stored);
        const again = afterImport(often, last);
        expect(again).toHaveLength(often.length);
        if (how !== 'as given') expect(again).toEqual(often);
      }),
      { numRuns: 3_000 },
    );
  });

  it('a row without an id whose name and number differ from those of all stored contacts changes none', () => {
    const other = fc.record({
      id: fc.constant(null),
      name: fc.constantFrom('Dee Lund', 'Eve'),
      role: fc.constantFrom(null, 'Owner'),
      email: fc.constantFrom(null, 'a@x.example', 'A@x.example', 'b@x.example'),
      phone: fc.constantFrom('203-555-0103', '2035550104'),
    });
    const withPhone = facts.map((each) => ({ ...each, phone: each.phone ?? '203-555-0101' }));
    fc.assert(
      fc.property(
        fc.array(withPhone, { maxLength: 6 }),
        fc.array(other, { minLength: 1, maxLength: 4 }),
        (given, rows) => {
          const stored = afterImport([], rowsOf(given));
          expect(match(stored, rowsOf(rows)).filter((found) => found.stored !== null)).toEqual([]);
        },
      ),
    );
  });

  it('every row is about one contact, no two contacts have one id, and an id is never taken from its contact', () => {
    fc.assert(
      fc.property(files, fc.array(facts, { maxLength: 8 }), (given, more) => {
        const stored = given.reduce<StoredContact[]>(
          (before, file) => afterImport(before, rowsOf(file)),
          [],
        );
        const found = match(stored, rowsOf(more));
        expect(found.reduce((sum, { rows }) => sum + rows, 0)).toBe(more.length);
        for (const { stored: known, facts: now } of found)
          if (known?.id != null) expect(now.id).toBe(known.id);
        const ids = afterImport(stored, rowsOf(more)).flatMap(({ id }) => id ?? []);
        expect(new Set(ids).size).toBe(ids.length);
        for (const row of more) if (row.id !== null) expect(ids).toContain(row.id);
      }),
      { numRuns: 2_000 },
    );
  });
});

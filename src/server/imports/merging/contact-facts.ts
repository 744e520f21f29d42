/**
 * Facts of a contact. `id` is the contact's id in the system `source`. Both are `null` until a file
 * contains an id for the contact.
 */
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

/**
 * Returns the facts updated by a row. A blank cell keeps the known fact. An existing id is kept.
 */
export function mergeContactRow(
  facts: ContactFacts,
  row: ContactRow,
  source: string,
): ContactFacts {
  const id =
    facts.id !== null || row.id === null
      ? { source: facts.source, id: facts.id }
      : { source, id: row.id };
  return {
    ...id,
    name: row.name,
    role: row.role ?? facts.role,
    email: row.email ?? facts.email,
    phone: row.phone ?? facts.phone,
  };
}

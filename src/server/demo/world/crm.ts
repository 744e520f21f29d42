import { createRandom, type SeededRandom } from '#server/core/seeded-random.ts';
import { createPersonName, webAddressSlug } from './names.ts';
import type { DemoTableRow } from './rows.ts';
import type { DemoInstitution, DemoWorld } from './world.ts';

const ownerCount = 24;
/** Names of the users who can sign in to the demo. Each of them owns the customers of a region. */
const signedIn = ['Avery Admin', 'Morgan Member'];
const regionalFrom = 7;

export function createDemoOwners(seed: string): DemoTableRow<'crm_owner'>[] {
  const random = createRandom(seed, 'owners');
  const names = new Set<string>();
  while (names.size < ownerCount - signedIn.length) names.add(createPersonName(random));
  const everybody = [...names].toSpliced(regionalFrom, 0, ...signedIn);
  return everybody.map((name, index) => ({
    owner_id: index + 1,
    name,
    email: `${webAddressSlug(name).replaceAll('-', '.')}@chairside.example`,
    archived: index === ownerCount - 1,
  }));
}

/**
 * Returns the owner of a customer. A large customer belongs to one of the first owners, any other
 * customer to the owner of its region.
 */
export function chooseCustomerOwner(random: SeededRandom, institution: DemoInstitution): number {
  if (institution.locations.length > 20) return random.integer(1, 3);
  if (institution.locations.length > 5) return random.integer(2, 7);
  if (random.chance(0.015)) return ownerCount;
  return 6 + ((institution.metro + random.integer(0, 1)) % (ownerCount - 6));
}

const roles = [
  'Office manager',
  'Owner',
  'Front desk lead',
  'Billing lead',
  'Treatment coordinator',
  'Operations director',
];

export function createDemoContacts(world: DemoWorld): DemoTableRow<'contact'>[] {
  const contacts: DemoTableRow<'contact'>[] = [];
  for (const institution of world.institutions)
    contacts.push(
      ...createCustomerContacts(world.seed, institution, firstContactId + contacts.length),
    );
  return contacts;
}

export const firstContactId = 30_001;

/** Returns the contacts of a customer. Their ids start at `firstId`. */
export function createCustomerContacts(
  seed: string,
  institution: DemoInstitution,
  firstId: number,
): DemoTableRow<'contact'>[] {
  const random = createRandom(seed, 'contacts', institution.institutionId);
  const count =
    institution.locations.length > 5
      ? random.integer(2, 4)
      : random.weighted([
          { count: 1, weight: 5 },
          { count: 2, weight: 4 },
          { count: 3, weight: 1 },
        ]).count;
  return Array.from({ length: count }, (_, index): DemoTableRow<'contact'> => {
    const name = createPersonName(random);
    return {
      institution_id: institution.institutionId,
      contact_id: firstId + index,
      name,
      role: roles[index] ?? 'Office manager',
      email: `${webAddressSlug(name).replaceAll('-', '.')}@${institution.slug}.example`,
      phone: random.chance(0.8) ? (institution.locations[0]?.phone ?? null) : null,
    };
  });
}

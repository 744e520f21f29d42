import type { Practice } from '#shared/institutions/institutions.ts';
import type { PossibleDuplicate } from '#shared/prospects/duplicates.ts';
import { forEachInSlices } from '../slices.ts';
import { DuplicateKeyIndex, type SharingPractice } from './key-index.ts';
import { type DuplicateKeys, duplicateKeysOf } from './key-rules.ts';

export type CustomerOfKeys = Pick<Practice, 'institutionId' | 'institutionName'>;

/** Customers by the keys of their open locations. */
export class CustomerKeys {
  readonly #index = new DuplicateKeyIndex();
  /** Customer of each id in the index. */
  readonly #customers: CustomerOfKeys[] = [];
  readonly #phones = new Set<string>();

  static async build(practices: readonly Practice[]): Promise<CustomerKeys> {
    const built = new CustomerKeys();
    await forEachInSlices(practices, (practice) => built.#add(practice));
    return built;
  }

  #add({ institutionId, institutionName, locationName, ...location }: Practice): void {
    const keys = duplicateKeysOf({
      name: institutionName,
      phone: location.phone,
      website: null,
      street: location.streetAddress,
      zip: location.zip?.slice(0, 5) ?? null,
    });
    // A customer counts once for a phone number that all its locations have.
    const phone = `${institutionId} ${keys.phone}`;
    this.#set(institutionId, institutionName, {
      ...keys,
      phone: this.#phones.has(phone) ? null : keys.phone,
    });
    this.#phones.add(phone);
    const ofLocation = duplicateKeysOf({
      name: locationName,
      phone: null,
      website: null,
      street: null,
      zip: keys.zip,
    });
    if (ofLocation.name !== keys.name) this.#set(institutionId, institutionName, ofLocation);
  }

  #set(institutionId: number, institutionName: string, keys: DuplicateKeys): void {
    this.#index.set(this.#customers.length, keys);
    this.#customers.push({ institutionId, institutionName });
  }

  /** Returns the customer that can be the practice with these keys; `undefined` without one. */
  findDuplicate(keys: DuplicateKeys): PossibleDuplicate | undefined {
    const found = this.#index.findDuplicate(keys, null);
    const customer = found && this.#customers[found.id];
    return (
      customer && {
        reason: found.reason,
        name: customer.institutionName,
        prospectId: null,
        institutionId: customer.institutionId,
      }
    );
  }

  /** Returns the customers of the practice's group, each once. */
  findGroup(keys: DuplicateKeys): (CustomerOfKeys & Omit<SharingPractice, 'id'>)[] {
    const found = new Map<number, CustomerOfKeys & Omit<SharingPractice, 'id'>>();
    for (const { id, reasons, isDuplicate } of this.#index.findGroup(keys, null)) {
      const customer = this.#customers[id];
      if (customer === undefined) continue;
      const known = found.get(customer.institutionId);
      found.set(customer.institutionId, {
        ...customer,
        reasons: [...new Set([...(known?.reasons ?? []), ...reasons])],
        isDuplicate: isDuplicate || known?.isDuplicate === true,
      });
    }
    return [...found.values()];
  }
}

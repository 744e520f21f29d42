import { isDeepStrictEqual } from 'node:util';
import type { PossibleDuplicate } from '#shared/prospects/duplicates.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import type { CustomerKeys } from './customer-keys.ts';
import { DuplicateKeyIndex } from './key-index.ts';
import { type DuplicateKeys, duplicateKeysOf, streetOfAddress } from './key-rules.ts';

type RowLookup = (prospectId: number) => ListedProspect | undefined;

/** Facts of a prospect and the keys that follow from them. */
interface KnownKeys extends Pick<ListedProspect, 'name' | 'phone' | 'website' | 'address'> {
  keys: DuplicateKeys;
}

/** Possible duplicates of all prospects among the prospects and the customers. */
export class ProspectDuplicates {
  readonly customers: CustomerKeys;
  readonly index = new DuplicateKeyIndex();
  readonly #known = new Map<number, KnownKeys>();

  constructor(customers: CustomerKeys) {
    this.customers = customers;
  }

  /**
   * Adds a prospect, or changes its keys. Keys that `former` has for the same facts are not computed
   * again.
   */
  set(
    { prospectId, name, phone, website, address, zip }: ListedProspect,
    former: ProspectDuplicates = this,
  ): void {
    const known = former.#known.get(prospectId);
    const isUnchanged =
      known !== undefined &&
      known.name === name &&
      known.phone === phone &&
      known.website === website &&
      known.address === address;
    const street = streetOfAddress(address);
    const keys = isUnchanged ? known.keys : duplicateKeysOf({ name, phone, website, street, zip });
    this.#known.set(prospectId, { name, phone, website, address, keys });
    this.index.set(prospectId, keys);
  }

  /**
   * Replaces a prospect. Adds to `affected` the ids of prospects whose possible duplicate may
   * change.
   */
  replace(row: ListedProspect, affected: Set<number>): void {
    const before = this.index.keysOf(row.prospectId);
    if (before !== undefined) this.index.addAffected(before, affected);
    this.set(row);
    const after = this.index.keysOf(row.prospectId);
    if (after !== undefined) this.index.addAffected(after, affected);
    affected.add(row.prospectId);
  }

  /**
   * Removes a prospect. Adds to `affected` the ids of prospects whose possible duplicate may
   * change.
   */
  remove(prospectId: number, affected: Set<number>): void {
    const keys = this.index.keysOf(prospectId);
    if (keys !== undefined) this.index.addAffected(keys, affected);
    this.index.delete(prospectId);
    this.#known.delete(prospectId);
  }

  /** Returns the row with its possible duplicate; the same row when it already has it. */
  mark(row: ListedProspect, rowOf: RowLookup): ListedProspect {
    const duplicateOf = this.#duplicateOf(row, rowOf);
    return isDeepStrictEqual(duplicateOf, row.duplicateOf) ? row : { ...row, duplicateOf };
  }

  #duplicateOf({ prospectId, stage }: ListedProspect, rowOf: RowLookup): PossibleDuplicate | null {
    const keys = this.index.keysOf(prospectId);
    if (keys === undefined) return null;
    // A won prospect is a customer, which is no duplicate of it.
    const customer = stage === 'Won' ? undefined : this.customers.findDuplicate(keys);
    if (customer !== undefined) return customer;
    const found = this.index.findDuplicate(keys, prospectId);
    const other = found === undefined ? undefined : rowOf(found.id);
    if (found === undefined || other === undefined) return null;
    return { reason: found.reason, name: other.name, prospectId: found.id, institutionId: null };
  }
}

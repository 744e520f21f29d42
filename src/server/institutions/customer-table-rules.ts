import type { Room } from '#server/core/registry.ts';

declare module '#server/core/registry.ts' {
  interface Room {
    /** Tables of the room with a column `institution_id`, except `institution` itself, by name. */
    customerTables?: CustomerTables;
  }
}

/**
 * Declaration of a table whose rows belong to a customer. Removing the demo deletes the rows of the
 * demo's customers from all of these tables.
 */
export interface CustomerTableDeclaration {
  /**
   * One or more merge rules for the rows of a customer that is merged into another customer, in the
   * order in which they are applied.
   */
  merge: MergeRule | readonly MergeRule[];
  /**
   * Name of the rows in the comparison before a merge, such as 'notes'; `undefined` for rows that
   * the comparison does not count.
   */
  noun?: string;
}
export type CustomerTables = Readonly<Record<string, CustomerTableDeclaration>>;

/**
 * Effect of a merge on the rows of the merged customer, and on rows of both customers that have the
 * same unique key. SQL expressions use three aliases: `k` for the row of the remaining customer,
 * `o` for the row of the merged customer, and `m.at` for the time of the merge.
 */
export type MergeRule =
  /**
   * The rows keep the id of the merged customer. This is the rule for rows of closed weeks, which
   * must never change, and for daily results, which are recomputed anyway.
   */
  | { is: 'staying' }
  /**
   * The rows move to the remaining customer. Their unique keys contain a location id. A location
   * belongs to one customer, so rows of two customers never collide.
   */
  | { is: 'moving' }
  /**
   * The rows move to the remaining customer. Their unique key contains an id that is assigned once,
   * so rows of two customers never collide.
   */
  | { is: 'distinct' }
  /**
   * The row of the remaining customer applies to both customers. The other row and its child rows
   * are deleted. An undo restores the deleted rows.
   */
  | { is: 'set aside' }
  /**
   * Columns of the remaining customer's row are set by expressions over both rows. Then the other
   * row is deleted; an undo restores it.
   */
  | { is: 'folded'; columns: Readonly<Record<string, string>> }
  /**
   * Both rows remain, and the given columns of the merged customer's row are set. If the expression
   * `when` is false, the merged customer's row is deleted instead; an undo restores it.
   */
  | { is: 'both'; columns: Readonly<Record<string, string>>; when?: string };

export const stayingRowsRule: CustomerTableDeclaration = { merge: { is: 'staying' } };
export const movingRowsRule: CustomerTableDeclaration = { merge: { is: 'moving' } };
export const movingRowsWithUniqueIdsRule: CustomerTableDeclaration = { merge: { is: 'distinct' } };
export const setAsideCollisionsRule: CustomerTableDeclaration = { merge: { is: 'set aside' } };

/**
 * Returns expressions that fill blank columns of the remaining customer's row from the other row.
 */
export const fillBlankColumnsSql = (...columns: string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column) => [column, `coalesce(k.${column}, o.${column})`]));

/** Returns the customer tables of all rooms by name. */
export const collectCustomerTables = (
  rooms: readonly Room[],
): ReadonlyMap<string, CustomerTableDeclaration> =>
  new Map(rooms.flatMap(({ customerTables = {} }) => Object.entries(customerTables)));

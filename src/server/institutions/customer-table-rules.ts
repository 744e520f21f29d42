import type { Room } from '#server/core/registry.ts';

declare module '#server/core/registry.ts' {
  interface Room {
    /** Tables of the room with a column `institution_id`, by name, except `institution` itself. */
    customerTables?: CustomerTables;
  }
}

/**
 * Declaration of a table whose rows belong to a customer. Removing the demo deletes the rows of the
 * demo's customers from all of these tables.
 */
export interface CustomerTableDeclaration {
  /** Rule, or rules in their order, for the rows of a customer that is merged into another. */
  merge: MergeRule | readonly MergeRule[];
  /**
   * Name of the rows in the comparison before a merge, such as 'notes'; `undefined` for rows that
   * are not counted there.
   */
  noun?: string;
}
export type CustomerTables = Readonly<Record<string, CustomerTableDeclaration>>;

/**
 * Effect of a merge on the other customer's rows, and on a row that collides with a row of the kept
 * customer under a unique key. Expressions read the kept row `k`, the other row `o` and the time
 * `m.at`.
 */
export type MergeRule =
  /**
   * The rows keep the id of the merged customer: closed weeks never change, and daily results are
   * recomputed.
   */
  | { is: 'staying' }
  /**
   * The rows move. Their unique keys contain a location's id, and a location has one customer, so
   * rows of two customers never collide.
   */
  | { is: 'moving' }
  /**
   * The rows move. The key contains an id that is assigned once, so rows of two customers never
   * collide.
   */
  | { is: 'distinct' }
  /**
   * The kept customer's row applies to both customers. The other row and its children are set
   * aside; an undo restores them.
   */
  | { is: 'set aside' }
  /**
   * The other row is set aside, after these columns of the kept row are set by expressions over both
   * rows.
   */
  | { is: 'folded'; columns: Readonly<Record<string, string>> }
  /**
   * Both rows stay, after these columns of the other row are set. If `when` is false, the other row
   * is set aside instead.
   */
  | { is: 'both'; columns: Readonly<Record<string, string>>; when?: string };

export const rowsStay: CustomerTableDeclaration = { merge: { is: 'staying' } };
export const rowsMove: CustomerTableDeclaration = { merge: { is: 'moving' } };
export const distinctRows: CustomerTableDeclaration = { merge: { is: 'distinct' } };
export const collisionsSetAside: CustomerTableDeclaration = { merge: { is: 'set aside' } };

/** Returns expressions that fill blank columns of the kept row from the other row. */
export const filledFromOther = (...columns: string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column) => [column, `coalesce(k.${column}, o.${column})`]));

/** Returns the tables of all rooms, by name. */
export const declaredCustomerTables = (
  rooms: readonly Room[],
): ReadonlyMap<string, CustomerTableDeclaration> =>
  new Map(rooms.flatMap(({ customerTables = {} }) => Object.entries(customerTables)));

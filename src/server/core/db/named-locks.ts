import { sql } from 'kysely';
import type { Queries } from './database.ts';

/**
 * Takes the lock `name` until the transaction ends. Waits while another transaction holds the lock.
 */
export const acquireNamedLock = (transaction: Queries, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);

import { sql } from 'kysely';
import type { Queries } from './database.ts';

/** Waits until the previous transaction with the same turn has ended, so that they run one after the other. */
export const acquireNamedLock = (transaction: Queries, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);

import { sql } from 'kysely';
import type { Queries } from './database.ts';

/** Transactions that ask for the same turn come one after the other: each waits until the one before has ended. */
export const takeTurn = (transaction: Queries, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);

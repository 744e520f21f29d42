import { DatabaseUnavailable, QueryDeadline } from '../db/database.ts';
import { HttpError } from '../errors.ts';

// PostgreSQL's codes for a lost connection, a shutdown, a lack of memory or connections, a deadlock
// and a serialization failure; then the codes of sockets.
const transientCodes =
  /^(08...|57P0[123]|53[023]00|40001|40P01|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/;

/** Returns whether a retry may succeed. Any other error fails the run at once. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof QueryDeadline || error instanceof DatabaseUnavailable) return true;
  if (error instanceof HttpError) return error.status === 503;
  if ('code' in error && typeof error.code === 'string' && transientCodes.test(error.code))
    return true;
  return /^Connection terminated/.test(error.message) || isTransient(error.cause);
}

import { DatabaseUnavailable, QueryDeadlineExceeded } from '../db/database.ts';
import { HttpError } from '../errors.ts';

// Codes of errors after which a retry may succeed. From PostgreSQL: a lost connection, a shutdown,
// too little memory, too many connections, a deadlock or a serialization failure. Codes that begin
// with E come from sockets.
const transientCodes =
  /^(08...|57P0[123]|53[023]00|40001|40P01|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT)$/;

/** Returns `true` when a retry may succeed. Any other error fails the run at once. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof QueryDeadlineExceeded || error instanceof DatabaseUnavailable) return true;
  if (error instanceof HttpError) return error.status === 503;
  if ('code' in error && typeof error.code === 'string' && transientCodes.test(error.code))
    return true;
  return /^Connection terminated/.test(error.message) || isTransientError(error.cause);
}

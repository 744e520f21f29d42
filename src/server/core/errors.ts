import { countText } from '#shared/core/words.ts';

/**
 * Error response for the caller, with a status and a plain text that says what to do. Any other
 * thrown error is an internal error with hidden details.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export const unauthenticated = () => new HttpError(401, 'Sign in to continue.');
export const forbidden = (message = 'You are not allowed to do this.') =>
  new HttpError(403, message);
export const notFound = (what: string) => new HttpError(404, `${what} was not found.`);
/**
 * Returns the 409 error for a change that conflicts with an earlier change. `message` tells the
 * caller what to do.
 */
export const conflict = (message: string) => new HttpError(409, message);
export const changedMeanwhile = (what: string) =>
  conflict(`${what} has changed in the meantime. Review it, then repeat your change.`);
export const unprocessable = (message: string) => new HttpError(422, message);
/**
 * Returns the 429 error for a caller that exceeded a limit. `tooMuch` is a sentence that names the
 * limit.
 */
export const tooManyRequests = (tooMuch: string, seconds: number) =>
  new HttpError(429, `${tooMuch} Try again in ${countText(seconds, 'second')}.`, {
    'retry-after': String(seconds),
  });
/** Returns the 503 error for an overloaded database, or for a query that exceeded its deadline. */
export const busy = (message: string) => new HttpError(503, message, { 'retry-after': '2' });

/**
 * Thrown when a command, an import or the start of the server cannot continue. The message is shown
 * to the user who started the command, import or server.
 */
export class CannotContinueError extends Error {}

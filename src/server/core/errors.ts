import { counted } from '#shared/core/words.ts';

/**
 * Error response for the caller: a status and a plain text that says what to do. Any other thrown error is an internal fault, whose details
 * stay hidden.
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
export const forbidden = (message = 'You are not allowed to do this.') => new HttpError(403, message);
export const notFound = (what: string) => new HttpError(404, `${what} was not found.`);
/** Another change came first; `message` tells the caller what to do next. */
export const conflict = (message: string) => new HttpError(409, message);
export const changedMeanwhile = (what: string) => conflict(`${what} has changed in the meantime. Review it, then repeat your change.`);
export const unprocessable = (message: string) => new HttpError(422, message);
/** `tooMuch` is a sentence that names the exceeded limit. */
export const tooManyRequests = (tooMuch: string, seconds: number) =>
  new HttpError(429, `${tooMuch} Try again in ${counted(seconds, 'second')}.`, { 'retry-after': String(seconds) });
/** The database is overloaded, or a query exceeded its deadline. */
export const busy = (message: string) => new HttpError(503, message, { 'retry-after': '2' });

/** Thrown when a command, an import or a start cannot continue; the message is for the user who requested it. */
export class Refusal extends Error {}

import { counted } from '#shared/core/words.ts';

/**
 * An answer other than 200 that is meant for the caller: the status and a plain text that says what to do.
 * Anything else that is thrown is a fault and shows none of its insides.
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
/** Somebody was first; the message says what to look at. */
export const conflict = (message: string) => new HttpError(409, message);
export const changedMeanwhile = (what: string) =>
  conflict(`${what} has changed in the meantime. Look at it again, then repeat your change.`);
export const unprocessable = (message: string) => new HttpError(422, message);
/** `tooMuch` says of what, as a sentence. */
export const tooManyRequests = (tooMuch: string, seconds: number) =>
  new HttpError(429, `${tooMuch} Try again in ${counted(seconds, 'second')}.`, { 'retry-after': String(seconds) });
/** The database has more work than it can take, or a query ran past its deadline. */
export const busy = (message: string) => new HttpError(503, message, { 'retry-after': '2' });

/** Why a command, an import or a start goes no further, in words for the person who asked for it. */
export class Refusal extends Error {}

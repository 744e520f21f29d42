import {
  type ClientError,
  clientErrorMaxBytes,
  clientErrorMaxCharacters,
  postClientError,
} from '#shared/core/client-errors.ts';
import { call } from '#web/core/api.ts';
import { logFailure } from '#web/core/log.ts';

/**
 * Returns a random UUID. `crypto.randomUUID` exists only in secure contexts; in other contexts the
 * UUID is composed from random bytes.
 */
export function createErrorId(): string {
  if (window.isSecureContext) return crypto.randomUUID();
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

const most = clientErrorMaxCharacters;
const bytesOf = (report: ClientError) => new TextEncoder().encode(JSON.stringify(report)).length;

/** Describes an error within the server's size limits; the stack is shortened first. */
export function describeCrash(id: string, error: unknown, page: string): ClientError {
  const message =
    error instanceof Error
      ? `${error.name}: ${error.message}`
      : typeof error === 'string'
        ? error
        : 'not an Error';
  const stack =
    error instanceof Error && typeof error.stack === 'string'
      ? error.stack.slice(0, most.stack)
      : null;
  let report: ClientError = {
    id,
    message: message.slice(0, most.message),
    stack,
    page: page.slice(0, most.page),
  };
  while (report.stack && bytesOf(report) > clientErrorMaxBytes)
    report = { ...report, stack: report.stack.slice(0, Math.floor(report.stack.length * 0.8)) };
  return report;
}

/**
 * Sends the error to the server's log. Failures are ignored, because the user already has the error
 * id.
 */
export async function reportCrash(id: string, error: unknown): Promise<void> {
  try {
    await call(postClientError, { body: describeCrash(id, error, window.location.pathname) });
  } catch (failure) {
    logFailure('Reporting the error', failure);
  }
}

import { hash, randomBytes } from 'node:crypto';

/** Returns 256 random bits as 43 characters that need no escaping. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Returns the hash that is stored instead of a secret, so that a copy of the database gives no
 * access.
 */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

export const looksLikeSecret = (value: string | undefined): value is string =>
  value !== undefined && /^[\w-]{43}$/.test(value);

import { hash, randomBytes } from 'node:crypto';

/** Returns 256 random bits as 43 characters that need no escaping in URLs and cookies. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Returns the hash of a secret. Only the hash is stored, so that a copy of the database gives no
 * access.
 */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

export const hasSecretFormat = (value: string | undefined): value is string =>
  value !== undefined && /^[\w-]{43}$/.test(value);

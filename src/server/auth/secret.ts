import { hash, randomBytes } from 'node:crypto';

/** 256 random bits in 43 characters that need no escaping anywhere. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored in place of a secret, so that a copy of the database opens nothing. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

export const looksLikeSecret = (value: string | undefined): value is string => value !== undefined && /^[\w-]{43}$/.test(value);

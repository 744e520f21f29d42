import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

export interface AuditKey {
  /** Identifier of 16 hexadecimal digits that does not reveal the secret. */
  id: string;
  /**
   * Secret as a key object. Computing an HMAC with a key object is five times faster than with
   * bytes.
   */
  secret: KeyObject;
}

export function buildAuditKeyFromBytes(bytes: Buffer): AuditKey {
  const secret = createSecretKey(bytes);
  return {
    id: createHmac('sha256', secret).update('Chairside audit key').digest('hex').slice(0, 16),
    secret,
  };
}

/** Returns the seal of an entry in hexadecimal. `hash` is the entry's hash in hexadecimal. */
export const computeSeal = ({ secret }: AuditKey, position: number, hash: string): string =>
  createHmac('sha256', secret).update(`Chairside audit entry ${position} ${hash}`).digest('hex');

/**
 * Parses a key in hexadecimal or base64. Returns `undefined` for any other text and for fewer than
 * 32 bytes.
 */
export function parseAuditKey(text: string): Buffer | undefined {
  const isHex = /^([0-9a-f]{2})+$/i.test(text);
  if (!isHex && !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined;
  const secret = Buffer.from(text, isHex ? 'hex' : 'base64');
  return secret.length >= 32 ? secret : undefined;
}

let current: AuditKey | undefined;
let newestPosition = 0;

/**
 * Sets the key that seals all later entries of this process. Without a key, entries are written
 * without seals.
 */
export function setAuditKey(key: AuditKey | undefined): void {
  current = key;
  newestPosition = 0;
}

export const currentAuditKey = (): AuditKey | undefined => current;

/**
 * Returns the position of the newest entry that this process wrote, even if it was not committed; 0
 * without entries.
 */
export const newestWrittenPosition = (): number => newestPosition;

export function setNewestWrittenPosition(position: number): void {
  newestPosition = Math.max(newestPosition, position);
}

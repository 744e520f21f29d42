import { createHash } from 'node:crypto';

/** Returns a UUID computed from the parts, so that a repeated operation uses the same id. */
export function createDeterministicId(...parts: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  // UUID version 8 is reserved for custom contents.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

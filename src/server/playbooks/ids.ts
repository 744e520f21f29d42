import { createHash } from 'node:crypto';

/** Returns a UUID derived from the parts, so that a repeated operation finds its earlier rows. */
export function deterministicId(...parts: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  // UUID version 8, for custom contents.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

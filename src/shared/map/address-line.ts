import type { Practice } from '#shared/institutions/institutions.ts';

/**
 * Formats the known parts of an address as 'Street, City, ST 12345'; `null` when all are missing.
 */
export function addressLine({
  streetAddress,
  city,
  state,
  zip,
}: Pick<Practice, 'streetAddress' | 'city' | 'state' | 'zip'>): string | null {
  const parts = [streetAddress, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean);
  return parts.length === 0 ? null : parts.join(', ');
}

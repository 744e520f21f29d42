import type { LocationActivity } from '#shared/health/usage.ts';

/** Word, symbol and color of each location activity. */
export const locationActivityStyles: Record<
  LocationActivity,
  { word: string; mark: string; color: string }
> = {
  quiet: { word: 'Gone quiet', mark: '▼', color: 'var(--tier-critical)' },
  silent: { word: 'No data', mark: '?', color: 'var(--tier-unknown)' },
  unused: { word: 'Not in use', mark: '○', color: 'var(--tier-medium)' },
  active: { word: 'In use', mark: '▲', color: 'var(--tier-healthy)' },
};

import type { ChurnTier } from '#shared/core/tiers.ts';

/** Symbols of the churn tiers, so that color isn't the only distinction. */
export const churnTierSymbols: Record<ChurnTier, string> = {
  IMMEDIATE: '▼',
  HIGH: '◆',
  MEDIUM: '■',
};
export const churnTierColors: Record<ChurnTier, string> = {
  IMMEDIATE: 'var(--tier-critical)',
  HIGH: 'var(--tier-medium)',
  MEDIUM: 'var(--mantine-color-dimmed)',
};

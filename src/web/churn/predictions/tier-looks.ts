import type { ChurnTier } from '#shared/core/tiers.ts';

/** The marks of the tiers, so that none is told by its colour alone. */
export const tierMarks: Record<ChurnTier, string> = { IMMEDIATE: '▼', HIGH: '◆', MEDIUM: '■' };
export const tierColors: Record<ChurnTier, string> = {
  IMMEDIATE: 'var(--tier-critical)',
  HIGH: 'var(--tier-medium)',
  MEDIUM: 'var(--mantine-color-dimmed)',
};

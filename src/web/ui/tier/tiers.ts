import type { HealthTier } from '#shared/core/tiers.ts';

interface TierLook {
  /** Stands beside the word wherever colour alone would have to tell. */
  mark: string;
  /** For shapes (pins, bars, clusters): at least 3 to 1 on paper and on ink. */
  fill: string;
  /** For words: at least 4.5 to 1 on the ground of its scheme. */
  text: { light: string; dark: string };
}

export const tierLooks: Record<HealthTier, TierLook> = {
  Healthy: { mark: '▲', fill: '#2a8f5c', text: { light: '#17693f', dark: '#63c792' } },
  Medium: { mark: '■', fill: '#b9770e', text: { light: '#7d4f04', dark: '#e3ab4d' } },
  Critical: { mark: '▼', fill: '#cf4633', text: { light: '#a92c1b', dark: '#f28b7b' } },
  Unknown: { mark: '?', fill: '#6b7f8e', text: { light: '#4a5a67', dark: '#a4b5c1' } },
};

/** The outline that says a customer is still in grace. */
export const graceOutline = { color: '#3f7fb5', width: 2, dash: '3 2' } as const;

/** The CSS variable that holds the tier's word colour in the running color scheme. */
export const tierTextColor = (tier: HealthTier): string => `var(--tier-${tier.toLowerCase()})`;

import type { HealthTier } from '#shared/core/tiers.ts';

interface TierStyle {
  /** Symbol shown with the tier, so that it is recognizable without color. */
  mark: string;
  /** Color of shapes (pins, bars, clusters), with a contrast of at least 3:1 in both schemes. */
  fill: string;
  /** Text color in each scheme, with a contrast of at least 4.5:1. */
  text: { light: string; dark: string };
}

export const tierStyles: Record<HealthTier, TierStyle> = {
  Healthy: { mark: '▲', fill: '#2a8f5c', text: { light: '#17693f', dark: '#63c792' } },
  Medium: { mark: '■', fill: '#b9770e', text: { light: '#7d4f04', dark: '#e3ab4d' } },
  Critical: { mark: '▼', fill: '#cf4633', text: { light: '#a92c1b', dark: '#f28b7b' } },
  Unknown: { mark: '?', fill: '#6b7f8e', text: { light: '#4a5a67', dark: '#a4b5c1' } },
};

/** Outline of a customer in grace. */
export const graceOutline = { color: '#3f7fb5', width: 2, dash: '3 2' } as const;

/** Returns the CSS variable with the tier's text color in the current scheme. */
export const tierTextColor = (tier: HealthTier): string => `var(--tier-${tier.toLowerCase()})`;

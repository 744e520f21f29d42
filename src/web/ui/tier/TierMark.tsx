import type { HealthTier } from '#shared/core/tiers.ts';
import { tierStyles, tierTextColor } from './tiers.ts';

/**
 * Health tier as colored symbol and word, for list rows and other places where a badge is too
 * prominent.
 */
export function TierMark({ tier }: { tier: HealthTier }) {
  return (
    <span style={{ color: tierTextColor(tier), fontWeight: 550, whiteSpace: 'nowrap' }}>
      <span aria-hidden style={{ fontSize: '0.75em' }}>
        {tierStyles[tier].mark}
      </span>{' '}
      {tier}
    </span>
  );
}

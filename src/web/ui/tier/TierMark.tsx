import type { HealthTier } from '#shared/core/tiers.ts';
import { tierLooks, tierTextColor } from './tiers.ts';

/** A tier by colour, mark and word where a badge would be too loud, as in the rows of a list. */
export function TierMark({ tier }: { tier: HealthTier }) {
  return (
    <span style={{ color: tierTextColor(tier), fontWeight: 550, whiteSpace: 'nowrap' }}>
      <span aria-hidden style={{ fontSize: '0.75em' }}>
        {tierLooks[tier].mark}
      </span>{' '}
      {tier}
    </span>
  );
}

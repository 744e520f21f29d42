import type { ChurnTier } from '#shared/core/tiers.ts';
import { tierColors, tierMarks } from './tier-looks.ts';

export function TierText({ tier }: { tier: ChurnTier }) {
  return (
    <>
      <span aria-hidden style={{ color: tierColors[tier] }}>
        {tierMarks[tier]}{' '}
      </span>
      {tier}
    </>
  );
}

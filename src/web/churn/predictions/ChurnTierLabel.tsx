import type { ChurnTier } from '#shared/core/tiers.ts';
import { churnTierSymbols, tierColors } from './tier-looks.ts';

export function ChurnTierLabel({ tier }: { tier: ChurnTier }) {
  return (
    <>
      <span aria-hidden style={{ color: tierColors[tier] }}>
        {churnTierSymbols[tier]}{' '}
      </span>
      {tier}
    </>
  );
}

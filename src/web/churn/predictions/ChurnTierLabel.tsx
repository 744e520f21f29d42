import type { ChurnTier } from '#shared/core/tiers.ts';
import { churnTierColors, churnTierSymbols } from './tier-looks.ts';

export function ChurnTierLabel({ tier }: { tier: ChurnTier }) {
  return (
    <>
      <span aria-hidden style={{ color: churnTierColors[tier] }}>
        {churnTierSymbols[tier]}{' '}
      </span>
      {tier}
    </>
  );
}

import { Badge } from '@mantine/core';
import type { HealthTier } from '#shared/core/tiers.ts';
import { tierStyles, tierTextColor } from './tiers.ts';

/** Badge that shows a health tier as color, symbol and word. */
export function TierBadge({ tier }: { tier: HealthTier }) {
  return (
    <Badge
      variant="outline"
      color={tierTextColor(tier)}
      c={tierTextColor(tier)}
      tt="none"
      leftSection={<span aria-hidden>{tierStyles[tier].mark}</span>}
    >
      {tier}
    </Badge>
  );
}

import { healthTiers } from '#shared/core/tiers.ts';
import { TierMark } from './TierMark.tsx';

/** Displays a column's value as text, and a health tier with its symbol and color. */
export function ColumnTextOrTierMark({ column, text }: { column: string; text: string }) {
  const tier = column === 'healthTier' ? healthTiers.find((each) => each === text) : undefined;
  return tier === undefined ? text : <TierMark tier={tier} />;
}

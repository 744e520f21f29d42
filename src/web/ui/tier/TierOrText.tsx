import { healthTiers } from '#shared/core/tiers.ts';
import { TierMark } from './TierMark.tsx';

/** Text of a column's value; a health tier has its mark and color. */
export function TierOrText({ column, text }: { column: string; text: string }) {
  const tier = column === 'healthTier' ? healthTiers.find((each) => each === text) : undefined;
  return tier === undefined ? text : <TierMark tier={tier} />;
}

import { minimumUpsellScoreRise } from './constants.ts';
import type { InstitutionHealth } from './health.ts';

/** Returns `true` for a Healthy customer whose score rose by more than 5 points. */
export const isReadyToExpand = ({
  healthTier,
  scoreChange,
}: Pick<InstitutionHealth, 'healthTier' | 'scoreChange'>): boolean =>
  healthTier === 'Healthy' && scoreChange !== null && scoreChange > minimumUpsellScoreRise;

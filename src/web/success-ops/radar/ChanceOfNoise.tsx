import { radarRules } from '#shared/metrics/constants.ts';
import { pValueText } from '#shared/success-ops/radar/words.ts';

/** A chance as people read it; a dash where nothing was left to compare with. */
export const ChanceOfNoise = ({ chance }: { chance: number | null }) =>
  chance === null ? '–' : pValueText(chance, radarRules.replications);

import { silentFeedDetectionRules } from '#shared/radar/constants.ts';
import { pValueText } from '#shared/radar/words.ts';

/** Probability that an incident arose by chance; '–' for an incident of all connections. */
export const ChanceOfNoise = ({ chance }: { chance: number | null }) =>
  chance === null ? '–' : pValueText(chance, silentFeedDetectionRules.replications);

import { silentFeedDetectionRules } from '#shared/radar/constants.ts';
import { pValueText } from '#shared/radar/words.ts';

/** Formats a probability; a dash if there was nothing to compare with. */
export const ChanceOfNoise = ({ chance }: { chance: number | null }) =>
  chance === null ? '–' : pValueText(chance, silentFeedDetectionRules.replications);

import { trialHorizonDays } from '#shared/metrics/constants.ts';

/** Days after which the outcome of a prediction is known. */
export const horizonDays = trialHorizonDays;

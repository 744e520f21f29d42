import { trialHorizonDays } from '#shared/scoring/constants.ts';

/** Days after which the outcome of a prediction is known. */
export const predictionHorizonDays = trialHorizonDays;

import { lossConfirmationDays } from '#shared/scoring/constants.ts';

/** Number of days after which the outcome of a prediction is known. */
export const predictionHorizonDays = lossConfirmationDays;

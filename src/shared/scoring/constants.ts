/** Highest product score displayed; the adoption score counts each product up to 100. */
export const highestDisplayedScore = 999;

/** Number of days a practice is open within 28 days. */
export const openDaysIn28 = 20;

/**
 * Number of days after an official week within which a loss confirms an alert; also the horizon of
 * churn predictions.
 */
export const trialHorizonDays = 60;

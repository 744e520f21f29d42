/** Highest product score displayed; the adoption score counts each product up to 100. */
export const highestDisplayedScore = 999;

/** Number of days within 28 days on which a practice is open. */
export const openDaysIn28 = 20;

/**
 * Days after an official week within which a loss confirms an alert. Also the horizon of churn
 * predictions.
 */
export const lossConfirmationDays = 60;

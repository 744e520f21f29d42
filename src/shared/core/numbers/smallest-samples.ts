/**
 * Minimum number of departures for a survival curve, and of customers under observation at each
 * time shown.
 */
export const minimumDepartures = 20;

export const minimumObserved = 10;

/**
 * Minimum number of departures for a survival curve. `minimumObserved` is the minimum number of
 * customers under observation at each displayed time.
 */
export const minimumDepartures = 20;

export const minimumObserved = 10;

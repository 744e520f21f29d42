/**
 * `minimumDepartures`: minimum number of departures for a survival curve. `minimumObservedCustomers`:
 * minimum number of observed customers at each displayed time.
 */
export const minimumDepartures = 20;

export const minimumObservedCustomers = 10;

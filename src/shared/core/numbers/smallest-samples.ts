/**
 * `minimumSurvivalCurveDepartures`: minimum number of departures for a survival curve. `minimumCustomersPerCurvePoint`:
 * minimum number of observed customers at each displayed time.
 */
export const minimumSurvivalCurveDepartures = 20;

export const minimumCustomersPerCurvePoint = 10;

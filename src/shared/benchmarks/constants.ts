/**
 * `compared`: weeks between the two benchmarks compared in the table. `logged`: weeks covered by
 * the change log.
 */
export const benchmarkComparedAndLoggedWeeks = { compared: 4, logged: 13 } as const;

/** Minimum weekly change of a benchmark, in percent, that the change log lists. */
export const minimumLoggedChangePercent = 2;

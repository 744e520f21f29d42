/** Weeks between the compared benchmarks of the table, and length of the change log in weeks. */
export const benchmarkWeeks = { compared: 4, logged: 13 } as const;

/** Minimum weekly change of a logged benchmark, in percent. */
export const loggedChange = 2;

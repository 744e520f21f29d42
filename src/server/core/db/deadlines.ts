/** How long one statement may run, for a request and for a job, an import or a command; and how long a request waits for its turn. */
export const deadlines = { foregroundMs: 10_000, backgroundMs: 600_000, requestWaitMs: 30_000 };

/** How many may wait for a connection; one more is told at once to come back later. */
export const mostWaiting = 500;

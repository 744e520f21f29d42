/**
 * Maximum duration of a statement for requests (foreground) and for jobs, imports and commands
 * (background), and a request's maximum wait for a connection; in milliseconds.
 */
export const deadlines = { foregroundMs: 10_000, backgroundMs: 600_000, requestWaitMs: 30_000 };

/** Maximum number of queries waiting for a connection; further queries fail at once with 503. */
export const maxWaiting = 500;

/**
 * Maximum durations in milliseconds: of a statement for requests (foreground), of a statement for
 * jobs, imports and commands (background), and of a request's wait for a connection.
 */
export const queryDeadlines = {
  foregroundMs: 10_000,
  backgroundMs: 600_000,
  requestWaitMs: 30_000,
};

/**
 * Maximum number of queries that wait for a connection. Further queries fail at once with a 503
 * error.
 */
export const maxWaitingQueries = 500;

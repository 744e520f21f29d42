/**
 * Maximum durations in milliseconds. `foregroundMs` limits a statement of a request. `backgroundMs`
 * limits a statement of a job, import or command. `requestWaitMs` limits a request's wait for a
 * connection.
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

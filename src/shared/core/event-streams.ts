/**
 * Name of the last event of a stream that the server ends because its reader may no longer read it. Its data is the status that a
 * new request would get: 401 without a session, 403 after a change of role.
 */
export const streamEndEvent = 'end';

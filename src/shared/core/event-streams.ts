/**
 * Name of the last event that the server sends before it ends an event stream whose reader has lost
 * access. The event's data is the HTTP status that a new request would get: 401 without a session,
 * 403 after a change of role.
 */
export const streamEndEvent = 'end';

/**
 * Path of the call that reads an institution's timeline. Its answer changes with every note, task,
 * case and event.
 */
export const timelineApiPath = '/api/institution/:id/timeline';

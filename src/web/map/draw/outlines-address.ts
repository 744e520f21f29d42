import statesUrl from 'us-atlas/states-10m.json?url';

/**
 * URL of the state outlines. It is in a separate file, so that the page can preload the outlines
 * before the drawing code is loaded.
 */
export const outlinesUrl = statesUrl;

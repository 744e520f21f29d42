import statesUrl from 'us-atlas/states-10m.json?url';

/**
 * URL of the state outlines. It is in a separate file, so that the page can preload the outlines
 * before it loads the drawing code.
 */
export const outlinesUrl = statesUrl;

import statesUrl from 'us-atlas/states-10m.json?url';

/** URL of the state outlines. In a file of its own, so that the page can preload them before the drawing code is loaded. */
export const outlinesUrl = statesUrl;

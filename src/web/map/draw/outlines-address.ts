import statesUrl from 'us-atlas/states-10m.json?url';

/** Where the outlines of the states are. Apart, so that the page can ask for them before the code that draws them has come. */
export const outlinesUrl = statesUrl;

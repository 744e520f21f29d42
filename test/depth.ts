/** `true` when all tests run at full depth: `npm test -- --deep`. */
export const isDeep = process.env.TEST_DEPTH === 'deep';

/** Number of random worlds that a property of scoring is tried on. */
export const worlds = isDeep ? 200 : 40;

/** Number of random import files that a property of the imports is tried on. */
export const randomImports = isDeep ? 400 : 25;

/** `true` when all tests run at full depth: `npm test -- --deep`. */
export const isDeep = process.env.TEST_DEPTH === 'deep';

/** Number of random customer sets with which each property of scoring is tested. */
export const customerSetCount = isDeep ? 200 : 40;

/** Number of random files with which each property of imports is tested. */
export const randomImportCount = isDeep ? 400 : 25;

/** `true` when all tests run at full depth: `npm test -- --deep`. */
export const isDeepTestRun = process.env.TEST_DEPTH === 'deep';

/** Number of random customer sets with which each property of scoring is tested. */
export const randomCustomerSetCount = isDeepTestRun ? 200 : 12;

/** Number of random files with which each property of imports is tested. */
export const randomImportCount = isDeepTestRun ? 400 : 25;

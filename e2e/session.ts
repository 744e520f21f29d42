import { join } from 'node:path';

/** Where the member's session is kept between the sign-in and the tests that need one. */
export const memberState = join(import.meta.dirname, '../test-results/member.json');

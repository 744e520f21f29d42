import { join } from 'node:path';

/** File with the member's session, written by the sign-in setup and used by tests. */
export const memberState = join(import.meta.dirname, '../test-results/member.json');

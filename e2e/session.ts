import { join } from 'node:path';

/** File with the session of the member. The setup for sign-in writes it, and tests use it. */
export const memberState = join(import.meta.dirname, '../test-results/member.json');

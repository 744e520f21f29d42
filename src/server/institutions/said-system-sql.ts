import { type RawBuilder, sql } from 'kysely';

/** How the name of a records system is compared, as `saidSystem` does it. */
export const saidSystemOf = (name: RawBuilder<unknown>) => sql`regexp_replace(lower(trim(${name})), '\\s+', ' ', 'g')`;

import { type RawBuilder, sql } from 'kysely';

/** How the name of a records system is compared, as `foldedSystemName` does it. */
export const foldedSystemNameOf = (name: RawBuilder<unknown>) => sql`regexp_replace(lower(trim(${name})), '\\s+', ' ', 'g')`;

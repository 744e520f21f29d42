import type { RawBuilder } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

declare module '#server/core/registry.ts' {
  interface Room {
    /**
     * Deletes the room's demo rows that belong to no customer. Called after the rows of all
     * `customerTables` and the demo rows of later rooms were deleted.
     */
    removeDemoRows?: (transaction: Queries, demo: DemoRows) => Promise<void>;
  }
}

export interface DemoRows {
  /** Subquery of the ids of the demo's users. */
  people: RawBuilder<unknown>;
  /** Number of prospects in the demo, whose ids are the lowest. */
  prospects: number;
}

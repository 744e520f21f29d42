import type { RawBuilder } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

declare module '#server/core/registry.ts' {
  interface Room {
    /**
     * Deletes the room's demo rows that belong to no customer. The rows of `customerTables` have been deleted before, and the rows of later
     * rooms.
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

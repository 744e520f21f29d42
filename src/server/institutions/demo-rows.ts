import type { RawBuilder } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

declare module '#server/core/registry.ts' {
  interface Room {
    /**
     * Deletes the room's demo rows that belong to no customer. Called after the
     * rows of all `customerTables`, and the demo rows of rooms later in `rooms.ts`, were deleted.
     */
    removeDemoRows?: (transaction: Queries, demo: DemoRows) => Promise<void>;
  }
}

export interface DemoRows {
  /** Subquery of the ids of the demo's users. */
  people: RawBuilder<unknown>;
  /** Number of the demo's prospects, whose ids are the lowest ids. */
  prospects: number;
}

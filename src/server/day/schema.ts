import type { Generated } from 'kysely';

declare module '#server/core/db/schema.ts' {
  interface Schema {
    day_plan: DayPlanTable;
  }
}

interface DayPlanTable {
  user_id: string;
  item_key: string;
  moved_to: string | null;
  /** Position of the row on the day `placed_on`. */
  place: number | null;
  placed_on: string | null;
  version: Generated<number>;
  updated_by: string;
  updated_at: Date;
}

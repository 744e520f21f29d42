import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { isRemainingSql } from '#server/work/prospect-tasks/merged-prospects-queries.ts';

/** Won or lost prospect, with the change that closed it. */
export interface ClosingRow {
  isWon: boolean;
  closedAt: Date;
  /** Score on that day; `null` when it was not stored. */
  score: number | null;
}

/** Returns the prospects that are won or lost today. */
export async function findClosings(queries: Queries): Promise<ClosingRow[]> {
  const { rows } = await sql<ClosingRow>`
    select w.stage = 'Won' as "isWon", c.changed_at as "closedAt", (c.before->>'score')::float8 as score
    from prospect_work w
    cross join lateral (
      select changed_at, before from prospect_change
      where prospect_id = w.prospect_id and case w.stage when 'Won' then change->>'action' = 'convert'
        else change->>'action' = 'move' and change->>'stage' = 'Lost' end
      order by changed_at desc limit 1
    ) c
    where w.stage in ('Won', 'Lost') and ${isRemainingSql(sql`w.prospect_id`)}`.execute(queries);
  return rows;
}

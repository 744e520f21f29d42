import { sql } from 'kysely';
import { runInBatches } from '#server/core/db/batches.ts';
import type { Queries } from '#server/core/db/database.ts';
import { recordWrittenRowsSql } from './changes-sql.ts';
import type { MergeCounts, StagedImportRun } from './merge.ts';

interface Place {
  institution_id: number;
  location_id: number;
}

/** Writes staged rows as daily usage and updates the weekly usage, in batches of locations. */
export async function mergeUsage(merge: StagedImportRun): Promise<void> {
  await runInBatches(
    merge.transact,
    { institution_id: 0, location_id: 0 },
    async (transaction, after, rows) => {
      const last = await lastPlace(transaction, merge, after, rows);
      if (last === undefined) return undefined;
      // `between` is redundant, but it lets the planner estimate the number of rows.
      const piece = sql`import_id = ${merge.importId}::uuid
        and institution_id between ${after.institution_id} and ${last.institution_id}
        and (institution_id, location_id) > (${after.institution_id}, ${after.location_id})
        and (institution_id, location_id) <= (${last.institution_id}, ${last.location_id})`;
      const counts = await mergeDays(transaction, piece, merge);
      if (merge.writes) await makeWeeks(transaction, piece, merge);
      await merge.keep(transaction, counts);
      return last;
    },
    merge.pieceMs,
  );
}

/** Returns the location that ends the next batch; `undefined` at the end. */
async function lastPlace(
  transaction: Queries,
  { importId }: StagedImportRun,
  after: Place,
  rows: number,
): Promise<Place | undefined> {
  const { rows: found } = await sql<Place>`
    select institution_id, location_id
    from (
      select institution_id, location_id from usage_staging
      where import_id = ${importId}::uuid and (institution_id, location_id) > (${after.institution_id}, ${after.location_id})
      order by institution_id, location_id limit ${rows}
    ) next
    order by institution_id desc, location_id desc limit 1`.execute(transaction);
  return found[0];
}

type Piece = ReturnType<typeof sql>;

/**
 * Merges a batch of staged days. When several rows have the same location, product and day,
 * `addsRepeats` adds their values; otherwise the last row is used.
 */
async function mergeDays(
  transaction: Queries,
  piece: Piece,
  { importId, writes, takes, entitles, addsRepeats }: StagedImportRun,
): Promise<MergeCounts> {
  const written = sql`, written as (
      insert into usage_daily (institution_id, location_id, product, day, value)
      select institution_id, location_id, product, day, value from incoming where nth = 1 and stored is distinct from value and is_taken
      on conflict (institution_id, location_id, product, day) do update set value = excluded.value
    ), kept as (
      insert into usage_change (import_id, institution_id, location_id, product, days, values_before, values_after)
      select ${importId}::uuid, institution_id, location_id, product, array_agg(day), array_agg(stored), array_agg(value)
      from incoming where nth = 1 and stored is distinct from value and is_taken
      group by institution_id, location_id, product
    )${entitles ? entitled(importId) : sql``}`;
  // Adding values in a fixed order gives exactly the same sum when the file is imported again.
  const value = addsRepeats ? sql`sum(value) over whole_day` : sql`value`;
  // When repeated rows are added up, every row is counted with the outcome of its daily total:
  // added, changed or unchanged.
  const counts = addsRepeats ? sql`true` : sql`nth = 1`;
  const { rows } = await sql<MergeCounts>`
    with incoming as materialized (
      select i.*, u.value as stored, case when u.value is null then ${takes.new}::boolean else ${takes.known}::boolean end as is_taken
      from (
        select institution_id, location_id, product, day, ${value} as value,
               row_number() over in_file as nth, ${addsRepeats ? value : sql`first_value(value) over in_file`} as last_value
        from usage_staging where ${piece}
        window in_file as (partition by institution_id, location_id, product, day order by line desc),
          whole_day as (partition by institution_id, location_id, product, day order by line
            rows between unbounded preceding and unbounded following)
      ) i
      left join lateral (
        select value from usage_daily d
        where d.institution_id = i.institution_id and d.location_id = i.location_id and d.product = i.product and d.day = i.day offset 0
      ) u on true
    )${writes ? written : sql``}
    select count(*) filter (where ${counts} and stored is null and is_taken) as added,
           count(*) filter (where ${counts} and stored <> value and is_taken) as changed,
           count(*) filter (where ${counts} and stored is distinct from value and not is_taken) as skipped,
           count(*) filter (where case when ${counts} then stored = value else value = last_value end) as unchanged,
           count(*) filter (where nth > 1 and value <> last_value) as superseded
    from incoming`.execute(transaction);
  return rows[0] ?? { added: 0, changed: 0, unchanged: 0, superseded: 0 };
}

/**
 * Returns the SQL steps that entitle customers to the products they use. Products with a known
 * entitlement are skipped. The new entitlements have no first day.
 */
const entitled = (importId: string) => sql`, entitled as (
      insert into entitlement (institution_id, product, valid_from)
      select distinct institution_id, product, '-infinity'::date from incoming i
      where value > 0 and is_taken and not exists (
        select from entitlement e where e.institution_id = i.institution_id and e.product = i.product
      )
      on conflict do nothing
      returning *
    ), kept_entitled as (${recordWrittenRowsSql(importId, 'entitlement', 'entitled')}
    )`;

/** Deletes the batch from the staging table and recomputes the weekly usage of its locations. */
async function makeWeeks(
  transaction: Queries,
  piece: Piece,
  { importId, takes }: StagedImportRun,
): Promise<void> {
  const taken = takes.new
    ? sql`merged`
    : sql`(
        select * from merged m where exists (
          select from usage_daily d
          where d.institution_id = m.institution_id and d.location_id = m.location_id and d.product = m.product and d.day = m.day
        )
      ) taken`;
  await sql`
    with merged as (
      delete from usage_staging where ${piece}
      returning institution_id, location_id, product, day, day - extract(dow from day)::integer as week_start
    ), reported as (
      insert into feed_week (institution_id, location_id, week_start, last_report_on)
      select institution_id, location_id, week_start, max(day) from ${taken} group by 1, 2, 3
      on conflict (institution_id, location_id, week_start) do update set last_report_on = excluded.last_report_on
      where feed_week.last_report_on < excluded.last_report_on
      returning *
    ), kept_reports as (
      insert into feed_week_change (import_id, institution_id, location_id, weeks, reports_before)
      select ${importId}::uuid, r.institution_id, r.location_id, array_agg(r.week_start), array_agg(before.last_report_on)
      from reported r
      left join lateral (
        select last_report_on from feed_week f
        where f.institution_id = r.institution_id and f.location_id = r.location_id and f.week_start = r.week_start offset 0
      ) before on true
      group by r.institution_id, r.location_id
    ), summed as (
    insert into usage_week (institution_id, location_id, product, week_start, value)
    select w.*, (
      select sum(value) from usage_daily d
      where d.institution_id = w.institution_id and d.location_id = w.location_id and d.product = w.product
        and d.day between w.week_start and w.week_start + 6
    )
    from (select distinct institution_id, location_id, product, week_start from ${taken}) w
    on conflict (institution_id, location_id, product, week_start) do update set value = excluded.value
    where usage_week.value <> excluded.value
    returning *
    )
    insert into usage_week_change (import_id, institution_id, location_id, product, weeks, values_before)
    select ${importId}::uuid, s.institution_id, s.location_id, s.product, array_agg(s.week_start), array_agg(before.value)
    from summed s
    left join lateral (
      select value from usage_week w
      where w.institution_id = s.institution_id and w.location_id = s.location_id and w.product = s.product and w.week_start = s.week_start offset 0
    ) before on true
    group by s.institution_id, s.location_id, s.product`.execute(transaction);
}

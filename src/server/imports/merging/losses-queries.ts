import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { recordWrittenRowsSql } from './changes-sql.ts';
import type { MergeCounts, StagedImportRun } from './merge.ts';
import {
  countRowsByOutcomeSql,
  emptyMergeCounts,
  mergeInInstitutionBatches,
} from './merge-pieces-sql.ts';

/**
 * Writes staged rows as churn notices. A row for an institution with an active notice changes that
 * notice. A blank cell keeps the known value. A withdrawn notice stays withdrawn.
 */
export const mergeLosses = (merge: StagedImportRun): Promise<void> =>
  mergeInInstitutionBatches('loss_staging', merge, mergePiece);

async function mergePiece(
  transaction: Queries,
  piece: RawBuilder<unknown>,
  merge: StagedImportRun,
): Promise<MergeCounts> {
  const { importId, externalSource, now, today, writes } = merge;
  const written = sql`, changed as (
      update churn_event e
      set noticed_on = a.noticed_on, effective_on = a.effective_on, reason = a.reason, reason_detail = a.reason_detail, avoidable = a.avoidable,
          competitor = a.competitor, monthly_cents = a.monthly_cents, locations_lost = a.locations_lost, win_back_on = a.win_back_on,
          external_source = a.external_source, external_id = a.external_id, version = e.version + 1
      from aimed a where a.outcome = 'changed' and e.institution_id = a.institution_id and e.loss_id = a.loss_id
      returning e.*
    ), kept_changed as (${recordWrittenRowsSql(importId, 'churn_event', 'changed')}
    ), added as (
      insert into churn_event (institution_id, noticed_on, effective_on, reason, reason_detail, avoidable, competitor, monthly_cents,
        locations_lost, win_back_on, external_source, external_id, entered_at)
      select institution_id, noticed_on, effective_on, reason, reason_detail, avoidable, competitor, monthly_cents,
        locations_lost, win_back_on, external_source, external_id, ${now}::timestamptz
      from aimed where outcome = 'added'
      returning *
    ), kept_added as (${recordWrittenRowsSql(importId, 'churn_event', 'added')}
    )`;
  const { rows } = await sql<MergeCounts>`
    with incoming as materialized (
      select *, row_number() over (partition by institution_id order by line desc) as nth from loss_staging where ${piece}
    ), meant as (
      select n.institution_id, e.loss_id, n.noticed_on, greatest(coalesce(n.effective_on, e.effective_on), n.noticed_on) as effective_on,
        coalesce(n.reason, e.reason, 'Unknown') as reason,
        case when n.reason is null or n.reason = e.reason then coalesce(n.reason_detail, e.reason_detail) else n.reason_detail end as reason_detail,
        coalesce(n.avoidable, e.avoidable) as avoidable, coalesce(n.competitor, e.competitor) as competitor,
        coalesce(n.monthly_cents, e.monthly_cents) as monthly_cents, coalesce(n.locations_lost, e.locations_lost) as locations_lost,
        coalesce(n.win_back_on, e.win_back_on) as win_back_on,
        case when n.external_id is null then e.external_source else ${externalSource} end as external_source,
        coalesce(n.external_id, e.external_id) as external_id
      from incoming n left join churn_event e on e.institution_id = n.institution_id and e.taken_back_at is null
      where n.nth = 1
    ), aimed as materialized (
      select m.*, case
          when m.loss_id is null then case when exists (
            select from churn_event t
            where t.institution_id = m.institution_id and t.taken_back_at is not null
              and (t.noticed_on = m.noticed_on or (t.external_source = m.external_source and t.external_id = m.external_id))
          ) then 'unchanged' else 'added' end
          when (e.noticed_on, e.effective_on, e.reason, e.reason_detail, e.avoidable, e.competitor, e.monthly_cents, e.locations_lost,
              e.win_back_on, e.external_source, e.external_id)
            is distinct from (m.noticed_on, m.effective_on, m.reason, m.reason_detail, m.avoidable, m.competitor, m.monthly_cents,
              m.locations_lost, m.win_back_on, m.external_source, m.external_id) then 'changed'
          else 'unchanged'
        end as outcome
      from meant m left join churn_event e on e.institution_id = m.institution_id and e.loss_id = m.loss_id
    ), outcome as (
      select outcome from aimed
      union all
      select 'superseded' from incoming where nth > 1
    )${writes ? written : sql``}
    ${countRowsByOutcomeSql}`.execute(transaction);
  if (writes) {
    await sql`
      with settled as (
      update institution i set churned_on = e.left_on, updated_at = ${now}::timestamptz
      from (
        select institution_id, case when effective_on <= ${today}::date then effective_on end as left_on
        from churn_event where taken_back_at is null and institution_id in (select institution_id from loss_staging where ${piece})
      ) e
      where i.institution_id = e.institution_id and i.churned_on is distinct from e.left_on
      returning i.*
      ) ${recordWrittenRowsSql(importId, 'institution', 'settled')}`.execute(transaction);
    await sql`delete from loss_staging where ${piece}`.execute(transaction);
  }
  return rows[0] ?? emptyMergeCounts;
}

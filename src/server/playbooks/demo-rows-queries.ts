import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { DemoUsersAndProspects } from '#server/institutions/demo-rows.ts';

/** Deletes playbooks without runs whose versions were all saved by demo users. */
export async function removeDemoPlaybooks(
  transaction: Queries,
  { people }: DemoUsersAndProspects,
): Promise<void> {
  const theirs = sql`(select playbook_id from playbook_version group by 1 having bool_and(changed_by in ${people})
    and not exists (select from playbook_run r where r.playbook_id = playbook_version.playbook_id))`;
  const { rows } = await sql<{
    playbook_id: string;
  }>`select playbook_id from playbook where playbook_id in ${theirs}`.execute(transaction);
  const ids = rows.map((row) => row.playbook_id);
  await sql`delete from playbook_version where playbook_id = any(${ids}::uuid[])`.execute(
    transaction,
  );
  await sql`delete from playbook where playbook_id = any(${ids}::uuid[])`.execute(transaction);
}

/**
 * Sets the scores at the start and the end of each run: the score in the last official week that
 * had ended by that day.
 */
export async function addScoresToRuns(transaction: Queries): Promise<void> {
  const scoreBefore = (day: RawBuilder<unknown>) => sql`(select adoption_score from score_week s
    where s.institution_id = r.institution_id and s.week_start <= ${day} - 7 order by s.week_start desc limit 1)`;
  await sql`update playbook_run r set start_score = ${scoreBefore(sql`started_on`)},
    end_score = case when ended_at is not null then ${scoreBefore(sql`ended_at::date`)} end`.execute(
    transaction,
  );
}

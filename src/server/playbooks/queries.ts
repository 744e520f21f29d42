import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import type { PlaybookFields } from '#shared/playbooks/playbooks.ts';
import type { PlaybookVersionFields } from './move-queries.ts';

export interface PlaybookRow {
  playbookId: string;
  version: number;
  isOn: boolean;
  fields: PlaybookFields;
  ruleName: string | null;
  active: number;
  completed: number;
  exited: number;
  stopped: number;
  judged: number;
  improved: number;
  changedBy: string;
  changedAt: Date;
}

/**
 * SQL expression that is `true` when the score rose by more than `flatBand` percent during the run.
 * It is `null` for runs that have not ended and for runs without scores.
 */
export const hasScoreImprovedSql = (flatBand: number) => sql<
  boolean | null
>`case when r.state in ('completed', 'exited')
  then r.end_score > r.start_score * (1 + ${flatBand}::float8 / 100) end`;

export async function findPlaybookRows(queries: Queries, flatBand: number): Promise<PlaybookRow[]> {
  const { rows } = await sql<PlaybookRow>`
    with counted as (
      select r.playbook_id, count(*) filter (where r.state = 'active') as active, count(*) filter (where r.state = 'completed') as completed,
        count(*) filter (where r.state = 'exited') as exited, count(*) filter (where r.state = 'stopped') as stopped,
        count(${hasScoreImprovedSql(flatBand)}) as judged, count(*) filter (where ${hasScoreImprovedSql(flatBand)}) as improved
      from playbook_run r group by 1
    )
    select p.playbook_id as "playbookId", p.version, p.is_on as "isOn", v.told as fields, a.name as "ruleName",
      coalesce(c.active, 0)::integer as active, coalesce(c.completed, 0)::integer as completed, coalesce(c.exited, 0)::integer as exited,
      coalesce(c.stopped, 0)::integer as stopped, coalesce(c.judged, 0)::integer as judged, coalesce(c.improved, 0)::integer as improved,
      person.name as "changedBy", p.changed_at as "changedAt"
    from playbook p join playbook_version v using (playbook_id, version) join person on person.user_id = p.changed_by
    left join counted c using (playbook_id) left join alert_rule a using (rule_id)
    order by p.is_on desc, lower(p.name)`.execute(queries);
  return rows;
}

export interface PlaybookVersionRow
  extends Pick<PlaybookRow, 'version' | 'isOn' | 'fields' | 'active' | 'changedBy' | 'changedAt'> {}

export async function findPlaybookVersionRows(
  queries: Queries,
  playbookId: string,
): Promise<PlaybookVersionRow[]> {
  const { rows } = await sql<PlaybookVersionRow>`
    select v.version, v.is_on as "isOn", v.told as fields, person.name as "changedBy", v.changed_at as "changedAt",
      (select count(*)::integer from playbook_run r
        where r.playbook_id = v.playbook_id and r.version = v.version and r.state = 'active') as active
    from playbook_version v join person on person.user_id = v.changed_by
    where v.playbook_id = ${playbookId}::uuid order by v.version desc`.execute(queries);
  return rows;
}

export interface StoredPlaybook extends PlaybookVersionFields {
  isOn: boolean;
  followsFrom: Day | null;
  changedBy: string;
}

/**
 * Returns the playbook and locks it until the transaction ends, so that it cannot be turned off in
 * the meantime.
 */
export async function lockPlaybook(
  transaction: Queries,
  playbookId: string,
): Promise<StoredPlaybook | undefined> {
  await sql`select from playbook where playbook_id = ${playbookId}::uuid for update`.execute(
    transaction,
  );
  const { rows } = await sql<Omit<StoredPlaybook, keyof PlaybookFields> & { told: PlaybookFields }>`
    select p.playbook_id as "playbookId", p.version, p.is_on as "isOn", p.follows_from as "followsFrom", p.changed_by as "changedBy", v.told
    from playbook p join playbook_version v using (playbook_id, version)
    where p.playbook_id = ${playbookId}::uuid`.execute(transaction);
  if (rows[0] === undefined) return undefined;
  const { told, ...stored } = rows[0];
  return { ...told, ...stored };
}

interface Saved {
  playbookId: string;
  version: number;
  isOn: boolean;
  followsFrom: Day | null;
  fields: PlaybookFields;
  userId: string;
  at: Date;
}

export async function savePlaybook(queries: Queries, saved: Saved): Promise<void> {
  const { playbookId, version, isOn, followsFrom, fields, userId, at } = saved;
  const changed = { changed_by: userId, changed_at: at };
  const values = {
    version,
    name: fields.name,
    rule_id: fields.ruleId,
    is_on: isOn,
    follows_from: followsFrom,
    ...changed,
  };
  await queries
    .insertInto('playbook')
    .values({ playbook_id: playbookId, ...values })
    .onConflict((conflict) => conflict.column('playbook_id').doUpdateSet(values))
    .execute();
  await queries
    .insertInto('playbook_version')
    .values({
      playbook_id: playbookId,
      version,
      is_on: isOn,
      told: JSON.stringify(fields),
      ...changed,
    })
    .execute();
}

/** Returns `true` when another playbook has this name, ignoring upper and lower case. */
export async function isPlaybookNameTaken(
  queries: Queries,
  name: string,
  playbookId: string,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from playbook where lower(name) = lower(${name}) and playbook_id <> ${playbookId}::uuid) as found`.execute(
    queries,
  );
  return rows[0]?.found === true;
}

export interface PlaybookAlertRule {
  name: string;
  conditions: string;
}

export const findAlertRule = (
  queries: Queries,
  ruleId: string,
): Promise<PlaybookAlertRule | undefined> =>
  queries
    .selectFrom('alert_rule')
    .select(['name', 'conditions'])
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();

/** Returns the names of customers, including lost customers. */
export async function findInstitutionNames(
  queries: Queries,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ institution_id: number; name: string }>`
    select institution_id, name from institution where institution_id = any(${ids}::bigint[])`.execute(
    queries,
  );
  return new Map(rows.map((row) => [row.institution_id, row.name]));
}

export async function findAlertRuleChoices(
  queries: Queries,
): Promise<{ ruleId: string; name: string; isOn: boolean }[]> {
  return queries
    .selectFrom('alert_rule')
    .select(['rule_id as ruleId', 'name', 'is_on as isOn'])
    .orderBy('name')
    .execute();
}

import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { findOrCreateOwnerIds } from '#server/institutions/owners-queries.ts';
import type { ImportedOwner } from '#shared/imports/report.ts';
import type { StagedImportRun } from './merge.ts';
import {
  matchOwner,
  mostUnknownOwners,
  type OwnerMatch,
  type OwnerUser,
  type StoredOwner,
} from './owner-rules.ts';

type Run = Pick<StagedImportRun, 'importId'>;

interface StagedOwner extends OwnerMatch {
  /** Owner as the file has it. */
  written: string;
  customers: number;
}

/** Returns the owners of the staged customers with their users, most customers first. */
async function findStagedOwners(queries: Queries, { importId }: Run): Promise<StagedOwner[]> {
  const { rows } = await sql<{ written: string; customers: number }>`
    select owner as written, count(*)::int as customers
    from (
      select distinct on (institution_key) institution_key, owner from practice_staging
      where import_id = ${importId}::uuid and owner is not null
      order by institution_key, line desc
    ) owned
    group by owner order by customers desc, owner`.execute(queries);
  if (rows.length === 0) return [];
  const { rows: users } = await sql<OwnerUser>`
    select u.name as "signInName", p.name, u.email, u.status = 'active' as "isActive"
    from app_user u join person p using (user_id)`.execute(queries);
  const { rows: stored } = await sql<StoredOwner>`
    select s.name, o.email from shown_owner s join crm_owner o using (owner_id) where not o.archived order by o.owner_id`.execute(
    queries,
  );
  const owners = rows.map((row) => ({ ...row, ...matchOwner(row.written, users, stored) }));
  const unknown = owners.filter(({ problem }) => problem === 'noUser');
  return unknown.length <= mostUnknownOwners
    ? owners
    : owners.map((owner) =>
        owner.problem === 'noUser' ? { ...owner, problem: 'notAssigned' } : owner,
      );
}

const isAssigned = ({ problem }: StagedOwner) =>
  problem !== 'ambiguous' && problem !== 'notAssigned';

/** Maximum number of owners in a report. */
const mostReported = 100;

/** Returns the owners of the staged customers for the report. */
export async function summarizeStagedOwners(queries: Queries, run: Run): Promise<ImportedOwner[]> {
  const owners = new Map<string, ImportedOwner>();
  for (const { name, customers, problem } of await findStagedOwners(queries, run)) {
    const key = `${name} ${problem}`;
    const known = owners.get(key);
    owners.set(key, { name, problem, customers: customers + (known?.customers ?? 0) });
  }
  return [...owners.values()]
    .sort((one, other) => other.customers - one.customers)
    .slice(0, mostReported);
}

/** Placeholder id of an owner that the import will create. */
const pendingOwnerId = 0;

/**
 * Saves the id of the owner in each staged row. Creates owners that the CRM's tables do not have,
 * unless the run writes nothing.
 */
export async function resolveStagedOwners(
  transaction: Queries,
  { importId }: Run,
  { writes }: Pick<StagedImportRun, 'writes'>,
): Promise<void> {
  const owners = (await findStagedOwners(transaction, { importId })).filter(isAssigned);
  if (owners.length === 0) return;
  const known = new Map(
    (
      await transaction
        .selectFrom('shown_owner')
        .select(['owner_id', 'name'])
        .where('archived', '=', false)
        .orderBy('owner_id', 'desc')
        .execute()
    ).map(({ owner_id, name }) => [name, owner_id]),
  );
  const byName = new Map(owners.map((owner) => [owner.name, owner]));
  const idsByName = writes ? await findOrCreateOwnerIds(transaction, byName) : known;
  const ids = new Map(
    owners.map(({ written, name }) => [written, idsByName.get(name) ?? pendingOwnerId]),
  );
  await sql`
    update practice_staging s set owner_id = o.owner_id
    from unnest(${[...ids.keys()]}::text[], ${[...ids.values()]}::bigint[]) as o (written, owner_id)
    where s.import_id = ${importId}::uuid and s.owner = o.written`.execute(transaction);
  const created = [...new Set(ids.values())].filter((id) => ![...known.values()].includes(id));
  if (writes && created.length > 0)
    await sql`update import_run set created_owner_ids = ${created}::bigint[] where import_id = ${importId}::uuid`.execute(
      transaction,
    );
}

/** Deletes the owners that an import created and that nothing refers to. */
export const deleteUnusedCreatedOwners = (queries: Queries, importId: string) =>
  sql`
    delete from crm_owner o using import_run r
    where r.import_id = ${importId}::uuid and o.owner_id = any(r.created_owner_ids)
      and not exists (select from crm_deal d where d.owner_id = o.owner_id)
      and not exists (select from crm_ticket t where t.owner_id = o.owner_id)
      and not exists (select from crm_owner_change c where o.owner_id in (c.from_owner_id, c.to_owner_id))`.execute(
    queries,
  );

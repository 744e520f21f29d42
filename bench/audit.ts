// Measures how fast the chain and the seals of the audit log are verified, on each available
// engine.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readSealedEntries } from '#server/admin/audit/seal-queries.ts';
import { verifyAuditLog } from '#server/admin/audit/verify.ts';
import { buildAuditKeyFromBytes, computeSeal } from '#server/core/audit/seal.ts';
import type { Database, Queries } from '#server/core/db/database.ts';
import { migrateDatabase } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { executeWithoutAuditTriggers } from '#test/audit.ts';
import { startPostgresCluster } from '#test/postgres-cluster.ts';
import { median } from './median.ts';
import { measureSeconds } from './seconds.ts';
import type { Bench, BenchRow } from './types.ts';

const rounds = 5;
const entries = 200_000;
const secret = Buffer.alloc(32, 7);
/** Promised speed in entries per second. */
const promised = 100_000;

export const auditBench: Bench = {
  name: 'audit',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'chairside-audit-'));
    const cluster = await startPostgresCluster();
    try {
      const rows = [await measure('embedded', await openDatabase({ dataDir: folder }))];
      if (cluster !== undefined)
        rows.push(
          await measure(
            'PostgreSQL',
            await openDatabase({ databaseUrl: cluster.url, dataDir: folder }),
          ),
        );
      return rows;
    } finally {
      await cluster?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(engine: string, database: Database): Promise<BenchRow> {
  try {
    await migrateDatabase(database);
    const queries = database.background;
    await write(queries);
    await seal(queries);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      times.push(
        await measureSeconds(async () => {
          const { entries: checked, broken, problems } = await verify(queries);
          if (checked < entries || broken !== null || problems.length > 0)
            throw new Error('The chain that was just written does not hold');
        }),
      );
    await executeWithoutAuditTriggers(
      queries,
      `update audit_log set actor = 'attacker' where position in (${entries - 1}, ${entries})`,
    );
    const { broken } = await verify(queries);
    if (broken?.position !== entries - 1)
      throw new Error('The first entry that was changed was not found');
    const ours = entries / median(times);
    return {
      bench: 'audit',
      measure: `audit log verified, ${engine}`,
      ours,
      anchor: promised,
      ratio: ours / promised,
      limit: { atLeast: 1 },
      unit: 'entries/s',
      note: `the anchor is the promise; ${entries.toLocaleString('en-US')} entries`,
    };
  } finally {
    await database.close();
  }
}

const verify = (queries: Queries) =>
  verifyAuditLog(queries, { DATA_DIR: tmpdir(), AUDIT_KEY: secret.toString('hex') });

/** Writes the seals in one statement. The product writes them one after another. */
async function seal(queries: Queries): Promise<void> {
  const key = buildAuditKeyFromBytes(secret);
  for await (const stretch of readSealedEntries(queries)) {
    const seals = stretch.map(({ position, hash }) => computeSeal(key, position, hash));
    await sql`insert into audit_log_seal (position, key_id, seal)
      select position, ${key.id}, decode(seal, 'hex')
      from unnest(${stretch.map(({ position }) => position)}::bigint[], ${seals}::text[]) as made (position, seal)`.execute(
      queries,
    );
  }
}

/**
 * Writes entries like the product, with the values before and after a change and with the request's
 * id and address.
 */
const write = (queries: Queries) =>
  sql`insert into audit_log (at, actor, action, object_type, object_id, detail, request_id, address)
    select now(), gen_random_uuid()::text, 'settings.save', 'setting_version', n::text,
      jsonb_build_object('before', jsonb_build_object('runDays', n), 'after', jsonb_build_object('runDays', n + 1)),
      gen_random_uuid()::text, '10.0.0.' || n % 250
    from generate_series(1, ${entries}::integer) n`.execute(queries);

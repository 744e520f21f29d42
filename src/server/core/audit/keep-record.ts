import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../db/database.ts';
import { lockFile } from '../db/embedded/file-lock.ts';
import type { AuditFileSettings } from './key-file.ts';
import { readAuditLogSnapshot } from './queries.ts';
import {
  auditRecordPath,
  nextAuditRecord,
  readAuditRecordFile,
  recordedLogHead,
  writeAuditRecordFile,
} from './record.ts';
import type { AuditHeadRecord } from './record-schema.ts';
import { currentAuditKey, newestWrittenPosition } from './seal.ts';

interface Keeping {
  database: Database;
  place: AuditFileSettings;
  clock: Clock;
}

/**
 * Updates the record file, which is outside the database, to the newest entry of the audit log.
 * Returns the file's record. Returns `undefined` while another process writes the file, when no key
 * is loaded, and when the audit log has never had an entry.
 */
export async function updateAuditRecordFile({
  database,
  place,
  clock,
}: Keeping): Promise<AuditHeadRecord | undefined> {
  const key = currentAuditKey();
  if (key === undefined) return undefined;
  const path = auditRecordPath(place);
  const unlock = lockFile(`${path}.lock`);
  if (unlock === undefined) return undefined;
  try {
    const before = await readAuditRecordFile(path, key);
    const found = await readAuditLogSnapshot(database.foreground, key, recordedLogHead(before));
    const next = nextAuditRecord(before, found, clock());
    if (next === undefined) return before.kind === 'read' ? before.record : undefined;
    await writeAuditRecordFile(path, next, key);
    return next;
  } finally {
    unlock();
  }
}

/**
 * Maximum delay, in milliseconds, between writing an entry and saving its position in the record
 * file.
 */
const everyMilliseconds = 1_000;
/**
 * Number of checks for which an entry that this process wrote may be missing from the log. After
 * that, its transaction is assumed to have been rolled back.
 */
const mostLooks = 60;
/** Number of checks between two reads of the entries written by other servers. */
const othersLooks = 15;

/**
 * Keeps the record file up to date while a server runs. An entry of this server is recorded within
 * a second. On PostgreSQL, entries of other servers are recorded every 15 s. Logs an error when a
 * recorded entry is missing or changed.
 */
export function startAuditRecordUpdates(
  keeping: Keeping,
  log: Pick<FastifyBaseLogger, 'error' | 'info'>,
): { stop(): Promise<void> } {
  let known: AuditHeadRecord | undefined;
  let looks = 0;
  let looksFor = 0;
  let awaited = 0;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  let isFailing = false;

  function isDue(): boolean {
    looks += 1;
    if (newestWrittenPosition() !== awaited) {
      awaited = newestWrittenPosition();
      looksFor = 0;
    }
    looksFor += 1;
    const isAwaited = awaited > (known?.position ?? 0) && looksFor <= mostLooks;
    return (
      isAwaited ||
      looks === 1 ||
      (keeping.database.engine === 'postgres' && looks % othersLooks === 0)
    );
  }

  async function look(): Promise<void> {
    try {
      const record = await updateAuditRecordFile(keeping);
      isFailing = false;
      if (record === undefined) return;
      if (known === undefined || record.breaks.length > known.breaks.length)
        for (const { position, noticedAt } of record.breaks)
          log.error(
            `The audit log was changed: its recorded entry ${position} was found missing or changed on ${noticedAt}. For details: npm run audit -- verify`,
          );
      if (record.position !== known?.position)
        log.info({ position: record.position, hash: record.hash }, 'newest entry of the audit log');
      known = record;
    } catch (error) {
      if (!isFailing)
        log.error({ err: error }, 'the record of the newest audit entry could not be written');
      isFailing = true;
    }
  }

  function lookLater(): void {
    timer = setTimeout(() => {
      looking = (isDue() ? look() : Promise.resolve()).then(lookLater);
    }, everyMilliseconds);
    timer.unref();
  }

  lookLater();
  return {
    async stop() {
      clearTimeout(timer);
      await looking;
      clearTimeout(timer);
      // The check is skipped when the record is current, so that an unavailable database does not
      // delay the shutdown.
      if (newestWrittenPosition() > (known?.position ?? 0)) await look();
    },
  };
}

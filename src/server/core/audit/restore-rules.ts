import { z } from 'zod';
import { clockSkewToleranceMs } from '../clock/rules.ts';
import type { AuditLogHead } from './head.ts';
import type { AuditHeadRecord } from './record-schema.ts';

/** Action of the audit entry that a restore writes. */
export const restoreAuditAction = 'database.restore';

/**
 * Newest entry of each audit log that a restore replaced: the log before the restore, and the logs
 * replaced by earlier restores. `null` when one of these logs could not be read because its
 * database was lost.
 */
export const replacedLogHeadsSchema = z
  .array(z.strictObject({ position: z.int(), hash: z.string() }))
  .nullable();

/** Field of the details of a restore's audit entry. Entries by earlier versions do not have it. */
const detailSchema = z.object({ replaced: replacedLogHeadsSchema });

/** Audit entry of a restore with verified hash and seal. */
export interface RestoreEntry extends AuditLogHead {
  at: Date;
  replaced: AuditLogHead[] | null;
}

/** Reads a restore's audit entry; `undefined` for an entry by an earlier version. */
export function parseRestoreEntry(
  entry: AuditLogHead & { at: Date; detail: unknown },
): RestoreEntry | undefined {
  const parsed = detailSchema.safeParse(entry.detail);
  return parsed.success
    ? { position: entry.position, hash: entry.hash, at: entry.at, replaced: parsed.data.replaced }
    : undefined;
}

/**
 * Returns the restore that removed the recorded entry; `undefined` when no restore explains the
 * missing entry. A restore that the record already contains, or that is older than the record,
 * explains nothing, because the record was written after that restore.
 */
export const findReplacingRestore = (
  record: AuditHeadRecord,
  restores: readonly RestoreEntry[],
): RestoreEntry | undefined =>
  restores.find(
    ({ hash, at, replaced }) =>
      !(record.restores ?? []).includes(hash) &&
      at.getTime() >= Date.parse(record.at) - clockSkewToleranceMs &&
      (replaced === null || replaced.some((head) => wasIn(record, head))),
  );

/**
 * Returns `true` when the recorded entry can belong to the audit log whose newest entry was `head`.
 */
const wasIn = (record: AuditHeadRecord, head: AuditLogHead): boolean =>
  record.position < head.position ||
  (record.position === head.position && record.hash === head.hash);

/**
 * Returns the newest entries of an audit log and of the logs that its restores replaced. The next
 * restore writes these entries into its own audit entry.
 */
export const collectLogHeadsToReplace = (
  newest: AuditLogHead | null,
  restores: readonly RestoreEntry[],
): AuditLogHead[] | null =>
  restores.some(({ replaced }) => replaced === null)
    ? null
    : [...(newest === null ? [] : [newest]), ...restores.flatMap(({ replaced }) => replaced ?? [])];

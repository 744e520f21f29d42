import { z } from 'zod';
import { skewTolerance } from '../clock/rules.ts';
import type { AuditHead } from './head.ts';
import type { AuditRecord } from './record-schema.ts';

/** Action of the entry that a restore writes. */
export const restoreAction = 'database.restore';

/**
 * Newest entry of each log that a restore replaced: the log before the restore, and the logs that
 * earlier restores had replaced. `null` when one of these logs could not be read, because its
 * database was lost.
 */
export const replacedSchema = z
  .array(z.strictObject({ position: z.int(), hash: z.string() }))
  .nullable();

/** Field of a restore's audit detail. Restores by earlier versions do not have it. */
const detailSchema = z.object({ replaced: replacedSchema });

/** Entry of a restore whose checksum and seal were verified. */
export interface RestoreEntry extends AuditHead {
  at: Date;
  replaced: AuditHead[] | null;
}

/** Reads a restore's entry; `undefined` for an entry by an earlier version. */
export function restoreOf(
  entry: AuditHead & { at: Date; detail: unknown },
): RestoreEntry | undefined {
  const parsed = detailSchema.safeParse(entry.detail);
  return parsed.success
    ? { position: entry.position, hash: entry.hash, at: entry.at, replaced: parsed.data.replaced }
    : undefined;
}

/**
 * Returns the restore that removed the recorded entry; `undefined` when no restore explains that it
 * is missing. A restore that the record already knows, or that is older than the record, explains
 * nothing: the record was made in the restored log.
 */
export const restoreThatReplaced = (
  record: AuditRecord,
  restores: readonly RestoreEntry[],
): RestoreEntry | undefined =>
  restores.find(
    ({ hash, at, replaced }) =>
      !(record.restores ?? []).includes(hash) &&
      at.getTime() >= Date.parse(record.at) - skewTolerance &&
      (replaced === null || replaced.some((head) => wasIn(record, head))),
  );

/** Returns `true` when the recorded entry can be one of the log that ended with `head`. */
const wasIn = (record: AuditRecord, head: AuditHead): boolean =>
  record.position < head.position ||
  (record.position === head.position && record.hash === head.hash);

/**
 * Returns the newest entries of a log and of the logs that its restores replaced, for the entry of
 * the next restore.
 */
export const replacedHeads = (
  newest: AuditHead | null,
  restores: readonly RestoreEntry[],
): AuditHead[] | null =>
  restores.some(({ replaced }) => replaced === null)
    ? null
    : [...(newest === null ? [] : [newest]), ...restores.flatMap(({ replaced }) => replaced ?? [])];

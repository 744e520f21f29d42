import { type AuditFileSettings, findAuditKey } from '#server/core/audit/key-file.ts';
import { readAuditLogSnapshot } from '#server/core/audit/queries.ts';
import { auditRecordPath, readAuditRecord, recordedLogHead } from '#server/core/audit/record.ts';
import type { Queries } from '#server/core/db/database.ts';
import { type AuditChainCheck, checkAuditChain } from './queries.ts';
import { countTrailingSeals, readSealedEntries } from './seal-queries.ts';
import { addToSealCheck, describeAuditFindings, emptySealCheck } from './verdict.ts';

/** Result of checking the audit log's chain, its seals and its newest entry. */
export interface AuditCheck extends AuditChainCheck {
  /** Sentences with evidence that the log was changed. */
  problems: string[];
  notes: string[];
}

/**
 * Checks every entry against the previous entry and against its seal. Compares the newest entry
 * with the record file, which is kept outside the database.
 */
export async function verifyAuditLog(
  queries: Queries,
  place: AuditFileSettings,
): Promise<AuditCheck> {
  const key = await findAuditKey(place);
  // The record is read before the log. Otherwise, the record could name an entry that a server
  // added after the log was read.
  const record = await readAuditRecord(auditRecordPath(place), key);
  const chain = await checkAuditChain(queries);
  const seals = emptySealCheck();
  for await (const entries of readSealedEntries(queries)) addToSealCheck(seals, entries, key);
  // The database restores are read only with a key. They explain a missing entry of the record
  // file, so an unreadable file does not need them.
  const sealKey = record.kind === 'read' ? key : undefined;
  const { newest, hashAt, restores } = await readAuditLogSnapshot(
    queries,
    sealKey,
    recordedLogHead(record),
  );
  const leftSeals = await countTrailingSeals(queries);
  const verdict = describeAuditFindings({
    newest,
    seals,
    hasKey: key !== undefined,
    leftSeals,
    record,
    hashAtRecord: hashAt,
    restores,
  });
  return { ...chain, ...verdict };
}

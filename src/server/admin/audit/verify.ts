import { type AuditFileSettings, findAuditKey } from '#server/core/audit/key-file.ts';
import { readAuditLogSnapshot } from '#server/core/audit/queries.ts';
import {
  auditRecordPath,
  readAuditRecordFile,
  recordedLogHead,
} from '#server/core/audit/record.ts';
import type { Queries } from '#server/core/db/database.ts';
import { type AuditChainCheck, checkAuditChain } from './queries.ts';
import { countTrailingSeals, readSealedEntries } from './seal-queries.ts';
import { addToSealCheck, createEmptySealCheck, describeAuditFindings } from './verdict.ts';

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
  const record = await readAuditRecordFile(auditRecordPath(place), key);
  const chain = await checkAuditChain(queries);
  const seals = createEmptySealCheck();
  for await (const entries of readSealedEntries(queries)) addToSealCheck(seals, entries, key);
  // Restores of the database can explain why the log lacks the entry that the record file names.
  // They are therefore read only when this file is readable. Without a key, no restores are read.
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

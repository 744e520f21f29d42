import type { AuditRecordFileContent } from '#server/core/audit/record.ts';
import { findReplacingRestore, type RestoreEntry } from '#server/core/audit/restore-rules.ts';
import { type AuditKey, computeSeal } from '#server/core/audit/seal.ts';
import { countText } from '#shared/core/words.ts';
import type { SealedEntry } from './seal-queries.ts';

/** Result of checking the seals of all entries. */
export interface SealCheck {
  /** Position of the oldest entry with a seal; `null` without seals. */
  sealedFrom: number | null;
  /** Position of the newest entry whose seal matches the key; 0 without such an entry. */
  provedUntil: number;
  /**
   * Position of the first entry whose seal does not match the key; `null` without such an entry.
   */
  wrong: number | null;
  /**
   * Position of the first entry without a seal that follows a sealed entry; `null` without such an
   * entry.
   */
  unsealed: number | null;
  /**
   * First entry sealed with another key after an entry sealed with this machine's key; `null`
   * without such an entry.
   */
  mixed: { position: number; keyId: string } | null;
  /** Number and positions of the entries with seals of other keys, by key id. */
  foreign: Map<string, { entries: number; from: number; until: number }>;
}

export const createEmptySealCheck = (): SealCheck => ({
  sealedFrom: null,
  provedUntil: 0,
  wrong: null,
  unsealed: null,
  mixed: null,
  foreign: new Map(),
});

/**
 * Checks the seals of entries and adds the results to `count`. Call it with the entries in the
 * order of their positions.
 */
export function addToSealCheck(
  count: SealCheck,
  entries: readonly SealedEntry[],
  key: AuditKey | undefined,
): void {
  for (const { position, hash, seal } of entries) {
    if (seal === null) {
      if (count.sealedFrom !== null) count.unsealed ??= position;
      continue;
    }
    count.sealedFrom ??= position;
    if (key === undefined || seal.keyId !== key.id) {
      const known = count.foreign.get(seal.keyId) ?? {
        entries: 0,
        from: position,
        until: position,
      };
      count.foreign.set(seal.keyId, { ...known, entries: known.entries + 1, until: position });
      if (count.provedUntil > 0) count.mixed ??= { position, keyId: seal.keyId };
    } else if (seal.value === computeSeal(key, position, hash)) count.provedUntil = position;
    else count.wrong ??= position;
  }
}

interface Findings {
  newest: { position: number; hash: string } | null;
  seals: SealCheck;
  hasKey: boolean;
  /** Number of seals after the newest entry. The entries of these seals were deleted. */
  leftSeals: number;
  record: AuditRecordFileContent;
  /**
   * Hash of the entry at the position saved in the record file; `null` when the log has no entry at
   * that position.
   */
  hashAtRecord: string | null;
  /** Database restores whose audit entries have a valid seal. */
  restores: readonly RestoreEntry[];
}

/**
 * Returns sentences with evidence that the log was changed (`problems`) and with other findings for
 * an admin (`notes`).
 */
export function describeAuditFindings(findings: Findings): { problems: string[]; notes: string[] } {
  const { newest, seals, hasKey } = findings;
  const restore = replacingRestore(findings);
  const problems = [...sealProblems(findings), ...recordProblems(findings, restore !== undefined)];
  const notes: string[] = [];
  if (restore !== undefined) notes.push(restoreNote(findings, restore));
  const end = newest?.position ?? 0;
  if (seals.sealedFrom === null && end > 0)
    notes.push('No entry has a seal yet. Sealing begins when a server next starts.');
  if (seals.sealedFrom !== null && seals.sealedFrom > 1)
    notes.push(
      `Entries 1 to ${seals.sealedFrom - 1} are older than the first seal. Changes made to them before entry ${seals.sealedFrom} was sealed cannot be detected.`,
    );
  for (const [keyId, { entries, from, until }] of seals.foreign)
    notes.push(
      `${countText(entries, 'entry', 'entries')} (${from} to ${until}) ${entries === 1 ? 'is' : 'are'} sealed with the key ${keyId}. This server doesn't have it, so ${entries === 1 ? 'the seal was' : 'the seals were'} not checked.`,
    );
  if (hasKey && seals.provedUntil > 0 && seals.provedUntil < end)
    notes.push(`The seals prove the log up to entry ${seals.provedUntil}.`);
  if (findings.record.kind === 'none' && end > 0)
    notes.push(
      'Outside the database, this machine has no record of the newest entry. It therefore cannot detect entries that were deleted from the end of the log.',
    );
  return { problems, notes };
}

function sealProblems({ seals, hasKey, leftSeals }: Findings): string[] {
  const problems: string[] = [];
  if (seals.sealedFrom !== null && !hasKey)
    problems.push(
      'The key of the audit log is missing, so no seal was checked. Restore audit.key in DATA_DIR, or set AUDIT_KEY.',
    );
  else if (seals.sealedFrom !== null && seals.provedUntil === 0 && seals.wrong === null)
    problems.push(
      "None of the log's seals were made with this server's key. Restore the key that they were made with.",
    );
  if (seals.wrong !== null)
    problems.push(
      `The seal of entry ${seals.wrong} is wrong: the log was changed and its checksums were recomputed.`,
    );
  if (seals.unsealed !== null)
    problems.push(`Entry ${seals.unsealed} has no seal: it was not written by Chairside.`);
  if (seals.mixed !== null)
    problems.push(
      `Entry ${seals.mixed.position} is sealed with the key ${seals.mixed.keyId}, although an earlier entry is sealed with this server's key. Either Chairside didn't write it, or your servers have different keys. Set the same AUDIT_KEY on all servers.`,
    );
  if (leftSeals > 0)
    problems.push(
      `The end of the log is missing: ${countText(leftSeals, 'seal belongs', 'seals belong')} to entries that no longer exist.`,
    );
  return problems;
}

/**
 * Returns the database restore that removed the entry named in the record file. Returns `undefined`
 * when the log still has the entry or no restore explains its absence.
 */
function replacingRestore({
  record: read,
  hashAtRecord,
  restores,
}: Findings): RestoreEntry | undefined {
  if (read.kind !== 'read' || read.record.position === 0 || read.record.hash === hashAtRecord)
    return undefined;
  return findReplacingRestore(read.record, restores);
}

function restoreNote({ record: read }: Findings, { position, at }: RestoreEntry): string {
  const recorded =
    read.kind === 'read'
      ? `Entry ${read.record.position} was the newest on ${read.record.at}. `
      : '';
  return `${recorded}The log was restored from a backup on ${at.toISOString()}; entry ${position} records the restore.`;
}

/**
 * Returns the problems found by comparing the log with the record file. `isReplaced` is `true` when
 * a database restore removed the entry named in the file.
 */
function recordProblems(
  { newest, seals, record: read, hashAtRecord }: Findings,
  isReplaced: boolean,
): string[] {
  if (read.kind === 'none') return [];
  if (read.kind === 'unreadable')
    return [
      'The file outside the database that records the newest log entry was changed or damaged.',
    ];
  const { record } = read;
  const problems: string[] = [];
  const wasNewest = `Entry ${record.position} was the newest on ${record.at} (checksum ${record.hash ?? ''})`;
  const end = newest?.position ?? 0;
  if (record.position > 0 && !isReplaced && hashAtRecord === null)
    problems.push(
      `${wasNewest}, and ${end === 0 ? 'the log is empty' : `the log ends with entry ${end}`}: the end of the log is missing.`,
    );
  else if (record.position > 0 && !isReplaced && hashAtRecord !== record.hash)
    problems.push(
      `${wasNewest}, but its checksum now differs: the log was changed and its checksums were recomputed.`,
    );
  if (
    !isReplaced &&
    record.sealedFrom !== null &&
    (seals.sealedFrom ?? Number.POSITIVE_INFINITY) > record.sealedFrom
  )
    problems.push(`The seals from entry ${record.sealedFrom} on were deleted.`);
  for (const { position, hash, noticedAt } of record.breaks)
    problems.push(
      position === 0
        ? `The record of the newest entry was found changed or damaged on ${noticedAt}.`
        : `On ${noticedAt}, entry ${position} (checksum ${hash ?? ''}) was found missing or changed. Until then, it was the newest recorded entry.`,
    );
  return problems;
}

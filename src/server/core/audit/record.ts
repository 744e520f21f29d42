import { createHash, createHmac } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { systemErrorCode } from '../db/embedded/file-trouble.ts';
import { syncPath } from '../db/embedded/sync-folder-contents.ts';
import type { AuditLogHead } from './head.ts';
import type { AuditFileSettings } from './key-file.ts';
import type { AuditLogSnapshot } from './queries.ts';
import { type AuditHeadRecord, auditRecordSchema } from './record-schema.ts';
import { findReplacingRestore } from './restore-rules.ts';
import type { AuditKey } from './seal.ts';

const fileSchema = z.strictObject({
  record: auditRecordSchema,
  keyId: z.string(),
  mac: z.string(),
});

/**
 * Maximum number of breaks in a record. The oldest breaks are kept, because they are the best
 * evidence.
 */
const mostBreaks = 100;

/**
 * Returns the path of the record in the data folder. Each PostgreSQL database has its own record.
 */
export function auditRecordPath({ DATA_DIR, DATABASE_URL }: AuditFileSettings): string {
  if (DATABASE_URL === undefined) return join(resolve(DATA_DIR), 'audit-record.json');
  const { host, pathname, searchParams } = new URL(DATABASE_URL);
  const name = createHash('sha256')
    .update(`${searchParams.get('host') ?? host}${pathname}`)
    .digest('hex')
    .slice(0, 8);
  return join(resolve(DATA_DIR), `audit-record-${name}.json`);
}

const macOf = ({ secret }: AuditKey, record: AuditHeadRecord) =>
  createHmac('sha256', secret)
    .update(`Chairside audit record ${JSON.stringify(record)}`)
    .digest('hex');

/**
 * Content of the record's file: `none` without a file, `unreadable` for invalid or changed content.
 */
export type AuditRecordFileContent =
  | { kind: 'none' }
  | { kind: 'unreadable' }
  | { kind: 'read'; record: AuditHeadRecord };

/**
 * Reads the record from its file. A record made with another key cannot be verified; it is
 * accepted, so that a lost key does not make the record useless.
 */
export async function readAuditRecordFile(
  path: string,
  key: AuditKey | undefined,
): Promise<AuditRecordFileContent> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return { kind: 'none' };
  const parsed = fileSchema.safeParse(jsonOf(text));
  if (!parsed.success) return { kind: 'unreadable' };
  const { record, keyId, mac } = parsed.data;
  return key !== undefined && key.id === keyId && macOf(key, record) !== mac
    ? { kind: 'unreadable' }
    : { kind: 'read', record };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes the record so that a power cut leaves either the old or the new record. */
export async function writeAuditRecordFile(
  path: string,
  record: AuditHeadRecord,
  key: AuditKey,
): Promise<void> {
  const folder = resolve(path, '..');
  const unfinished = `${path}.${process.pid}`;
  await mkdir(folder, { recursive: true });
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ record, keyId: key.id, mac: macOf(key, record) })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await syncPath(folder);
}

/**
 * Returns the newest entry according to the record; `undefined` without a record or for an empty
 * log.
 */
export const recordedLogHead = (read: AuditRecordFileContent): AuditLogHead | undefined =>
  read.kind === 'read' && read.record.hash !== null
    ? { position: read.record.position, hash: read.record.hash }
    : undefined;

/**
 * Returns the record that follows `before`; `undefined` when nothing has changed. A recorded entry
 * that is missing or changed becomes a break, unless a restore explains it.
 */
export function nextAuditRecord(
  before: AuditRecordFileContent,
  found: AuditLogSnapshot,
  now: Date,
): AuditHeadRecord | undefined {
  const { newest, hashAt, sealedFrom } = found;
  const head = {
    position: newest?.position ?? 0,
    hash: newest?.hash ?? null,
    at: now.toISOString(),
  };
  const restores = found.restores.map(({ hash }) => hash);
  if (before.kind === 'none')
    return newest === null ? undefined : { ...head, sealedFrom, breaks: [], restores };
  const noticedAt = now.toISOString();
  if (before.kind === 'unreadable')
    return { ...head, sealedFrom, breaks: [{ position: 0, hash: null, noticedAt }], restores };
  const { record } = before;
  const known = { restores: [...new Set([...(record.restores ?? []), ...restores])] };
  const isThere = record.position === 0 || hashAt === record.hash;
  if (!isThere && findReplacingRestore(record, found.restores) !== undefined)
    return { ...head, sealedFrom, breaks: record.breaks, ...known };
  const breaks = isThere
    ? record.breaks
    : [...record.breaks, { position: record.position, hash: record.hash, noticedAt }];
  if (
    isThere &&
    head.position === record.position &&
    (record.sealedFrom ?? sealedFrom) === record.sealedFrom
  )
    return undefined;
  return {
    ...head,
    sealedFrom: record.sealedFrom ?? sealedFrom,
    breaks: breaks.slice(0, mostBreaks),
    ...known,
  };
}

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorMessage } from '#shared/core/error-message.ts';
import { systemErrorCode } from '../db/embedded/file-trouble.ts';
import { syncPath } from '../db/embedded/sync-folder-contents.ts';
import { CannotContinueError } from '../errors.ts';
import { type AuditKey, buildAuditKeyFromBytes, parseAuditKey } from './seal.ts';

/** Settings that locate the key and the record of the audit log. */
export interface AuditFileSettings {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
  AUDIT_KEY?: string | undefined;
}

const keyPath = ({ DATA_DIR }: AuditFileSettings) => join(resolve(DATA_DIR), 'audit.key');

/**
 * Returns the key from AUDIT_KEY or, without this setting, from the key file. Returns `undefined`
 * when neither exists. Throws a `Refusal` for a file without a valid key.
 */
export async function findAuditKey(place: AuditFileSettings): Promise<AuditKey | undefined> {
  const fromSetting = place.AUDIT_KEY === undefined ? undefined : parseAuditKey(place.AUDIT_KEY);
  if (fromSetting !== undefined) return buildAuditKeyFromBytes(fromSetting);
  const path = keyPath(place);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw new CannotContinueError(
      `The key of the audit log cannot be read: ${errorMessage(error)}`,
    );
  });
  if (text === undefined) return undefined;
  const secret = parseAuditKey(text.trim());
  if (secret === undefined)
    throw new CannotContinueError(
      `${path} does not contain a key of the audit log. Restore the right file, or move it away to continue with a new key.`,
    );
  return buildAuditKeyFromBytes(secret);
}

/**
 * Returns the key. Creates the key file on the first start. Two processes that start together get
 * the same key.
 */
export async function ensureAuditKey(place: AuditFileSettings): Promise<AuditKey> {
  const found = await findAuditKey(place);
  if (found !== undefined) return found;
  const path = keyPath(place);
  const unfinished = `${path}.${process.pid}`;
  try {
    await mkdir(resolve(place.DATA_DIR), { recursive: true });
    const file = await open(
      unfinished,
      constants.O_CREAT | constants.O_WRONLY | constants.O_TRUNC,
      0o600,
    );
    try {
      await file.writeFile(`${randomBytes(32).toString('hex')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(unfinished, path).catch((error: unknown) => {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
    });
    await rm(unfinished);
    await syncPath(resolve(place.DATA_DIR));
  } catch (error) {
    throw new CannotContinueError(
      `The key of the audit log cannot be written to ${path}: ${errorMessage(error)}. Fix this, or set AUDIT_KEY.`,
    );
  }
  const made = await findAuditKey(place);
  if (made === undefined)
    throw new CannotContinueError(
      `The key of the audit log was removed from ${path} while the server started.`,
    );
  return made;
}

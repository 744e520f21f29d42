import { errorMessage } from '#shared/core/error-message.ts';
import { DatabaseUnavailable, DiskFull } from '../database.ts';

const reasons: Record<string, string> = {
  EEXIST: 'there is a file in its place',
  ENOTDIR: 'there is a file in its place',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'its file system is read-only',
};

/**
 * Converts a file-system error into a message for users. Returns any other error unchanged. `what`
 * is the failed action, such as "The data folder /data cannot be created".
 */
export function explainFileError(what: string, error: unknown): unknown {
  const code = systemErrorCode(error);
  if (code === '') return error;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new DiskFull(`${what}: the disk is full. Free up space there and try again.`);
  return new DatabaseUnavailable(
    `${what}: ${reasons[code] ?? errorMessage(error)}. Fix this, or set DATA_DIR to another folder.`,
  );
}

/** Returns the system's error code, such as ENOENT; an empty string for an error without a code. */
export function systemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

import { DatabaseUnavailable, DiskFull } from '../database.ts';

const reasons: Record<string, string> = {
  EEXIST: 'there is a file in its place',
  ENOTDIR: 'there is a file in its place',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'its file system is read-only',
};

/**
 * What a failed use of the data folder means to a person; `what` is such as "The data folder /data cannot be made".
 * An error that is not of the file system comes back as it is.
 */
export function fileTrouble(what: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code === '') return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new DiskFull(`${what}: the disk is full. Make room there and try again.`);
  return new DatabaseUnavailable(`${what}: ${reasons[code] ?? reasonOf(error)}. Put that right, or set DATA_DIR to another folder.`);
}

/** The system's name of a failure, such as ENOENT. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

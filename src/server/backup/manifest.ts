import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { CannotContinueError } from '#server/core/errors.ts';
import { fileHash } from '#server/core/file-streams.ts';

/** Path inside the backup, with slashes as separators. A path must not lead out of the backup. */
const path = z
  .string()
  .refine(
    (text) =>
      text.split('/').every((part) => /^[\w.-]+$/.test(part) && part !== '.' && part !== '..'),
    'a path in the backup',
  );

const manifestSchema = z.object({
  format: z.literal(1),
  engine: z.enum(['embedded', 'postgres']),
  madeAt: z.iso.datetime(),
  /** Major version of the PostgreSQL server that made the backup. */
  postgres: z.number().int(),
  /** Checksums of the database's migrations by name. */
  migrations: z.record(z.string(), z.string()),
  /** Folders of the database, including empty folders, which PostgreSQL needs. */
  folders: z.array(path),
  /**
   * Ids of importable uploads whose files are not in this backup. A backup without this field
   * contains no uploaded files.
   */
  uploads: z.object({ missing: z.array(z.uuid()) }).optional(),
  files: z.array(z.object({ path, bytes: z.number().int(), sha256: z.string() })),
});

export type BackupManifest = z.output<typeof manifestSchema>;

const fileName = 'manifest.json';

export async function writeManifest(
  backup: string,
  facts: Omit<BackupManifest, 'format' | 'folders' | 'files'>,
): Promise<BackupManifest> {
  const manifest: BackupManifest = { format: 1, ...facts, ...(await contentsOf(backup)) };
  await writeFile(join(backup, fileName), `${JSON.stringify(manifest, null, 1)}\n`);
  return manifest;
}

/** Reads the manifest. Throws `Refusal` when the folder has no backup. */
export async function readManifest(backup: string): Promise<BackupManifest> {
  const text = await readFile(join(backup, fileName), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new CannotContinueError(
      `There is no backup in ${backup}. Name a folder created by "npm run backup".`,
    );
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new CannotContinueError(
      `Couldn't read the backup in ${backup}: its ${fileName} is damaged, or a newer version of Chairside made it.`,
    );
  }
}

async function contentsOf(folder: string): Promise<Pick<BackupManifest, 'folders' | 'files'>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const within = (entry: (typeof entries)[number]) =>
    relative(folder, join(entry.parentPath, entry.name));
  const files: BackupManifest['files'] = [];
  for (const name of entries
    .filter((entry) => entry.isFile())
    .map(within)
    .sort())
    files.push({ path: name, ...(await fingerprint(join(folder, name))) });
  return {
    folders: entries
      .filter((entry) => entry.isDirectory())
      .map(within)
      .sort(),
    files,
  };
}

async function fingerprint(file: string): Promise<{ bytes: number; sha256: string }> {
  return { bytes: (await stat(file)).size, sha256: await fileHash(file) };
}

/** Throws `Refusal` unless the file at `place` has the size and the checksum in the manifest. */
export async function requireIntactFile(
  place: string,
  said: BackupManifest['files'][number],
): Promise<void> {
  const found = await fingerprint(place).catch(() => undefined);
  if (found?.bytes !== said.bytes || found.sha256 !== said.sha256)
    throw new CannotContinueError(
      `The backup is damaged: ${said.path} has changed since the backup. Nothing was restored. Use another backup.`,
    );
}

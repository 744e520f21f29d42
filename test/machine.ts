import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns `true` when a command succeeds, to find out what the machine allows. */
export const canRunCommand = (command: string, ...given: string[]) =>
  spawnSync(command, given).status === 0;

const withMount = (text: string) => [
  '--mount',
  '--kill-child',
  'sh',
  '-c',
  `${text} && exec "$@"`,
  'sh',
];

/** Command prefix that runs a process as if in a container, where process ids start at 1. */
export const ownContainerCommand = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
export const allowsContainers = canRunCommand(
  'unshare',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
  'true',
);
export const allowsMounts = canRunCommand(
  'unshare',
  ...withMount('mount -t tmpfs tmpfs /mnt'),
  'true',
);

/**
 * Returns a command prefix that runs a process as if on another machine that shares the folder over
 * a network. The process has another boot id and does not see locks on `file`.
 */
export function createOtherMachineCommand(file: string, folder: string): string[] {
  const own = join(folder, 'of-the-other-machine');
  const boot = '/proc/sys/kernel/random/boot_id';
  return [
    'unshare',
    ...withMount(
      `touch ${own} ${file} && mount --bind ${own} ${file} && cat /proc/sys/kernel/random/uuid > ${own}.boot && mount --bind ${own}.boot ${boot}`,
    ),
  ];
}

export interface SmallDisk {
  path: string;
  /** Fills the disk, leaving only `megabytes` free. */
  fill(megabytes: number): void;
  /** Frees the space that `fill` has taken. */
  clear(): void;
  remove(): void;
}

/** Mounts a separate file system in memory. Requires `allowsMounts`. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'chairside-disk-'));
  const filler = join(path, 'filler');
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  return {
    path,
    fill(left) {
      const { bavail, bsize } = statfsSync(path);
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize - left * 1024 * 1024));
      } catch (error) {
        // Another process has taken some of the space in the meantime, so the disk is full.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    clear: () => rmSync(filler),
    remove() {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true });
    },
  };
}

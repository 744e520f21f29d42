import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function which(name: string): string | undefined {
  const found = spawnSync('which', [name], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : undefined;
}

/**
 * Returns the path of the system's browser. If it is missing, installs it with apt when possible;
 * returns `undefined` otherwise.
 */
export function findOrInstallChromium(): string | undefined {
  const set = process.env.CHROMIUM_PATH;
  if (set !== undefined && existsSync(set)) return set;
  const present = names.map(which).find((path) => path !== undefined);
  if (present !== undefined) return present;
  if (which('apt-get') === undefined || process.getuid?.() !== 0) return undefined;
  console.log('No browser found: installing Chromium with apt …');
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  } catch (error) {
    console.error(
      `Chromium could not be installed: ${error instanceof Error ? error.message : error}`,
    );
  }
  return names.map(which).find((path) => path !== undefined);
}

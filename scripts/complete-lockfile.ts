// Adds missing entries to the lockfile after a dependency was added or removed. npm leaves out
// optional packages for other platforms (npm/cli issue 4828), and `npm ci` then refuses the
// lockfile. An added entry has no checksum. On its platform, npm downloads the package by name and
// version.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const file = join(import.meta.dirname, '../package-lock.json');
const lockSchema = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      dev: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/**
 * Returns the platform fields of a package, read from a name such as
 * `@biomejs/cli-linux-arm64-musl`.
 */
function platformOf(name: string): Record<string, string[]> {
  const words = name.split(/[-/]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : [];
  return Object.fromEntries(
    Object.entries({ os, cpu, libc }).filter(([, values]) => values.length > 0),
  );
}

const lock = lockSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
const present = new Set(
  Object.keys(lock.packages).map((path) =>
    path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  ),
);
const missing = Object.values(lock.packages).flatMap(({ dev, optionalDependencies = {} }) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !present.has(name))
    .map(
      ([name, version]) =>
        [
          `node_modules/${name}`,
          { version, ...(dev === true && { dev }), optional: true, ...platformOf(name) },
        ] as const,
    ),
);
const packages = Object.fromEntries(
  Object.entries({ ...lock.packages, ...Object.fromEntries(missing) }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  ),
);
writeFileSync(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
console.log(`${missing.length} entries added to package-lock.json`);

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const sources = readdirSync(join(root, 'src'), { recursive: true })
  .map((name) => join(root, 'src', String(name)))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && statSync(file).isFile());

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].flatMap(([, name]) => {
    if (name === undefined) return [];
    if (name.startsWith('.')) return [resolve(dirname(file), name)];
    return name.startsWith('#') ? [join(root, 'src', name.slice(1))] : [];
  });

describe('the house', () => {
  it('lets only the registries import routes, jobs and pages', () => {
    const registries = ['src/server/app.ts', 'src/server/main.ts', 'src/web/routes.tsx', 'src/web/main.tsx', 'src/web/shell/router.tsx'];
    const offenders = sources.flatMap((file) => {
      const from = relative(root, file);
      if (registries.includes(from) || /-command\.ts$|jobs-list\.ts$/.test(from)) return [];
      return importsOf(file)
        .filter((target) => /\/routes\.tsx?$|\/server\/[a-z]+\/jobs\.ts$|Page\.tsx$/.test(target))
        .map((target) => `${from} → ${relative(root, target)}`);
    });
    expect(offenders.filter((line) => !line.endsWith('src/web/routes.tsx'))).toEqual([]);
  });

  it('keeps SQL in files that are named for it', () => {
    const offenders = sources
      .filter((file) => /\bsql`|\bsql</.test(readFileSync(file, 'utf8')))
      .map((file) => relative(root, file))
      .filter((file) => !/queries\.ts$|-sql\.ts$|-statement\.ts$|src\/server\/db\//.test(file));
    expect(offenders).toEqual([]);
  });

  it('has no barrels', () => {
    expect(sources.filter((file) => /^index\.tsx?$/.test(basename(file)))).toEqual([]);
  });

  it('has a line in docs/architecture.md for every folder', () => {
    const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
    const folders = ['src/server', 'src/web'].flatMap((floor) =>
      readdirSync(join(root, floor), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => `${floor}/${entry.name}/`),
    );
    expect(folders.filter((folder) => !text.includes(`\`${folder}\``))).toEqual([]);
  });

  it('has every platform in the lockfile, without which npm ci refuses it; scripts/complete-lockfile.ts mends it', () => {
    const lock = z
      .object({ packages: z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() })) })
      .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
    const present = Object.keys(lock.packages);
    const missing = Object.values(lock.packages)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      .filter((name) => !present.some((path) => path.endsWith(`node_modules/${name}`)));
    expect(missing).toEqual([]);
  });
});

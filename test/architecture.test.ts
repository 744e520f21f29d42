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

/**
 * Rooms in the order of docs/architecture.md. A room may import from the rows above its own row,
 * and from rooms to its left in its own row.
 */
const order = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  .split('\n')
  .flatMap((line) => /^\| (`[^|]+) \|/.exec(line)?.[1] ?? [])
  .flatMap((rooms) => [...rooms.matchAll(/`([a-z-]+)\/`/g)].map(([, room = '']) => room));

/**
 * Returns the room of a file; `undefined` for files directly in src/shared, src/server or src/web,
 * such as entry points.
 */
const roomOf = (path: string): string | undefined =>
  /^src\/(?:shared|server|web)\/([^/]+)\//.exec(path)?.[1];

/**
 * Returns the folder of a file inside its room; the file itself when it is directly in the room.
 */
const partOf = (path: string): string => path.split('/').slice(0, 4).join('/');

/** Returns the groups of nodes that import each other in a cycle. */
function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reachedFrom = (start: string): Set<string> => {
    const reached = new Set<string>();
    const open = [start];
    for (let name = open.pop(); name !== undefined; name = open.pop())
      for (const next of graph.get(name) ?? [])
        if (!reached.has(next)) {
          reached.add(next);
          open.push(next);
        }
    return reached;
  };
  const reached = new Map([...graph.keys()].map((name) => [name, reachedFrom(name)]));
  const circular = [...reached].filter(([name, names]) => names.has(name)).map(([name]) => name);
  const groups = circular.map((name) =>
    circular.filter(
      (other) => other === name || (reached.get(name)?.has(other) && reached.get(other)?.has(name)),
    ),
  );
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}

/**
 * Returns the graph of imports between groups of files. `nameOf` returns the group of a file.
 * Imports within a group are left out.
 */
function importGraph(nameOf: (path: string) => string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const file of sources) {
    const name = nameOf(relative(root, file));
    const targets = graph.get(name) ?? new Set();
    for (const target of importsOf(file))
      if (nameOf(relative(root, target)) !== name) targets.add(nameOf(relative(root, target)));
    graph.set(name, targets);
  }
  return graph;
}

/**
 * Matches code that builds a link: a quoted link scheme, or the address of a map service. A regular
 * expression that removes a scheme from a text, such as `/^mailto:/`, does not match.
 */
const buildsLink =
  /['"`](?:mailto|tel|sms|geo):|\b(?:maps\.google|google\.[a-z.]+\/maps|maps\.apple|openstreetmap\.org)\b/i;

describe('the architecture', () => {
  it('has the rooms of docs/architecture.md, and no others', () => {
    const rooms = new Set(sources.flatMap((file) => roomOf(relative(root, file)) ?? []));
    expect([...rooms].sort()).toEqual(order.toSorted());
  });

  it('lets a room import only from the rooms before it', () => {
    const offenders = sources.flatMap((file) => {
      const from = relative(root, file);
      const room = roomOf(from);
      if (room === undefined) return [];
      return importsOf(file)
        .map((target) => relative(root, target))
        .filter((target) => {
          const other = roomOf(target);
          if (other === undefined) return !(room === 'shell' && target === 'src/web/routes.tsx');
          return order.indexOf(other) > order.indexOf(room);
        })
        .map((target) => `${from} → ${target}`);
    });
    expect(offenders).toEqual([]);
  });

  it('has no import cycles between files, or between folders of a room', () => {
    const isWebRegistry = (path: string) => path === 'src/web/routes.tsx';
    expect(
      cyclesOf(importGraph((path) => path)).filter((files) => !files.some(isWebRegistry)),
    ).toEqual([]);
    expect(cyclesOf(importGraph(partOf)).filter((folders) => !folders.some(isWebRegistry))).toEqual(
      [],
    );
  });

  it('adds tables to the schema, and never replaces it', () => {
    // In a file without an import or export, `declare module` replaces the module instead of adding
    // to it.
    const scripts = sources.filter(
      (file) =>
        !file.endsWith('.d.ts') &&
        /^declare module/m.test(readFileSync(file, 'utf8')) &&
        !/^(import|export) /m.test(readFileSync(file, 'utf8')),
    );
    expect(scripts.map((file) => relative(root, file))).toEqual([]);
  });

  it('finds cycles', () => {
    const graph = (edges: readonly string[]) => {
      const found = new Map<string, Set<string>>();
      for (const [from = '', to = ''] of edges)
        found.set(from, (found.get(from) ?? new Set()).add(to));
      return found;
    };
    expect(cyclesOf(graph(['ab', 'bc', 'ca', 'cd', 'de', 'ed', 'ef']))).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
    expect(cyclesOf(graph(['ab', 'bc', 'ac']))).toEqual([]);
  });

  it('lets only the registries import routes, jobs and pages', () => {
    const offenders = sources.flatMap((file) => {
      const from = relative(root, file);
      if (
        basename(file) === 'room.ts' ||
        ['src/server/rooms.ts', 'src/web/routes.tsx', 'src/web/shell/router.tsx'].includes(from)
      )
        return [];
      return importsOf(file)
        .filter((target) => /\/(?:[a-z-]+-)?routes\.tsx?$|Page\.tsx$|\/room\.ts$/.test(target))
        .map((target) => `${from} → ${relative(root, target)}`);
    });
    expect(offenders.filter((line) => !line.endsWith('src/web/routes.tsx'))).toEqual([]);
  });

  it('keeps SQL in files that are named for it', () => {
    const offenders = sources
      .filter((file) =>
        /\bsql`|\bsql<|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/.test(
          readFileSync(file, 'utf8'),
        ),
      )
      .map((file) => relative(root, file))
      .filter((file) => !/queries\.ts$|-sql\.ts$|src\/server\/core\/db\//.test(file));
    expect(offenders).toEqual([]);
  });

  it('builds links for email, phone calls and maps in one file, which escapes their values', () => {
    const offenders = sources
      .map((file) => relative(root, file))
      .filter(
        (file) =>
          file !== 'src/shared/core/links.ts' &&
          buildsLink.test(readFileSync(join(root, file), 'utf8')),
      );
    expect(offenders).toEqual([]);
  });

  it('opens files for reading in one place, which adds listeners before a stream opens', () => {
    const offenders = sources
      .filter((file) => /\bcreateReadStream\b/.test(readFileSync(file, 'utf8')))
      .map((file) => relative(root, file));
    expect(offenders.sort()).toEqual([
      'src/server/core/file-streams.ts',
      'src/server/imports/wizard/files.ts',
    ]);
  });

  it('numbers each migration once', () => {
    const numbers = readdirSync(join(root, 'migrations')).map((name) => name.slice(0, 3));
    // Two migrations with the number 035 have already been applied, so neither can be renamed.
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual(['035']);
  });

  it('has no barrels', () => {
    expect(sources.filter((file) => /^index\.tsx?$/.test(basename(file)))).toEqual([]);
  });

  it('has every platform in the lockfile, as npm ci requires; scripts/complete-lockfile.ts adds missing ones', () => {
    const lock = z
      .object({
        packages: z.record(
          z.string(),
          z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() }),
        ),
      })
      .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
    const present = Object.keys(lock.packages);
    const missing = Object.values(lock.packages)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      .filter((name) => !present.some((path) => path.endsWith(`node_modules/${name}`)));
    expect(missing).toEqual([]);
  });
});

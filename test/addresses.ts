import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { pages } from '#web/routes.tsx';

const root = join(import.meta.dirname, '..');
const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);
const sourcesOf = (floor: string): string[] =>
  readdirSync(join(root, 'src', floor), { recursive: true })
    .map((name) => join('src', floor, String(name)))
    .filter(isSource)
    .sort();

const texts = new Map<string, string>();
function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
  texts.set(file, text);
  return text;
}

const fileOf = (specifier: string, from: string): string | undefined => {
  if (specifier.startsWith('#')) return join('src', specifier.slice(1));
  return specifier.startsWith('.')
    ? relative(root, resolve(root, dirname(from), specifier))
    : undefined;
};

/** Returns the project file of each imported value, by the exported name. Skips type imports. */
function importsOf(file: string): Map<string, string> {
  const found = textOf(file).matchAll(/^import (?!type )\{([^}]*)\} from '([^']+)'/gm);
  return new Map(
    [...found].flatMap(([, names = '', specifier = '']) => {
      const target = fileOf(specifier, file);
      return target === undefined
        ? []
        : names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '' && !name.startsWith('type '))
            .map((name): [string, string] => [name.replace(/ as .*/, ''), target]);
    }),
  );
}

const roomOf = (file: string): string => file.split('/')[2] ?? '';
const holdsSql = (file: string): boolean => /(?:queries|-sql)\.ts$/.test(file);

/** Returns the SQL files that `code` uses directly or through modules of the same room. */
function sqlOf(file: string, code: string, depth = 0): Set<string> {
  const reached = [...importsOf(file)]
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(code))
    .map(([, target]) => target);
  const own = reached.filter(
    (target) =>
      roomOf(target) === roomOf(file) && !holdsSql(target) && target.startsWith('src/server/'),
  );
  return new Set([
    ...reached.filter(holdsSql),
    ...(depth === 2
      ? []
      : own.flatMap((target) => [
          ...sqlOf(target, textOf(target).replace(/^import .*$/gm, ''), depth + 1),
        ])),
  ]);
}

interface Call {
  method: string;
  path: string;
  name: string;
  contract: string;
  handler: string;
  sql: readonly string[];
}

const contractSchema = z.object({
  path: z.string().startsWith('/'),
  summary: z.string(),
  method: z.string().default('GET'),
});

/** Returns all API endpoints with their files, sorted by path. */
export async function findApiEndpoints(): Promise<Call[]> {
  const found: Call[] = [];
  const servers = sourcesOf('server');
  for (const contract of sourcesOf('shared')) {
    if (!/\bendpoint\(|\bCsvExport\b/.test(textOf(contract))) continue;
    const module: Record<string, unknown> = await import(join(root, contract));
    for (const [name, value] of Object.entries(module)) {
      const registration = new RegExp(`[rR]oute\\(\\s*\\w+,\\s*${name}\\b`);
      // A few endpoints are created by a function, because their paths contain the provider's name.
      const isMade =
        typeof value === 'function' &&
        servers.some((file) => new RegExp(`${registration.source}\\(`).test(textOf(file)));
      const parsed = contractSchema.safeParse(isMade ? value() : value);
      if (!parsed.success) continue;
      for (const handler of servers) {
        const text = textOf(handler);
        const start = text.search(registration);
        if (start === -1 || importsOf(handler).get(name) !== contract) continue;
        const end = text.slice(start + 1).search(/\n {2,4}[a-zA-Z]*[rR]oute\(|\n}/);
        const code = text.slice(start, end === -1 ? undefined : start + 1 + end);
        // The handler may name no SQL file, for example because it calls a helper function above
        // it. The endpoint then counts as using everything that its file imports.
        const sql = sqlOf(handler, code);
        found.push({
          ...parsed.data,
          name,
          contract,
          handler,
          sql: [...(sql.size > 0 ? sql : sqlOf(handler, text))].sort(),
        });
      }
    }
  }
  return found.sort((one, other) =>
    one.path === other.path ? (one.method < other.method ? -1 : 1) : one.path < other.path ? -1 : 1,
  );
}

/** Rooms with contracts. A page of any other room consists of parts from these rooms. */
const roomsWithContracts = new Set(sourcesOf('shared').map(roomOf));

/**
 * Returns the files that a page reaches, including the page's file. Follows imports within the
 * page's room, or into every room when the page's room has no contracts.
 */
function filesOfPage(file: string, reached = new Set<string>()): Set<string> {
  reached.add(file);
  const targets = [...textOf(file).matchAll(/(?:from|import\()\s*'([^']+)'/g)].flatMap(
    ([, name = '']) => fileOf(name, file) ?? [],
  );
  const isPart = (target: string) =>
    roomOf(target) === roomOf(file) || !roomsWithContracts.has(roomOf(file));
  for (const target of targets)
    if (target.startsWith('src/web/') && isPart(target) && isSource(target) && !reached.has(target))
      filesOfPage(target, reached);
  return reached;
}

function pageFiles(): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { path, load } of pages) {
    const file = /src\/web\/[^'"`)]+/.exec(String(load))?.[0] ?? '';
    files.set(file, [...(files.get(file) ?? []), path]);
  }
  return files;
}

/** Returns the file names as a text in which each folder is written once. */
function shortened(files: readonly string[]): string {
  const byFolder = Map.groupBy(files, (file) => dirname(file));
  return [...byFolder]
    .map(([folder, each]) => `${folder}/ ${each.map((file) => basename(file)).join(', ')}`)
    .join('; ');
}

/**
 * Returns the text of docs/addresses.md. It lists each page with its API requests, and each
 * endpoint with its contract, handler and SQL.
 */
export async function renderAddressesPage(): Promise<string> {
  const all = await findApiEndpoints();
  const pageRows = [...pageFiles()].map(([file, paths]) => {
    const used = [...filesOfPage(file)].map(textOf).join('\n');
    const names = all
      .filter(({ name }) => new RegExp(`\\b${name}\\b`).test(used))
      .map(({ name }) => `\`${name}\``);
    return `| ${paths.map((path) => `\`${path}\``).join(', ')} | ${file} | ${[...new Set(names)].join(', ')} |`;
  });
  const callRows = all.map(
    ({ method, path, name, contract, handler, sql }) =>
      `| ${method} \`${path}\` | \`${name}\` | ${contract} | ${handler} | ${shortened(sql)} |`,
  );
  return [
    '# Addresses',
    '',
    'From an address to its files. `npx vitest run --project=server test/addresses.test.ts -u` writes this page from the sources.',
    '',
    '## Pages',
    '',
    'The calls of a page are those of its own room; a page that is composed of parts, such as `/customer-success-ops`, has the calls of its parts.',
    '',
    '| Page | File | Calls |',
    '|---|---|---|',
    ...pageRows,
    '',
    '## Calls',
    '',
    '| Call | Contract | In | Handler | SQL |',
    '|---|---|---|---|---|',
    ...callRows,
    '',
  ].join('\n');
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '..');
const mantine = join(root, 'node_modules/@mantine');
const core = join(mantine, 'core');

const filesBelow = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => ending.test(file));

const read = (file: string) => readFileSync(file, 'utf8');

/** What each name that the package exports is made from: `Button` → `…/Button/Button.mjs`. */
function exportedFrom(): Map<string, string> {
  const lines = read(join(core, 'esm/index.mjs')).matchAll(/import \{([^}]+)\} from "(\.[^"]+)"/g);
  return new Map(
    [...lines].flatMap(([, names = '', path = '']) =>
      names.split(',').map((name) => [name.trim().split(' as ').at(-1) ?? '', join(core, 'esm', path)] as const),
    ),
  );
}

function namesUsed(code: string): string[] {
  const imports = code.matchAll(/import \{([^}]+)\} from ['"]@mantine\/core['"]/g);
  return [...imports].flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(' as ')[0] ?? ''));
}

/** The class names of every component that this site's own code, or a Mantine package that it uses, can draw. */
function usedClasses(): Set<string> {
  const own = filesBelow(join(root, 'src/web'), /(?<!\.test)\.tsx?$/).map(read);
  const packages = new Set(own.flatMap((code) => [...code.matchAll(/from '@mantine\/([a-z]+)/g)].map(([, name = '']) => name)));
  packages.delete('core');
  const theirs = [...packages].flatMap((name) => filesBelow(join(mantine, name, 'esm'), /\.mjs$/)).map(read);

  const files = exportedFrom();
  const waiting = [...own, ...theirs].flatMap(namesUsed).flatMap((name) => files.get(name) ?? []);
  const seen = new Set<string>();
  const classes = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !existsSync(file)) continue;
    seen.add(file);
    const code = read(file);
    if (file.endsWith('.module.mjs')) for (const [name] of code.matchAll(/\bm_[0-9a-f]+\b/g)) classes.add(name);
    for (const [, path = ''] of code.matchAll(/from "(\.[^"]+)"/g)) waiting.push(resolve(dirname(file), path));
  }
  return classes;
}

/** Mantine's styles, in Mantine's order, without the parts that belong only to components which nothing here uses. */
export function usedStyles(): string {
  const whole = read(join(core, 'styles.css'));
  const used = usedClasses();
  return filesBelow(join(core, 'styles'), /(?<!\.layer)\.css$/)
    .map((file) => read(file).trim())
    .filter((part) => {
      const classes = part.match(/\bm_[0-9a-f]+\b/g) ?? [];
      return classes.length === 0 || classes.some((name) => used.has(name));
    })
    .sort((a, b) => whole.indexOf(a) - whole.indexOf(b))
    .join('\n\n');
}

/** In a build, `@mantine/core/styles.css` holds only what is used: less than half of it. */
export function usedMantineStyles(): Plugin {
  return {
    name: 'used-mantine-styles',
    apply: 'build',
    enforce: 'pre',
    load: { filter: { id: /@mantine\/core\/styles\.css$/ }, handler: usedStyles },
  };
}

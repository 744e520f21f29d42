// npm run budget: compares the compressed size of what a browser loads with its limits. Compression
// is Brotli.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ensurePagesBuilt } from '#server/shell/pages.ts';
import { bundleManifestSchema, collectStaticImports } from '#shared/core/pages/bundle.ts';
import { pageManifestSchema } from '#shared/core/pages/page-manifest.ts';
import { type MeasuredFigure, printMeasuredFigures } from './findings.ts';

const kilobyte = 1024;
const limits = {
  entry: 200,
  chunk: 60,
  landingBeforePaint: 14,
  landingScript: 5,
  landing: 60,
  landingRequests: 6,
};
/**
 * Libraries that exceed the limit of a page. Each library has its own chunk. Only the modules in
 * `parts` may load it.
 */
const largeLibraries = [{ chunk: 'map-library', parts: ['src/web/map/draw/map-view.ts'] }];

const dist = await ensurePagesBuilt();
const chunks = bundleManifestSchema.parse(
  JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')),
);

/**
 * Returns the size in kilobytes in which a file is sent: compressed, except for fonts and images,
 * whose formats are compressed already.
 */
function size(file: string): number {
  const content = readFileSync(join(dist, file));
  return (
    (/\.(html|js|css|svg|webmanifest)$/.test(file)
      ? brotliCompressSync(content).length
      : content.length) / kilobyte
  );
}
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + size(file), 0);

const needed = (key: string) => collectStaticImports(chunks, key);
const filesOf = (keys: Iterable<string>) =>
  new Set([...keys].flatMap((key) => [chunks[key]?.file ?? [], chunks[key]?.css ?? []].flat()));

/**
 * Returns the chunks that are always loaded before the lazy chunk `part`: the chunks that all of
 * its importers need.
 */
function loadedBefore(part: string): Set<string> {
  const importers = Object.keys(chunks).filter((key) => chunks[key]?.dynamicImports.includes(part));
  return importers.map((key) => needed(key)).reduce((common, each) => common.intersection(each));
}

function libraryOf(key: string) {
  return largeLibraries.find(({ chunk }) => chunk === chunks[key]?.name);
}

function appFindings(): MeasuredFigure[] {
  const entryKey = Object.keys(chunks).find((key) => chunks[key]?.isEntry);
  if (entryKey === undefined) throw new Error('The build has no entry');
  const entry = needed(entryKey);
  const misplaced = [...entry].filter((key) => libraryOf(key) !== undefined);
  const rows: MeasuredFigure[] = [
    {
      what: 'the app before its first page',
      value: sum(filesOf(entry)),
      unit: 'KiB',
      limit: { atMost: limits.entry },
    },
    {
      what: 'large libraries in it',
      value: misplaced.length,
      limit: { atMost: 0 },
      note: misplaced.join(' '),
    },
  ];
  for (const page of Object.keys(chunks).filter((key) => chunks[key]?.isDynamicEntry)) {
    const before = entry.union(loadedBefore(page));
    const own = [...needed(page)].filter((key) => !before.has(key));
    const counted = own.filter((key) => libraryOf(key)?.parts.includes(page) !== true);
    const without = own.length > counted.length ? 'without its large library' : '';
    rows.push({
      what: page,
      value: sum(filesOf(counted)),
      unit: 'KiB',
      limit: { atMost: limits.chunk },
      note: without,
    });
  }
  return rows;
}

/** Measures the files that a browser loads for the HTML of a landing page. */
function landing(html: string) {
  const tags = [
    ...readFileSync(join(dist, html), 'utf8').matchAll(/<(link|script|img)\b[^>]*>/g),
  ].map(([tag]) => tag);
  const linked = tags
    // A browser loads the touch icon only when a user adds the page to the home screen of a phone.
    .filter((tag) => !/rel="(canonical|apple-touch-icon)"/.test(tag))
    .flatMap((tag) => /(?:href|src)="\/([^"]+)"/.exec(tag)?.[1] ?? []);
  const files = linked.filter((file) => existsSync(join(dist, file)));
  return {
    html,
    beforePaint: sum([html, ...files.filter((file) => file.endsWith('.css'))]),
    script: sum(files.filter((file) => file.endsWith('.js'))),
    inAll: sum([html, ...files]),
    requests: 1 + linked.length,
    absent: linked.length - files.length,
  };
}

/** Returns the largest value of each figure among the landing pages. */
function landingFindings(htmls: readonly string[]): MeasuredFigure[] {
  const landings = htmls.map(landing);
  const most = (
    what: string,
    key: Exclude<keyof ReturnType<typeof landing>, 'html'>,
    atMost: number,
    unit = '',
  ): MeasuredFigure => {
    const value = Math.max(...landings.map((each) => each[key]));
    const where = landings.filter((each) => each[key] === value).map(({ html }) => html);
    return { what, value, unit, limit: { atMost }, note: value > atMost ? where.join(' ') : '' };
  };
  return [
    most('before the first paint', 'beforePaint', limits.landingBeforePaint, 'KiB'),
    most('script', 'script', limits.landingScript, 'KiB'),
    most('total', 'inAll', limits.landing, 'KiB'),
    most('requests', 'requests', limits.landingRequests),
    most('broken links', 'absent', 0),
  ];
}

/**
 * Counts Mantine's style classes that the scripts of the bundle use but its styles lack. A
 * component with such a class would be rendered without styles.
 */
function styleFinding(): MeasuredFigure {
  const read = (ending: string) =>
    globSync(`${dist}/assets/*${ending}`).map((file) => readFileSync(file, 'utf8'));
  const names = (text: string) => new Set(text.match(/\bm_[0-9a-f]+\b/g) ?? []);
  const styled = names(
    readFileSync(join(import.meta.dirname, '../node_modules/@mantine/core/styles.css'), 'utf8'),
  );
  const bundled = names(read('.css').join('\n'));
  const missing = [...names(read('.js').join('\n'))].filter(
    (name) => styled.has(name) && !bundled.has(name),
  );
  return {
    what: 'classes without their style',
    value: missing.length,
    limit: { atMost: 0 },
    note: missing.join(' '),
  };
}

const pages = pageManifestSchema.parse(JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8')));
const landings = pages.flatMap(({ html, signedInHtml }) =>
  signedInHtml === undefined ? [] : [html, signedInHtml],
);
if (landings.length === 0) throw new Error('The build has no landing');

const outcomes = [
  printMeasuredFigures('The app, signed in', [...appFindings(), styleFinding()]),
  printMeasuredFigures(
    `The landing page, largest of its ${landings.length} variants`,
    landingFindings(landings),
  ),
];
process.exit(outcomes.every(Boolean) ? 0 : 1);

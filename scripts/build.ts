// The pages in dist/: the app's bundle, and one HTML file for every row of the table of pages.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { z } from 'zod';
import { pageManifestSchema } from '#shared/page-manifest.ts';

// Whoever starts it, and with whatever mode: a page is always built as it goes out.
process.env.NODE_ENV = 'production';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
/** Inside the project, where Node finds the packages it leaves out. */
const drawer = join(root, 'node_modules/.cache/prerender');

/** The table of pages names its pages by import(): drawing HTML needs none of them. */
const withoutLazyPages: Plugin = { name: 'without-lazy-pages', resolveDynamicImport: () => false };

await Promise.all([
  build({ root, logLevel: 'warn' }),
  build({
    root,
    logLevel: 'warn',
    plugins: [withoutLazyPages],
    build: { ssr: 'src/web/prerender.tsx', outDir: drawer, copyPublicDir: false, cssMinify: true },
  }),
]);

const drawing = z
  .object({ drawPages: z.custom<(app: string) => unknown>((value) => typeof value === 'function') })
  .parse(await import(pathToFileURL(join(drawer, 'prerender.js')).href));
const { files, manifest } = z
  .object({ files: z.record(z.string(), z.string()), manifest: pageManifestSchema })
  .parse(drawing.drawPages(readFileSync(join(dist, 'index.html'), 'utf8')));
for (const [name, html] of Object.entries(files)) {
  mkdirSync(dirname(join(dist, name)), { recursive: true });
  writeFileSync(join(dist, name), html);
}
writeFileSync(join(dist, 'pages.json'), JSON.stringify(manifest, null, 2));

// Builds the pages in dist/: the bundle of the app, and an HTML file for every row of the page
// table.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { computeSourcesFingerprint, savePagesFingerprint } from '#server/shell/pages.ts';
import { bundleManifestSchema } from '#shared/core/pages/bundle.ts';
import { buildPageRenderer } from './render-pages.ts';

// Pages are always built for production, even if the caller set another mode.
process.env.NODE_ENV = 'production';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

try {
  // The hash is taken before the build, so that the next start also builds changes made during the
  // build.
  const sources = computeSourcesFingerprint();
  const [draw] = await Promise.all([buildPageRenderer(), build({ root, logLevel: 'warn' })]);
  const bundle = bundleManifestSchema.parse(
    JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')),
  );
  const { files, manifest } = draw(readFileSync(join(dist, 'index.html'), 'utf8'), bundle);
  for (const [name, html] of Object.entries(files)) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), html);
  }
  writeFileSync(join(dist, 'pages.json'), JSON.stringify(manifest, null, 2));
  savePagesFingerprint(sources);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  // Exits at once, because the other of the two parallel builds may still be running.
  process.exit(1);
}

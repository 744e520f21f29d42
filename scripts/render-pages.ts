import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { z } from 'zod';
import type { Bundle } from '#shared/core/pages/bundle.ts';
import { pageManifestSchema } from '#shared/core/pages/page-manifest.ts';

const root = join(import.meta.dirname, '..');

/**
 * Skips dynamic imports: the table of pages imports pages lazily, and rendering HTML needs none of
 * them.
 */
const withoutLazyPages: Plugin = { name: 'without-lazy-pages', resolveDynamicImport: () => false };

const drawnSchema = z.object({
  files: z.record(z.string(), z.string()),
  manifest: pageManifestSchema,
});
type Drawn = z.output<typeof drawnSchema>;

const moduleSchema = z.object({
  renderPages: z.custom<(app: string, bundle: Bundle) => unknown>(
    (value) => typeof value === 'function',
  ),
});

/**
 * Returns the function that renders every page's HTML from the app's HTML, built from
 * `src/web/prerender.tsx` for Node.
 */
export async function pageRenderer(
  name = 'prerender',
): Promise<(app: string, bundle: Bundle) => Drawn> {
  // The output is inside the project, where Node finds the packages that the bundle leaves out.
  const outDir = join(root, 'node_modules/.cache', name);
  await build({
    root,
    logLevel: 'warn',
    plugins: [withoutLazyPages],
    build: { ssr: 'src/web/prerender.tsx', outDir, copyPublicDir: false, cssMinify: true },
  });
  const { renderPages } = moduleSchema.parse(
    await import(pathToFileURL(join(outDir, 'prerender.js')).href),
  );
  return (app, bundle) => drawnSchema.parse(renderPages(app, bundle));
}

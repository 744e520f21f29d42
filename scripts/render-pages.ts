import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { z } from 'zod';
import type { BundleManifest } from '#shared/core/pages/bundle.ts';
import { pageManifestSchema } from '#shared/core/pages/page-manifest.ts';

const root = join(import.meta.dirname, '..');

/**
 * Plugin that skips dynamic imports. The page table imports pages lazily, and rendering HTML needs
 * none of them.
 */
const withoutLazyPages: Plugin = { name: 'without-lazy-pages', resolveDynamicImport: () => false };

const drawnSchema = z.object({
  files: z.record(z.string(), z.string()),
  manifest: pageManifestSchema,
});
type Drawn = z.output<typeof drawnSchema>;

const moduleSchema = z.object({
  renderPages: z.custom<(app: string, bundle: BundleManifest) => unknown>(
    (value) => typeof value === 'function',
  ),
});

/**
 * Returns a function that renders the HTML of every page from the HTML of the app. The function is
 * built from `src/web/prerender.tsx` for Node.
 */
export async function buildPageRenderer(
  name = 'prerender',
): Promise<(app: string, bundle: BundleManifest) => Drawn> {
  // The output is inside the project, so that Node finds the packages that the bundle does not
  // contain.
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

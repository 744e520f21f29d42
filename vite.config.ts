import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const compress = promisify(brotliCompress);

/** Compressed once here, so that the server only sends. */
function precompress(): Plugin {
  let assets: string;
  return {
    name: 'precompress',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved(config) {
      assets = join(config.root, config.build.outDir, config.build.assetsDir);
    },
    async closeBundle() {
      const names = readdirSync(assets).filter((name) => /\.(js|css|json|svg)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const file = join(assets, name);
          await writeFile(`${file}.br`, await compress(await readFile(file)));
        }),
      );
    },
  };
}

/**
 * The map's worker stands in the file of the map's library, and starts itself where that file is a worker. Two thirds of each is
 * the same code: together they are a quarter smaller, and the worker is there when the map is.
 */
function mapWorkerWithinLibrary(): Plugin {
  const asked = 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
  const answered = '\0map-worker-address';
  return {
    name: 'map-worker-within-library',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (id === asked) return answered;
      if (importer !== answered) return undefined;
      // The package says that none of its files does anything by being imported; this one starts the worker.
      const worker = await this.resolve(id, undefined, { skipSelf: true });
      return worker && { ...worker, moduleSideEffects: true };
    },
    load: (id) =>
      id === answered ? `import ${JSON.stringify(asked.replace('?worker&url', ''))};\nexport default import.meta.url;` : undefined,
  };
}

/** What every page stands on, in one piece: it compresses better, and a browser keeps it from one version to the next. */
const foundation = [
  /node_modules\/(react|react-dom|scheduler|react-router|zod|@tanstack\/(react-query|query-core)|@floating-ui\/[a-z-]+)\//,
  /node_modules\/@mantine\/core\/esm\/(core|components\/(CloseButton|Loader|Transition|UnstyledButton))\//,
  /node_modules\/@mantine\/hooks\/esm\/(use-id|use-merged-ref|use-reduced-motion|utils\/random-id)\//,
];

export default defineConfig({
  plugins: [react(), mapWorkerWithinLibrary(), precompress()],
  publicDir: 'src/web/public',
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The one library that is larger than a page may be, apart, so that a page's own size shows.
            { name: 'map-library', test: /node_modules\/maplibre-gl\/|map-worker-address$/ },
            { name: 'foundation', test: (id) => foundation.some((part) => part.test(id)) },
            { name: 'app', tags: ['$initial'] },
            // What many pages share, in one piece: on a slow network each request costs more than the few bytes that a page has no use for.
            { name: 'shared', minShareCount: 70 },
          ],
        },
      },
    },
  },
});

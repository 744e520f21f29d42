import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const compress = promisify(brotliCompress);

/** Compresses assets at build time, so that the server only has to send them. */
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
 * Puts the map's worker and the map library into the same file, which starts itself in a worker.
 * Two thirds of their code is the same, so this file is a quarter smaller. The worker is loaded
 * together with the map.
 */
function mapWorkerWithinLibrary(): Plugin {
  const request = 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
  const virtualModule = '\0map-worker-address';
  return {
    name: 'map-worker-within-library',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (id === request) return virtualModule;
      if (importer !== virtualModule) return undefined;
      // The package declares that its files have no side effects, but this file starts the worker.
      const worker = await this.resolve(id, undefined, { skipSelf: true });
      return worker && { ...worker, moduleSideEffects: true };
    },
    load: (id) =>
      id === virtualModule
        ? `import ${JSON.stringify(request.replace('?worker&url', ''))};\nexport default import.meta.url;`
        : undefined,
  };
}

/**
 * Modules that every page needs, in one chunk. One chunk is compressed better, and browsers cache
 * it across versions.
 */
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
        // A lazy import lists all its files, so names without words make the first download smaller.
        // The manifest has the source of each file. Seven characters are the shortest hash.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            // The only library that exceeds the size limit of a page has its own chunk, so that the
            // page's own size is visible.
            { name: 'map-library', test: /node_modules\/maplibre-gl\/|map-worker-address$/ },
            { name: 'foundation', test: (id) => foundation.some((part) => part.test(id)) },
            { name: 'app', tags: ['$initial'] },
            // Modules that many pages use are in one chunk, because on a slow network a request
            // costs more than a few unused bytes.
            { name: 'shared', minShareCount: 110 },
          ],
        },
      },
    },
  },
});

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

/** What every page stands on, in one piece: it compresses better, and a browser keeps it from one version to the next. */
const foundation = [
  /node_modules\/(react|react-dom|scheduler|react-router|zod|@tanstack\/(react-query|query-core)|@floating-ui\/[a-z-]+)\//,
  /node_modules\/@mantine\/core\/esm\/(core|components\/(CloseButton|Loader|Transition|UnstyledButton))\//,
  /node_modules\/@mantine\/hooks\/esm\/(use-id|use-merged-ref|use-reduced-motion|utils\/random-id)\//,
];

export default defineConfig({
  plugins: [react(), precompress()],
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
            { name: 'map-library', test: /node_modules\/maplibre-gl\// },
            { name: 'foundation', test: (id) => foundation.some((part) => part.test(id)) },
          ],
        },
      },
    },
  },
});

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const unit = ['src/shared/**/*.test.ts', 'src/server/**/*rules.test.ts', 'test/english.test.ts'];
/** Test files that replace modules which other test files import. */
const mocking = {
  web: ['src/web/map/MapPage.test.tsx', 'src/web/map/sales/sales-map.test.tsx'],
  server: [
    'src/server/core/db/embedded/replace-folder.test.ts',
    'src/server/imports/wizard/unsaved-upload.test.ts',
  ],
};
/** Tests of pages in jsdom against the whole product. */
const throughBoth = ['test/totals.test.ts'];
/** Folders of server tests that another run covers. */
const without = (process.env.TEST_WITHOUT ?? '').split(',').filter((folder) => folder !== '');

// A process runs one file after another, so that imported modules, compiled code and open engines
// are shared.
const common = { isolate: false, testTimeout: 60_000 };
const page = { environment: 'jsdom', setupFiles: ['test/setup.ts', 'test/web/setup.ts'] };

export default defineConfig({
  test: {
    // During most of a test, the database works in its own thread or process. Therefore, as many
    // files run at once as there are processors.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          environment: 'node',
          include: unit,
          setupFiles: ['test/setup.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'server',
          environment: 'node',
          include: ['src/server/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [
            ...unit,
            ...throughBoth,
            ...mocking.server,
            ...without.map((folder) => `${folder}**`),
            'test/web/**',
            '**/node_modules/**',
          ],
          setupFiles: ['test/setup.ts'],
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: 'server-mocking',
          environment: 'node',
          isolate: true,
          include: mocking.server,
          setupFiles: ['test/setup.ts'],
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          ...common,
          ...page,
          name: 'web',
          include: ['src/web/**/*.test.{ts,tsx}', ...throughBoth],
          exclude: mocking.web,
        },
      },
      {
        plugins: [react()],
        test: { ...common, ...page, name: 'web-mocking', isolate: true, include: mocking.web },
      },
    ],
  },
});

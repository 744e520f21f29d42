import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const unit = ['src/shared/**/*.test.ts', 'src/server/**/*rules.test.ts', 'test/english.test.ts'];
/** They replace modules that other files import too. */
const mocking = { web: ['src/web/map/MapPage.test.tsx'], server: ['src/server/core/db/embedded/replace-folder.test.ts'] };
/** A page in a browser's place, and the whole product behind it. */
const throughBoth = ['test/totals.test.ts'];
/** Folders of server tests that this run leaves to another. */
const without = (process.env.TEST_WITHOUT ?? '').split(',').filter((folder) => folder !== '');

// A process takes one file after the other, so that what is imported, compiled and opened once serves them all.
const common = { isolate: false, testTimeout: 60_000 };
const page = { environment: 'jsdom', setupFiles: ['test/setup.ts', 'test/web/setup.ts'] };

export default defineConfig({
  test: {
    // Most of a test's time is the database's, in a thread or a process of its own: as many files at once as there are processors.
    maxWorkers: '100%',
    projects: [
      { test: { ...common, name: 'unit', environment: 'node', include: unit, setupFiles: ['test/setup.ts'] } },
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
        },
      },
      {
        plugins: [react()],
        test: { ...common, ...page, name: 'web', include: ['src/web/**/*.test.{ts,tsx}', ...throughBoth], exclude: mocking.web },
      },
      { plugins: [react()], test: { ...common, ...page, name: 'web-mocking', isolate: true, include: mocking.web } },
    ],
  },
});

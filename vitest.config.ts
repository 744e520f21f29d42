import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const unit = ['src/shared/**/*.test.ts', 'src/server/**/*rules.test.ts'];

export default defineConfig({
  test: {
    // Most of a test's time is the database's, in a thread or a process of its own: as many files at once as there are processors.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'unit', environment: 'node', include: unit, setupFiles: ['test/setup.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['src/server/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...unit, 'test/web/**', '**/node_modules/**'],
          setupFiles: ['test/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['src/web/**/*.test.{ts,tsx}'],
          setupFiles: ['test/setup.ts', 'test/web/setup.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});

import { defineConfig } from '@playwright/test';
import { chromiumArguments } from '../scripts/browser.ts';
import { memberState } from './session.ts';

const port = Number(process.env.E2E_PORT ?? 3987);
const baseURL = `http://localhost:${port}`;

export default defineConfig({
  testDir: '.',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 2,
  // The two viewports of a walk through all pages run in parallel.
  fullyParallel: true,
  // A busy CI machine must not fail the build. Playwright lists repeated tests as flaky.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: [['list'], ['json']],
  outputDir: '../test-results',
  use: {
    baseURL,
    // This timeout is shorter than the timeout of a test. An element that never becomes usable is
    // therefore reported with its line.
    actionTimeout: 45_000,
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: chromiumArguments,
    },
  },
  // Tests share one session unless they sign in themselves, because sign-ins are rate limited.
  projects: [
    { name: 'sign-in', testMatch: 'sign-in.setup.ts' },
    { name: 'signed out', testMatch: 'signed-out/*.spec.ts' },
    {
      name: 'signed in',
      testMatch: 'signed-in/*.spec.ts',
      dependencies: ['sign-in'],
      use: { storageState: memberState },
    },
  ],
  webServer: {
    command: 'node src/server/main.ts',
    cwd: '..',
    url: `${baseURL}/healthz`,
    timeout: 240_000,
    env: {
      NODE_ENV: 'test',
      PORT: String(port),
      APP_ORIGIN: baseURL,
      DATA_DIR: process.env.E2E_DATA_DIR ?? '.data-e2e',
    },
  },
});

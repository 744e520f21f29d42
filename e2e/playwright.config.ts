import { defineConfig } from '@playwright/test';
import { chromiumArguments } from '../scripts/browser.ts';

const port = Number(process.env.E2E_PORT ?? 3987);
const baseURL = `http://localhost:${port}`;

export default defineConfig({
  testDir: '.',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 1,
  retries: 0,
  reporter: [['list'], ['json']],
  outputDir: '../test-results',
  use: {
    baseURL,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: chromiumArguments,
    },
  },
  webServer: {
    command: 'node src/server/main.ts',
    cwd: '..',
    url: `${baseURL}/healthz`,
    timeout: 240_000,
    env: { PORT: String(port), APP_ORIGIN: baseURL, DATA_DIR: process.env.E2E_DATA_DIR ?? '.data-e2e' },
  },
});

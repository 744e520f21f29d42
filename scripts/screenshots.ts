// The pictures of README and docs, from the running demo: a server of its own on a data folder that is kept between runs.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launchBrowser } from './browser.ts';
import { freePort } from './free-port.ts';

const images = join(import.meta.dirname, '../docs/images');
mkdirSync(images, { recursive: true });

const port = await freePort();
const origin = `http://localhost:${port}`;
const server = spawn(process.execPath, ['src/server/main.ts'], {
  env: { ...process.env, PORT: String(port), APP_ORIGIN: origin, DATA_DIR: '.data/screenshots' },
  stdio: 'inherit',
});
const browser = await launchBrowser();
try {
  await answering();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, baseURL: origin });
  await signIn(page);
  await page.getByText('Healthy').first().waitFor();
  await page.waitForTimeout(4000);
  await page.screenshot({ path: join(images, 'map.png') });

  await page.keyboard.press('/');
  const box = page.getByRole('combobox');
  await box.fill('den');
  await page.getByRole('option').first().waitFor();
  await page.screenshot({ path: join(images, 'search.png') });
  await box.press('Enter');
  await page.getByRole('table').waitFor();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(images, 'institution.png') });
} finally {
  await browser.close();
  server.kill('SIGTERM');
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/app');
  await page
    .getByRole('button', { name: /sign in/i })
    .or(page.getByRole('link', { name: /sign in/i }))
    .first()
    .click();
  await page.getByRole('button', { name: 'Continue as Morgan Member' }).click();
}

async function answering(): Promise<void> {
  for (;;) {
    const ok = await fetch(`${origin}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    if (server.exitCode !== null) throw new Error('The server ended instead of answering');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

import { spawn } from 'node:child_process';
import type { BrowserContext } from '@playwright/test';
import { findFreePort } from './free-port.ts';

export interface ProductServer {
  origin: string;
  port: number;
  stop(): Promise<void>;
}

/**
 * Starts the product with the demo's customers. Scripts share its data folder between runs. Ignores
 * the settings in .env.
 */
export async function startProduct(env: Record<string, string> = {}): Promise<ProductServer> {
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: '',
      PORT: String(port),
      APP_ORIGIN: origin,
      DATA_DIR: '.data/scripts',
      ...env,
    },
    stdio: 'inherit',
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  while (!(await isAnswering(origin))) {
    if (server.exitCode !== null) throw new Error('The server stopped before it answered');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    origin,
    port,
    async stop() {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

const isAnswering = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );

/** Signs in on the page of the demo's identity provider. The browser context keeps the session. */
export async function signIn(
  context: BrowserContext,
  person: 'Avery Admin' | 'Morgan Member' = 'Morgan Member',
): Promise<void> {
  const page = await context.newPage();
  await page.goto('/app');
  await page
    .getByRole('link', { name: /sign in/i })
    .first()
    .click();
  await page.getByRole('button', { name: `Continue as ${person}` }).click();
  await page.waitForURL('/app');
  await page.close();
}

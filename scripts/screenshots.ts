// Takes the screenshots for README and docs from a running demo. Uses a separate server and a data
// folder that is reused between runs.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '#shared/core/pages/paths.ts';
import { launchBrowser } from './browser.ts';
import { signIn, startProduct } from './product.ts';

const images = join(import.meta.dirname, '../docs/images');
mkdirSync(images, { recursive: true });

const product = await startProduct();
const browser = await launchBrowser();
try {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    baseURL: product.origin,
  });
  await signIn(context);
  const page = await context.newPage();
  await page.goto('/app');
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

  await page.goto(paths.ask('Share of critical customers by size'));
  await page.getByRole('heading', { level: 3 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(images, 'assistant.png') });

  for (const [path, name] of [
    [paths.portfolio, 'portfolio.png'],
    [paths.atRisk, 'at-risk.png'],
  ] as const) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(images, name) });
  }
} finally {
  await browser.close();
  await product.stop();
}

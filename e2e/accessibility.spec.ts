import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

/** Everything that axe knows of, on the page as it stands. */
async function expectNoViolations(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${where}: ${id} at ${node.target.join(' ')}`));
  expect(found).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ]) {
    test(`no violation, ${colorScheme} at ${viewport.width} px`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('console', (message) => {
        // The question who is signed in is answered 401 before anyone is, which the browser notes.
        if (message.type() === 'error' && !message.text().includes('401')) errors.push(message.text());
      });
      await page.goto('/no-such-page');
      await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible();
      await expectNoViolations(page, 'not found');

      await page.goto('/app');
      const signIn = page.getByRole('link', { name: /sign in/i });
      await expect(signIn).toBeVisible();
      await expectNoViolations(page, 'sign-in');
      await signIn.click();
      await expectNoViolations(page, 'demo provider');
      await page.getByRole('button', { name: 'Continue as Morgan Member' }).click();

      await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
      await expectNoViolations(page, 'map');

      await page.keyboard.press('/');
      const box = page.getByPlaceholder('Search customers, prospects, or discovery...');
      await expect(box).toBeVisible();
      await expectNoViolations(page, 'empty search');
      await box.fill('den');
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectNoViolations(page, 'search');
      await box.press('Enter');

      await expect(page.getByRole('dialog', { name: 'Institution details' }).getByRole('table')).toBeVisible();
      await expectNoViolations(page, 'details');
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

      await page.getByRole('link', { name: 'Full View' }).click();
      await expect(page).toHaveURL(/\/institution\/\d+\/overview$/);
      await expect(page.getByRole('table')).toBeVisible();
      await expectNoViolations(page, 'overview');
      expect(errors).toEqual([]);
      await context.close();
    });
  }
}

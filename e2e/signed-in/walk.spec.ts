import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, watch, widths } from '../expectations.ts';
import { builtPages, scoredInstitution } from '../pages.ts';
import { expectLanding, expectNotFound, expectSettled, menu } from '../screens.ts';

// Many pages, each read by axe in two colour schemes.
test.setTimeout(300_000);

for (const viewport of widths) {
  test(`every page at ${viewport.width} px, signed in`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const problems = watch(page);
    const looked = new Set<string>();
    for (const { address, kind } of builtPages(await scoredInstitution(page.request))) {
      const answer = await page.goto(address);
      expect(answer?.status(), address).toBe(kind === 'not found' ? 404 : 200);
      if (kind === 'landing') await expectLanding(page, { isSignedIn: true });
      if (kind === 'not found') {
        await page.getByRole('button', { name: 'Stay here' }).click();
        await expectNotFound(page);
      }
      if (kind === 'protected' || kind === 'employee login') await expectSettled(page);
      await expectNoSidewaysScroll(page, address);
      // Pages of one title are one page under several addresses.
      const title = await page.title();
      expect(title, address).toMatch(/^.+ · Chairside$/);
      if (!looked.has(title)) await expectAccessible(page, address);
      looked.add(title);
    }
    expect(problems).toEqual([]);
  });

  test(`the navigation at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/app');
    await page.getByRole('button', { name: /^Menu: / }).click();
    const existing = new Set(builtPages(1).map(({ path }) => path));
    const wanted = menu.filter(([, path]) => existing.has(path));
    const items = page.getByRole('navigation').getByRole('menuitem');
    await expect(items).toHaveText(wanted.map(([label, , subtitle]) => `${label}${subtitle}`));
    for (const [index, [, path]] of wanted.entries()) await expect(items.nth(index)).toHaveAttribute('href', path);
    await expect(items.first()).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page, 'menu');
  });
}

import { expect, test } from '@playwright/test';
import {
  collectPageProblems,
  expectAccessible,
  expectNoSidewaysScroll,
  viewports,
} from '../expectations.ts';
import { type Kind, readBuiltPages } from '../pages.ts';
import { expectLanding, expectLogin, expectNotFound } from '../screens.ts';

for (const viewport of viewports) {
  test(`every page at ${viewport.width} px, signed out`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const problems = collectPageProblems(page);
    const looked = new Set<Kind>();
    for (const { path, address = path, kind } of readBuiltPages(1)) {
      // insights.spec.ts covers these pages.
      if (kind === 'insights') continue;
      // On a phone, one path of each kind of page is enough.
      if (viewport.width < 600 && looked.has(kind)) continue;
      const answer = await page.goto(address);
      expect(answer?.status(), address).toBe(kind === 'not found' ? 404 : 200);
      if (kind === 'landing') await expectLanding(page, { isSignedIn: false });
      if (kind === 'protected') await expectLogin(page, address);
      if (kind === 'employee login')
        await expect(page.getByRole('link', { name: /sign in with google/i })).toBeVisible();
      if (kind === 'not found') {
        await page.getByRole('button', { name: 'Stay here' }).click();
        await expectNotFound(page);
      }
      await expectNoSidewaysScroll(page, address);
      // Another path of the same kind shows the same screen, so the screen is checked once.
      if (!looked.has(kind)) await expectAccessible(page, address);
      looked.add(kind);
    }
    expect(problems).toEqual([]);
  });
}

test('the landing page works without scripts', async ({ browser }) => {
  const page = await browser.newPage({ viewport: viewports[1], javaScriptEnabled: false });
  await page.goto('/');
  await expectLanding(page, { isSignedIn: false });
  await page.close();
});

test('an unknown address redirects home after five seconds, unless stopped', async ({ page }) => {
  await page.clock.install();
  await page.goto('/no-such-page');
  await expectNotFound(page);
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.clock.runFor(20_000);
  await expect(page).toHaveURL('/no-such-page');
  await page.reload();
  await expectNotFound(page);
  await page.clock.runFor(3000);
  await expect(page).toHaveURL('/no-such-page');
  await page.clock.runFor(3000);
  await expect(page).toHaveURL('/');
});

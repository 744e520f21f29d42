import { expect, type Page, test } from '@playwright/test';
import { matchPath } from 'react-router';
import { isDeepTestRun } from '../../test/depth.ts';
import {
  collectPageProblems,
  expectAccessible,
  expectNoSidewaysScroll,
  viewports,
} from '../expectations.ts';
import { findScoredInstitutionId, readBuiltPages } from '../pages.ts';
import { expectLanding, expectNotFound, expectSettled, menuItems } from '../screens.ts';

const linkTo = (path: string, links: Iterable<string>) =>
  [...links].find((link) => matchPath(path, link) !== null);
const linksOn = (page: Page) =>
  page
    .locator('a[href^="/"]')
    .evaluateAll((anchors) =>
      anchors.map((anchor) => new URL(anchor.getAttribute('href') ?? '', location.href).pathname),
    );

// Many pages are checked with axe in two viewports and two color schemes.
test.setTimeout(420_000);

const [phone, desktop] = viewports;
/**
 * Visits of each page. With `--deep`, each viewport has its own visit. Otherwise, one visit changes
 * to the narrow viewport after the first check.
 */
const visits = isDeepTestRun
  ? [
      { viewport: phone, narrower: [] },
      { viewport: desktop, narrower: [] },
    ]
  : [{ viewport: desktop, narrower: [phone] }];

for (const { viewport, narrower } of visits) {
  test(`every page at ${[viewport, ...narrower].map(({ width }) => width).join(' and ')} px, signed in`, async ({
    page,
  }) => {
    const problems = collectPageProblems(page);
    const looked = new Set<string>();
    const links = new Set<string>();
    for (const { path, address = linkTo(path, links), kind } of readBuiltPages(
      await findScoredInstitutionId(page.request),
    )) {
      if (address === undefined) {
        test.info().annotations.push({
          type: 'not walked',
          description: `nothing in the demo links to ${path}`,
        });
        continue;
      }
      await page.setViewportSize(viewport);
      const answer = await page.goto(address);
      expect(answer?.status(), address).toBe(kind === 'not found' ? 404 : 200);
      if (kind === 'landing') await expectLanding(page, { isSignedIn: true });
      if (kind === 'not found') {
        await page.getByRole('button', { name: 'Stay here' }).click();
        await expectNotFound(page);
      }
      if (kind === 'protected' || kind === 'employee login') await expectSettled(page);
      if (kind === 'insights')
        await expect(
          page.getByRole('heading', { level: 1, name: /^Your (practice|locations)/ }),
        ).toBeVisible();
      await expectNoSidewaysScroll(page, address);
      if (kind !== 'landing') await expectOwnLook(page, address);
      // Pages with the same title are one page with several paths.
      const title = await page.title();
      expect(title, address).toMatch(/^.+ · Chairside$/);
      if (!looked.has(title)) await expectAccessible(page, address);
      for (const narrow of narrower) {
        await page.setViewportSize(narrow);
        await expectNoSidewaysScroll(page, `${address} made narrow`);
        // Colors do not depend on the viewport, so they are checked only once.
        if (!looked.has(title))
          await expectAccessible(page, `${address} made narrow`, { checks: 'layout' });
      }
      looked.add(title);
      for (const link of await linksOn(page)) links.add(link);
    }
    expect(problems).toEqual([]);
  });
}

for (const viewport of viewports) {
  test(`the navigation at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/app');
    await page.getByRole('button', { name: /^Menu: / }).click();
    const existing = new Set(readBuiltPages(1).map(({ path }) => path));
    const wanted = menuItems.filter(([, path]) => existing.has(path));
    const items = page.getByRole('navigation').getByRole('menuitem');
    // Checks the main entries, which come first. The other pages follow in groups.
    for (const [index, [label, path, subtitle]] of wanted.entries()) {
      await expect(items.nth(index)).toHaveText(`${label}${subtitle}`);
      await expect(items.nth(index)).toHaveAttribute('href', path);
    }
    await expect(items.first()).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page, 'menu');
  });
}

/** Expects the product's typeface and accent color, in whatever order the styles were loaded. */
async function expectOwnLook(page: Page, where: string): Promise<void> {
  const look = () =>
    page.evaluate(() => {
      const { fontFamily } = getComputedStyle(document.body);
      const style = getComputedStyle(document.documentElement);
      return [
        fontFamily.includes('Figtree'),
        style.getPropertyValue('--mantine-color-anchor') === style.getPropertyValue('--accent'),
      ];
    });
  await expect.poll(look, where).toEqual([true, true]);
}

import { expect, test } from '@playwright/test';
import {
  collectPageProblems,
  expectAccessible,
  expectNoSidewaysScroll,
  stateViewports,
} from '../expectations.ts';
import { findBuiltFile, findScoredInstitutionId } from '../pages.ts';
import { expectCrash } from '../screens.ts';

// Tests layers over pages, and the screen that replaces a crashed page.

for (const viewport of stateViewports) {
  test(`search and details at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const problems = collectPageProblems(page);
    await page.goto('/app');
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();

    await page.keyboard.press('/');
    const box = page.getByPlaceholder('Search customers, prospects, or discovery...');
    await expect(box).toBeVisible();
    for (const words of ['Location name', 'Institution name'])
      await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expectAccessible(page, 'empty search');
    await box.fill('den');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible(page, 'search');
    await box.press('Enter');

    await expect(
      page.getByRole('dialog', { name: 'Institution details' }).getByRole('table'),
    ).toBeVisible();
    await expectAccessible(page, 'details');
    await expectNoSidewaysScroll(page, 'details');
    await page.getByRole('link', { name: 'Full View' }).click();
    await expect(page).toHaveURL(/\/institution\/\d+\/overview$/);
    await expect(page.getByRole('table').first()).toBeVisible();
    expect(problems).toEqual([]);
  });

  test(`a page's guide at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const problems = collectPageProblems(page);
    await page.goto('/app#guide');
    const dialog = page.getByRole('dialog', { name: /^Customer Health Guide/ });
    await expect(dialog.getByText('AI Generated Guide', { exact: true })).toBeVisible();
    for (const name of ['Features', 'How It Works', 'Health Scoring']) {
      await dialog.getByRole('tab', { name, exact: true }).click();
      await expect(dialog.getByRole('tabpanel', { name, exact: true })).toBeVisible();
      await expectAccessible(page, `guide, ${name}`);
    }
    await expectNoSidewaysScroll(page, 'guide');
    expect(problems).toEqual([]);
  });
}

test('a page whose code cannot be fetched shows the crash screen', async ({ page }) => {
  const code = `**/${findBuiltFile('src/web/overview/InstitutionOverviewPage.tsx')}`;
  await page.route(code, (route) => route.abort());
  await page.goto(`/institution/${await findScoredInstitutionId(page.request)}/overview`);
  await expectCrash(page);
  await expectAccessible(page, 'crash');
  await page.unroute(code);
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(page.getByRole('table').first()).toBeVisible();
});

import { expect, test as setup } from '@playwright/test';
import { expectAccessible } from './expectations.ts';
import { memberState } from './session.ts';

setup('signing in', async ({ page }) => {
  await page.goto('/map');
  const signIn = page.getByRole('link', { name: /sign in/i });
  await expect(signIn).toBeVisible();
  await signIn.click();
  await expect(page.getByRole('button', { name: 'Continue as Morgan Member' })).toBeVisible();
  await expectAccessible(page, 'demo provider');
  await page.getByRole('button', { name: 'Continue as Morgan Member' }).click();
  await expect(page).toHaveURL('/map');
  await page.context().storageState({ path: memberState });
});

import { expect, test } from '@playwright/test';
import { getPractices } from '../../src/shared/institutions/institutions.ts';
import { countPixelsByColor } from '../pixels.ts';

test('leads from the sign-in to a customer’s product table', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost')
      problems.push(`asked ${request.url()}`);
  });

  await page.goto('/map');
  await page
    .getByRole('button', { name: /sign in/i })
    .or(page.getByRole('link', { name: /sign in/i }))
    .first()
    .click();
  await page.getByRole('button', { name: 'Continue as Morgan Member' }).click();
  await expect(page).toHaveURL('/map');

  const map = page.getByRole('region', { name: /map/i }).first();
  await expect(map).toBeVisible();
  await expect
    .poll(
      async () => {
        const near = await countPixelsByColor(page, await page.screenshot(), {
          green: [42, 143, 92],
          amber: [185, 119, 14],
          red: [207, 70, 51],
        });
        return Object.values(near).every((count) => count > 100);
      },
      { timeout: 30_000 },
    )
    .toBe(true);

  const { practices } = getPractices.response.parse(
    await (await page.request.get(getPractices.path)).json(),
  );
  const names = [...new Set(practices.map((practice) => practice.institutionName))];
  const isAlone = (name: string) => names.filter((other) => other.includes(name)).length === 1;
  const customer = practices.find(
    ({ latitude, healthScore, inGrace, institutionName }) =>
      latitude !== null && healthScore !== null && !inGrace && isAlone(institutionName),
  );
  if (customer === undefined) throw new Error('the demo has no scored practice');

  await page.keyboard.press('/');
  const box = page.getByPlaceholder('Search customers, prospects, or discovery...');
  await box.fill(customer.institutionName.slice(0, 3));
  await expect(page.getByRole('option').first()).toBeVisible();
  await box.fill(customer.institutionName);
  await expect(page.getByRole('option').first()).toContainText(customer.institutionName);
  await box.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Institution details' });
  await expect(dialog.getByRole('heading', { name: customer.institutionName })).toBeVisible();
  const rows = dialog.getByRole('table').getByRole('row');
  // The name is shown before the other data is loaded.
  await expect(rows.nth(1)).toBeVisible();
  await expect(rows.nth(1)).toContainText(/\d/);
  await expect(rows.nth(1)).not.toContainText('Loading...');
  expect(problems).toEqual([]);
});

import { expect, test } from '@playwright/test';
import { getPractices } from '../../src/shared/institutions/institutions.ts';
import {
  collectPageProblems,
  expectAccessible,
  expectNoSidewaysScroll,
  viewports,
} from '../expectations.ts';

test('a practice reads its insights without signing in, and the email view without scripts', async ({
  page,
  browser,
}) => {
  const { practices } = getPractices.response.parse(
    await (await page.request.get(getPractices.path)).json(),
  );
  const group = practices.find(
    ({ numLocations, healthTier }) => numLocations > 3 && healthTier === 'Critical',
  );
  const customer = group?.institutionId;
  if (customer === undefined) throw new Error('the demo has no group that is Critical');
  const visits = [
    { address: `/insights/${customer}`, javaScriptEnabled: false },
    { address: `/insights/${customer}`, javaScriptEnabled: true },
    { address: `/customer-insights/${customer}`, javaScriptEnabled: true },
  ];
  for (const viewport of viewports)
    for (const { address, javaScriptEnabled } of visits) {
      const context = await browser.newContext({
        viewport,
        javaScriptEnabled,
        storageState: { cookies: [], origins: [] },
      });
      const stranger = await context.newPage();
      const problems = collectPageProblems(stranger);
      await stranger.goto(address);
      await expect(
        stranger.getByRole('heading', { level: 1, name: /^Your locations/ }),
      ).toBeVisible();
      await expect(
        stranger.getByRole('heading', { level: 2, name: 'Your locations' }),
      ).toBeVisible();
      await expect(stranger.getByText(/Critical|at risk/i)).toHaveCount(0);
      // These checks run scripts in the page, so they need JavaScript.
      if (javaScriptEnabled) {
        await expectNoSidewaysScroll(stranger, address);
        await expectAccessible(stranger, address);
      }
      expect(problems).toEqual([]);
      await context.close();
    }
});

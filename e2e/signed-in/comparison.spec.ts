import { expect, test } from '@playwright/test';
import { getPortfolioComparison } from '../../src/shared/portfolio/comparison.ts';
import {
  collectPageProblems,
  expectAccessible,
  expectNoSidewaysScroll,
  stateViewports,
} from '../expectations.ts';
import { expectSettled } from '../screens.ts';

for (const viewport of stateViewports) {
  test(`compares two weeks at ${viewport.width} px: causes of the change and new customers`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const problems = collectPageProblems(page);
    await page.goto('/portfolio');
    await page.getByRole('tab', { name: 'Weekly comparison' }).click();
    await page.getByRole('button', { name: '13 weeks' }).click();
    const answer = page.waitForResponse(
      (response) => new URL(response.url()).searchParams.get('sameCustomers') === 'false',
    );
    await page.getByRole('switch', { name: 'Same customers only' }).click();
    const { averageScore, causes } = getPortfolioComparison.response.parse(
      await (await answer).json(),
    );
    const moved = (averageScore.to ?? 0) - (averageScore.from ?? 0);
    expect(Math.abs(causes.reduce((sum, { points }) => sum + points, 0) - moved)).toBeLessThan(
      1e-9,
    );
    await expectSettled(page);

    const rows = page
      .getByRole('table', { name: /with a score in the earlier week and/ })
      .getByRole('row');
    await expect(rows).toHaveCount(causes.length + 2);
    await expect(rows.first()).toContainText(`${averageScore.from?.toFixed(2)}%`);
    await expect(rows.last()).toContainText(`${averageScore.to?.toFixed(2)}%`);
    await expectNoSidewaysScroll(page, 'comparison');
    await expectAccessible(page, 'comparison');

    const came = causes.find(({ cause }) => cause === 'customersIn')?.customers ?? 0;
    expect(came).toBeGreaterThan(0);
    await page
      .getByRole('link', { name: `${came.toLocaleString('en-US')} new customers`, exact: true })
      .click();
    await expect(
      page.getByText(new RegExp(`^${came.toLocaleString('en-US')} of [\\d,]+ customers$`)),
    ).toBeVisible();
    expect(problems).toEqual([]);
  });
}

import { expect, test } from '@playwright/test';
import { getDay } from '../../src/shared/success-ops/day/day.ts';
import { expectAccessible, expectNoSidewaysScroll, watch, widths } from '../expectations.ts';

for (const viewport of widths)
  test(`the day and the team at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const problems = watch(page);
    await page.goto('/customer-success-ops?part=team');
    await expect(page.getByRole('table', { name: 'Team' }).getByRole('link', { name: 'Morgan Member', exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page, 'the team');
    await expectAccessible(page, 'the team');
    await page.getByRole('link', { name: 'My day' }).click();
    await expect(page.getByRole('list', { name: 'Today' }).getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page, 'the day');
    expect(problems).toEqual([]);
  });

test('the day starts: a task is done, a row is moved to tomorrow, and both are gone from today', async ({ page }) => {
  const problems = watch(page);
  const { rows } = getDay.response.parse(await (await page.request.get(getDay.path)).json());
  const task = rows.find((row) => row.task !== null);
  const other = rows.find((row) => row.task === null);
  expect(task, 'the demo has a task that is due').toBeDefined();
  expect(other, 'the demo has other work').toBeDefined();
  await page.goto('/customer-success-ops');
  const today = page.getByRole('list', { name: 'Today' });
  const rowOf = (why = '') => today.getByRole('listitem').filter({ hasText: why });
  await rowOf(task?.why).focus();
  await page.keyboard.press('e');
  await expect(page.getByText(`Completed: ${task?.institutionName}`)).toBeVisible();
  await expect(rowOf(task?.why)).toHaveCount(0);
  await expect(page.getByText(/of work done today/)).toBeVisible();

  await rowOf(other?.why).focus();
  await page.keyboard.press('t');
  const moved = page.getByRole('list', { name: 'Moved to another day' });
  await expect(moved.getByText(other?.why ?? '')).toBeVisible();
  await expect(rowOf(other?.why)).toHaveCount(0);
  await page.reload();
  await moved.getByRole('button', { name: 'Back to today' }).click();
  await expect(moved).toHaveCount(0);
  expect(problems).toEqual([]);
});

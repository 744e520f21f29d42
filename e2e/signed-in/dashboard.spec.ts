import { expect, type Page, test } from '@playwright/test';
import {
  collectPageProblems,
  expectAccessible,
  expectNoSidewaysScroll,
  stateViewports,
} from '../expectations.ts';
import { findScoredInstitutionId } from '../pages.ts';
import { expectSettled } from '../screens.ts';

test.setTimeout(180_000);

/** Returns the API requests of the page. Leaves out the requests of the frame around the page. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(boards|portfolio|health-trends|benchmarks\/)/.test(pathname))
      calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

for (const viewport of stateViewports) {
  test(`boards and benchmarks at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const problems = collectPageProblems(page);
    const customer = await findScoredInstitutionId(page.request);
    for (const address of [
      '?board=growth',
      '?board=watch&f.sizeTier=Small&f.sizeTier=Large',
      `?tab=benchmarks&product=forms&institution=${customer}`,
    ]) {
      await page.goto(`/dashboard${address}`);
      await expectSettled(page);
      for (const summary of await page.getByText('Show as table', { exact: true }).all())
        await summary.click();
      await expectNoSidewaysScroll(page, address);
      await expectAccessible(page, address);
    }
    expect(problems).toEqual([]);
  });
}

test('a board loads with one request, and its figures equal the rows that they open', async ({
  page,
}) => {
  const calls = callsOf(page);
  for (const board of ['health', 'growth', 'watch']) {
    calls.length = 0;
    await page.goto(`/dashboard?board=${board}&f.sizeTier=Medium`);
    await expectSettled(page);
    expect(calls).toEqual([`GET /api/boards/${board}`]);
  }
  const figure = page.getByRole('link', { name: /^[\d,]+ At risk$/ });
  const count = (await figure.textContent())?.replace(/ .*/, '') ?? '';
  await figure.click();
  await expect(page).toHaveURL(
    /\/portfolio\?scope=all&f\.sizeTier=Medium&f\.atRisk=yes#customers$/,
  );
  await expect(page.getByText(new RegExp(`^${count} of [\\d,]+ customers$`))).toBeVisible();
});

test('a copy is arranged by keyboard, saved, and protected from changes in a second window', async ({
  page,
  context,
}) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Copy this board' }).click();
  const name = `Board ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  const widgets = () =>
    page
      .getByRole('main')
      .getByRole('region')
      .evaluateAll((found) => found.map((each) => each.getAttribute('aria-label')));
  const before = await widgets();
  expect(before.slice(0, 3)).toEqual(['Customers', 'Average score', 'At risk']);

  await page.getByRole('button', { name: 'Move Customers later' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(widgets).toEqual(['Average score', 'Customers', ...before.slice(2)]);
  await expect(page.getByRole('button', { name: 'Move Customers later' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(widgets).toEqual(['Average score', 'At risk', 'Customers', ...before.slice(3)]);
  await page.getByRole('button', { name: 'Remove Critical' }).click();
  await page.getByRole('button', { name: 'Add a widget' }).click();
  await page.getByRole('menuitem', { name: 'Open tickets', exact: true }).click();
  await expect(page.getByRole('link', { name: /Open tickets$/ })).toBeVisible();
  await expectAccessible(page, 'a board while it is edited');

  const second = await context.newPage();
  await second.goto(page.url());
  await expect.poll(() => second.getByRole('region', { name: 'Open tickets' }).count()).toBe(1);
  await second.getByRole('button', { name: 'Edit board' }).click();
  await second.getByRole('button', { name: 'Remove Average score', exact: true }).click();
  await expect(second.getByRole('region', { name: 'Average score', exact: true })).toHaveCount(0);
  await second.waitForLoadState('networkidle');

  await page.getByRole('button', { name: 'Remove At risk' }).click();
  await expect(page.getByText(/This board has changed in the meantime/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Average score', exact: true })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'At risk', exact: true })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  expect(await widgets()).not.toContain('Critical');
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: `Delete “${name}”…` }).click();
  await page.getByRole('button', { name: 'Delete board' }).click();
  await expect(page.getByRole('button', { name: 'Health', exact: true })).toBeVisible();
});

test('a benchmark opens its distribution, with a customer found by name', async ({ page }) => {
  await page.goto('/dashboard?tab=benchmarks');
  await page.getByRole('button', { name: /Messaging, Medium: show the distribution$/ }).click();
  await expect(
    page.getByRole('img', { name: /^Messaging, Medium: customers by uses per location/ }),
  ).toBeVisible();
  await page.getByRole('combobox', { name: 'Mark a customer' }).fill('dental');
  await page
    .getByRole('option', { name: /dental/i })
    .first()
    .click();
  await expect(page).toHaveURL(/product=messaging&size=peers&institution=\d+/);
  await expect(
    page.getByText(
      /uses per location in 28 days, more than \d+% of|does not have this product|connection that did not report/,
    ),
  ).toBeVisible();
});

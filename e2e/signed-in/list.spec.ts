import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { collectPageProblems, expectAccessible } from '../expectations.ts';

/**
 * Converts the text of a cell to the format of the export: without symbol, badge, unit and thousands
 * separators, and empty for unknown values.
 */
function bare(text: string): string {
  const plain = text
    .replace(/[▲■▼?] /, '')
    .replace(/grace$/, '')
    .replace(/Leaving \w+ \d+(, \d+)?$/, '')
    .trim();
  if (plain === '–') return '';
  const figure = /^([+−±-]?)([\d,]+(?:\.\d+)?)(%| pts| wk)?$/.exec(plain);
  if (figure === null) return plain;
  const value = Number(figure[2]?.replaceAll(',', ''));
  return String(figure[1] === '−' || figure[1] === '-' ? -value : value);
}

/** Returns the texts of the first rows, without their checkboxes. */
async function screenRows(page: Page): Promise<string[][]> {
  const rows = page.getByRole('grid', { name: 'Customers' }).locator('tbody tr');
  return rows.evaluateAll((all) =>
    all
      .slice(0, 10)
      .map((row) =>
        [...row.querySelectorAll('td:not(:has([type=checkbox]))')].map((cell) => cell.textContent),
      ),
  );
}

test('a filter is saved as a view, reopened by its URL and exported as shown', async ({ page }) => {
  const problems = collectPageProblems(page);
  await page.goto('/portfolio');
  const grid = page.getByRole('grid', { name: 'Customers' });
  await expect(grid.locator('tbody tr').first()).toBeVisible();

  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('textbox', { name: 'Find a column' }).fill('health');
  await page.getByRole('dialog').getByRole('button', { name: 'Health tier' }).click();
  await page.getByRole('checkbox', { name: /^Critical/ }).check();
  await expectAccessible(page, 'a filter');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(
    page.getByRole('button', { name: 'Edit filter Health tier: Critical' }),
  ).toBeVisible();
  await page
    .getByRole('columnheader', { name: /^Score/ })
    .getByRole('button')
    .click();
  await expect(page).toHaveURL(/f\.healthTier=Critical&sort=-adoptionScore/);

  const name = `Critical ones ${Date.now()}`;
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name })).toBeVisible();
  await expect(page).toHaveURL(/view=[\da-f-]{36}/);

  const count = page.getByText(/^[\d,]+ of [\d,]+ customers$/);
  const counted = (await count.textContent()) ?? '';
  const before = await screenRows(page);
  expect(before).toHaveLength(10);
  await page.goto(page.url());
  await expect(page.getByRole('button', { name })).toBeVisible();
  await expect(count).toHaveText(counted);
  await expect.poll(() => screenRows(page)).toEqual(before);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await download.then((started) => started.path());
  const [headings = [], ...rows]: string[][] = parse(await readFile(file), { bom: true });
  expect(rows).toHaveLength(Number(counted.split(' ')[0]?.replaceAll(',', '')));
  const columns = grid.getByRole('columnheader').filter({ hasNot: page.getByRole('checkbox') });
  const shown = await columns.allInnerTexts();
  expect(headings.map((heading) => heading.replace(/ \([^)]*\)$/, ''))).toEqual(
    shown.map((each) => each.replace(/[▲▼\n]/g, '').trim()),
  );
  // The export puts an apostrophe before a text that a spreadsheet would read as a formula.
  expect(rows.slice(0, 10).map((row) => row.map((cell) => cell.replace(/^'/, '')))).toEqual(
    before.map((row) => row.map(bare)),
  );

  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: `Delete “${name}”…` }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
  expect(problems).toEqual([]);
});

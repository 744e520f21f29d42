import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  collectPageProblems,
  expectAccessible,
  expectNoSidewaysScroll,
  viewports,
} from '../expectations.ts';

test.setTimeout(180_000);

/** Asks a question and returns the section with its answer. */
async function ask(page: Page, question: string): Promise<Locator> {
  const input = page.getByRole('textbox', { name: 'Your question' });
  await input.fill(question);
  await input.press('Enter');
  const turn = page.getByRole('region', { name: question, exact: true });
  await expect(turn.getByRole('heading', { level: 3 })).toBeVisible();
  return turn;
}

const countIn = (text: string | null): number =>
  Number(/\d[\d,]*/.exec(text ?? '')?.[0].replace(',', ''));

test('asks, narrows, charts, pins, acts on rows and exports', async ({ page }) => {
  await page.setViewportSize(viewports[1]);
  const problems = collectPageProblems(page);
  await page.goto('/app');
  await page.getByRole('button', { name: /^Menu: / }).click();
  await page.getByRole('menuitem', { name: /^AI Assistant/ }).click();
  const all = await ask(page, 'critical customers');
  const total = countIn(await all.getByRole('heading', { level: 3 }).textContent());
  const narrowed = await ask(page, 'only Texas');
  await expect(narrowed.getByRole('group', { name: 'Filters' })).toContainText('State: TX');
  const inTexas = countIn(
    await narrowed.getByRole('link', { name: /^Open these .* in the list$/ }).textContent(),
  );
  expect(inTexas).toBeGreaterThan(0);
  expect(inTexas).toBeLessThan(total);

  const download = page.waitForEvent('download');
  await narrowed.getByRole('link', { name: 'Download CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
  expect(lines.length - 1).toBe(inTexas);

  const note = `Asked about Texas at ${Date.now()}`;
  await narrowed.getByRole('button', { name: 'Add note' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(note);
  await dialog.getByRole('button', { name: /^(Add|Save)/ }).click();
  await expect(dialog).toBeHidden();

  const charted = await ask(page, 'by size as a chart');
  await expect(charted.getByRole('radio', { name: 'Chart' })).toBeChecked();
  await expectAccessible(page, 'the conversation');
  await charted.getByRole('link', { name: 'Pin to a board' }).click();
  const pin = page.getByRole('dialog', { name: 'Pin answer to a board' });
  await pin.getByRole('combobox', { name: 'Board' }).click();
  await page.getByRole('option', { name: 'New board' }).click();
  const board = `Texas ${Date.now()}`;
  await pin.getByRole('textbox', { name: 'Name' }).fill(board);
  await pin.getByRole('button', { name: 'Pin answer' }).click();
  await expect(page.getByRole('region', { name: /Critical customers in TX/ })).toBeVisible();
  await expect(page.getByText(board)).toBeVisible();
  expect(problems).toEqual([]);
});

test('explains a figure and a customer on a phone', async ({ page }) => {
  await page.setViewportSize(viewports[0]);
  const problems = collectPageProblems(page);
  await page.goto('/ai-chat?q=What%20is%20a%20health%20tier%3F');
  await expect(page.getByRole('heading', { name: 'Definition of “Health tier”' })).toBeVisible();
  await ask(page, 'the 1 worst customer with 5 or more locations');
  const explained = await ask(page, 'what would move it?');
  await expect(explained.getByRole('heading', { level: 3 })).toContainText(
    'What would raise the score of',
  );
  await expectNoSidewaysScroll(page, 'the conversation');
  await expectAccessible(page, 'the conversation');
  expect(problems).toEqual([]);
});

import { expect, test } from '@playwright/test';
import {
  collectPageProblems,
  expectAccessible,
  expectNoSidewaysScroll,
  stateViewports,
} from '../expectations.ts';
import { expectSettled } from '../screens.ts';

test.setTimeout(120_000);

for (const viewport of stateViewports) {
  test(`the ticket desk at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const problems = collectPageProblems(page);
    await page.goto('/hubspot-tickets');
    await expectSettled(page);
    await expectNoSidewaysScroll(page, 'the desk');
    await expectAccessible(page, 'the desk');
    await page.getByRole('grid', { name: 'Tickets' }).getByRole('row').nth(1).click();
    await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible();
    await expectNoSidewaysScroll(page, 'one ticket');
    await expectAccessible(page, 'one ticket');
    expect(problems).toEqual([]);
  });
}

test('handles a ticket: adds a note, changes the priority and finds it in the list', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/hubspot-tickets?f.isOpen=yes&f.priority=Medium');
  await page.getByRole('grid', { name: 'Tickets' }).getByRole('row').nth(1).click();
  const note = `Called them at ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Internal note' }).fill(note);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('region', { name: 'Conversation' }).getByText(note)).toBeVisible();
  await page.getByRole('combobox', { name: 'Priority' }).selectOption('Urgent');
  await expect(page.getByRole('combobox', { name: 'Priority' })).toHaveValue('URGENT');
  await expect(page.getByRole('combobox', { name: 'Priority' })).toBeEnabled();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Priority' })).toHaveValue('URGENT');
});

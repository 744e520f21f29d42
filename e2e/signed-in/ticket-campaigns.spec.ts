import { expect, test } from '@playwright/test';
import {
  collectPageProblems,
  expectAccessible,
  expectNoSidewaysScroll,
  stateViewports,
} from '../expectations.ts';
import { expectSettled } from '../screens.ts';

test.setTimeout(300_000);

for (const viewport of stateViewports)
  test(`ticket campaigns at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const problems = collectPageProblems(page);
    await page.goto('/hubspot-tickets/campaigns/new');
    await expect(page.getByRole('region', { name: 'Text preview' })).toBeVisible();
    await expectNoSidewaysScroll(page, 'a new campaign');
    await expectAccessible(page, 'a new campaign');
    await page.goto('/hubspot-tickets/campaigns');
    await page
      .getByRole('grid', { name: 'Ticket campaigns' })
      .getByRole('row')
      .filter({ hasText: /\d/ })
      .last()
      .click();
    await expect(page.getByRole('region', { name: 'Campaign state' })).toBeVisible();
    await expectSettled(page);
    await expectNoSidewaysScroll(page, 'one campaign');
    await expectAccessible(page, 'one campaign');
    expect(problems).toEqual([]);
  });

test('creates a ticket campaign, handles one ticket and undoes the rest', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/hubspot-tickets/campaigns/new');
  const customers = page.getByRole('grid', { name: 'Campaign audience' });
  for (const row of [1, 2, 3])
    await customers.getByRole('row').nth(row).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Use only selected' }).click();
  const name = `Outage at ${Date.now()}`;
  await page.getByRole('textbox', { name: /^Campaign name/ }).fill(name);
  await page.getByRole('textbox', { name: /^Subject/ }).fill('Outage at {customer}');
  // The demo's campaign may include one of these customers, who would then be left out as a
  // duplicate.
  await page.getByRole('checkbox', { name: 'Leave out duplicates' }).uncheck();
  await page.getByRole('button', { name: 'Open 3 tickets' }).click();

  const state = page.getByRole('region', { name: 'Campaign state' });
  await expect(page.getByRole('heading', { name })).toBeVisible();
  // On a new database, the job that sends the tickets waits for the jobs of the first start.
  await expect(state.getByText(/^Sent /)).toBeVisible({ timeout: 90_000 });
  const tickets = page.getByRole('grid', { name: 'Campaign tickets' });
  await expect(tickets.getByText('Not started', { exact: true })).toHaveCount(3);
  const campaign = page.url();
  await tickets.getByRole('row').nth(1).getByText('Not started').click();
  await page.getByRole('textbox', { name: 'Internal note' }).fill('Called them');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(
    page.getByRole('region', { name: 'Conversation' }).getByText('Called them'),
  ).toBeVisible();

  await page.goto(campaign);
  await state.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo campaign' }).click();
  await expect(state.getByText(/^Undone by/)).toBeVisible({ timeout: 90_000 });
  await expect(tickets.getByText('Withdrawn', { exact: true })).toHaveCount(2, { timeout: 90_000 });
  await expect(tickets.getByText('In progress', { exact: true })).toHaveCount(1);
  await expect(
    state.getByText(/1 ticket was kept because a colleague had worked on it/),
  ).toBeVisible();
});

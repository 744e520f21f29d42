import { expect, type Locator, type Page, test } from '@playwright/test';
import { isDeepTestRun } from '../../test/depth.ts';
import { collectPageProblems } from '../expectations.ts';
import { findScoredInstitutionId } from '../pages.ts';

// Every layer must return the focus to its opener when the layer closes, whether it was opened with
// the mouse or with the keyboard. One Escape must close one layer.

type Way = 'mouse' | 'keyboard';
/** Ways to open a layer. Other journeys open layers with the mouse. */
const ways: Way[] = isDeepTestRun ? ['mouse', 'keyboard'] : ['keyboard'];

async function use(way: Way, opener: Locator): Promise<void> {
  if (way === 'mouse') return opener.click();
  await opener.focus();
  await opener.press('Enter');
}

/** Opens a layer, closes it with Escape and expects the focus on its opener. */
async function expectGivenBack(way: Way, opener: Locator, layer: Locator): Promise<void> {
  await use(way, opener);
  await expect(layer).toBeVisible();
  // Escape is pressed on the layer, because a text field would handle the key itself.
  await layer.press('Escape');
  await expect(layer).toBeHidden();
  await expect(opener).toBeFocused();
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

for (const way of ways) {
  test(`layers over the portfolio, by ${way}`, async ({ page }) => {
    const problems = collectPageProblems(page);
    await page.goto('/portfolio?scope=all');
    const row = page.getByRole('grid', { name: 'Customers' }).locator('tbody tr').nth(2);
    await expect(row).toBeVisible();
    const details = dialog(page, 'Institution details');

    if (way === 'mouse') await row.getByRole('gridcell').nth(3).click();
    else {
      await row.focus();
      await page.keyboard.press('Enter');
    }
    await expect(details.getByRole('table').first()).toBeVisible();
    // The definition opens over the details. Escape closes only the definition.
    const definition = details.getByRole('button', { name: 'About Adoption score' });
    await use(way, definition);
    await expect(page.getByRole('dialog', { name: 'Adoption score' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Adoption score' })).toBeHidden();
    await expect(definition).toBeFocused();
    await expect(details).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(row).toBeFocused();

    await row.focus();
    await page.keyboard.press('Enter');
    await use(way, details.getByRole('button', { name: /^Close/ }).first());
    await expect(details).toBeHidden();
    await expect(row).toBeFocused();

    await row.focus();
    await page.keyboard.press('Control+k');
    await expect(page.getByPlaceholder('A page, an action or a customer')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByPlaceholder('A page, an action or a customer')).toBeHidden();
    await expect(row).toBeFocused();

    await expectGivenBack(way, button(page, 'About At risk'), dialog(page, 'At risk'));
    await expectGivenBack(way, button(page, 'Add filter'), dialog(page, 'Add filter'));
    await expectGivenBack(way, button(page, 'Columns'), dialog(page, 'Columns'));
    await expectGivenBack(way, button(page, 'Views'), page.getByRole('menu'));
    await use(way, button(page, 'Views'));
    await use(way, page.getByRole('menuitem', { name: 'Save as new view…' }));
    await use(way, page.getByRole('dialog').getByRole('button', { name: 'Close' }));
    await expect(button(page, 'Views')).toBeFocused();
    await use(way, page.getByRole('button', { name: /Keyboard shortcuts|Keys of this list/ }));
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(
      page.getByRole('button', { name: /Keyboard shortcuts|Keys of this list/ }),
    ).toBeFocused();
    expect(problems).toEqual([]);
  });

  test(`layers over the queue, by ${way}`, async ({ page }) => {
    await page.goto('/at-risk-customers?scope=all');
    const row = page.getByRole('grid', { name: 'At-risk customers' }).locator('tbody tr').first();
    await expect(row).toBeVisible();
    await expectGivenBack(
      way,
      row.getByRole('button', { name: /^\$/ }),
      dialog(page, /^At stake: /),
    );
    await expectGivenBack(way, button(page, /^Triage \d/), page.getByRole('dialog'));
  });

  test(`a button keeps the focus during its request, by ${way}`, async ({ page }) => {
    await page.goto('/customer-success-ops?part=alerts');
    const row = page.getByRole('grid', { name: 'Alert rules' }).locator('tbody tr').first();
    await row.focus();
    await page.keyboard.press('Enter');
    const trial = button(page, 'Test on past weeks');
    await use(way, trial);
    await expect(page.getByRole('dialog').getByText(/match the rule now/)).toBeVisible();
    await expect(trial).toBeFocused();
  });

  test(`layers over every page, by ${way}`, async ({ page }) => {
    await page.goto(`/institution/${await findScoredInstitutionId(page.request)}/overview`);
    await expect(page.getByRole('table').first()).toBeVisible();
    await expectGivenBack(way, button(page, /^Menu: /), page.getByRole('menu'));
    await expectGivenBack(way, button(page, /^Signed in as/), page.getByRole('menu'));
    await expectGivenBack(way, button(page, /Guide/), dialog(page, /Guide/));
    await expectGivenBack(way, button(page, 'Assign'), dialog(page, 'Assign'));
    await expectGivenBack(way, button(page, 'Snooze'), dialog(page, 'Snooze'));
    for (const name of ['Add note', 'Add task']) {
      await use(way, button(page, name));
      await expect(page.getByRole('dialog')).toBeVisible();
      await use(way, page.getByRole('dialog').getByRole('button', { name: 'Close' }));
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(button(page, name)).toBeFocused();
    }

    // The customer dialog was opened from the search, so the focus returns to the search button.
    const search = page.getByRole('button', { name: 'Search', exact: true });
    await use(way, search);
    await page.getByPlaceholder('Search customers, prospects, or discovery...').fill('den');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
    const details = dialog(page, 'Institution details');
    await expect(details.getByRole('table').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(search).toBeFocused();
  });
}

import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { getUser } from '../../src/shared/auth/auth.ts';
import { pageUserHeader } from '../../src/shared/core/user.ts';
import { type DiscoveredPlace, postPlaceSearch } from '../../src/shared/prospects/prospects.ts';
import { collectPageProblems, expectAccessible, expectNoSidewaysScroll } from '../expectations.ts';

const [phone, desktop] = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
] as const;

/** Returns a place with a phone number that is neither a prospect nor a customer. */
async function findNewPlace(request: APIRequestContext): Promise<DiscoveredPlace> {
  const user = getUser.response.parse(await (await request.get(getUser.path)).json());
  for (const query of ['dental', 'orthodontics', 'family', 'clinic', 'smile']) {
    const response = await request.post(postPlaceSearch.path, {
      data: { query },
      headers: { 'sec-fetch-site': 'same-origin', [pageUserHeader]: user.id },
    });
    const { results } = postPlaceSearch.response.parse(await response.json());
    const found = results.find(
      ({ alreadyProspect, customerId, phone: number }) =>
        !alreadyProspect && customerId === null && number !== null,
    );
    if (found !== undefined) return found;
  }
  throw new Error('the demo has no new place with a phone number');
}

const select = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: name }).first().getByRole('checkbox').check();

test('a discovered practice becomes a prospect, is called, won, and starts its onboarding', async ({
  page,
}) => {
  const problems = collectPageProblems(page);
  const { name, placeId } = await findNewPlace(page.request);
  await page.goto('/app');
  await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible();
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search' }).fill(name);
  await page.getByRole('tab', { name: /^Discover/ }).click();
  await page.getByRole('option').filter({ hasText: name }).first().click();
  await expect(page.getByText('✨ Added to Prospects')).toBeVisible();

  await page.goto(`/prospect/${encodeURIComponent(placeId)}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goto(`/prospects?q=${encodeURIComponent(name)}`);
  await select(page, name);
  await page.getByRole('link', { name: 'Call list…' }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  await expectAccessible(page, 'a call list');
  const note = `Wants a demo ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Note' }).fill(note);
  await page.getByRole('button', { name: /^Reached/ }).click();
  await expect(page.getByRole('heading', { name: 'End of the call list' })).toBeVisible();

  await page.goto(`/sales?q=${encodeURIComponent(name)}`);
  const contacted = page.getByRole('region', { name: 'Contacted', exact: true });
  await expect(contacted.getByRole('link', { name, exact: true }).first()).toBeVisible();
  await contacted
    .getByRole('button', { name: `Move ${name}`, exact: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Won…' }).click();
  const convert = page.getByRole('dialog', { name: `Convert ${name} to a customer` });
  await convert.getByRole('checkbox').first().check();
  await expectAccessible(page, 'a conversion');
  await convert.getByRole('button', { name: 'Convert to customer' }).click();
  await expect(convert).toHaveCount(0);
  await expect(page.getByText(/^Won as the customer/)).toBeVisible();
  await expect(page.getByText(`Called: reached. ${note}`)).toBeVisible();

  await page.goto(`/onboarding?q=${encodeURIComponent(name)}`);
  await expect(
    page.getByRole('grid', { name: 'Onboarding' }).getByRole('row').filter({ hasText: name }),
  ).toHaveCount(1);
  expect(problems).toEqual([]);
});

test('a route is planned around a prospect, changed, and kept by its link', async ({ page }) => {
  const problems = collectPageProblems(page);
  await page.setViewportSize(desktop);
  await page.goto('/prospects?f.stage=Contacted&f.nearestMiles=..5&f.doNotContact=no');
  await page.getByRole('grid', { name: 'Prospects' }).locator('tbody a').first().click();
  await page.getByRole('link', { name: 'Plan route around here' }).click();
  const stops = page.getByRole('list', { name: 'Stops' }).getByRole('button', {
    name: /^Must visit/,
  });
  await expect(stops.nth(1)).toBeVisible();
  const second = (await stops.nth(1).getAttribute('aria-label')) ?? '';
  await page.getByRole('button', { name: `${second.replace('Must visit', 'Move')} up` }).click();
  await expect(stops.first()).toHaveAttribute('aria-label', second);
  await expectAccessible(page, 'a route');
  await page.setViewportSize(phone);
  await expectNoSidewaysScroll(page, 'a route');
  await expectAccessible(page, 'a route on a phone', { checks: 'layout' });
  await page.reload();
  await expect(stops.first()).toHaveAttribute('aria-label', second);
  await page.getByRole('button', { name: 'Open in maps app' }).click();
  await expect(page.getByRole('menuitem', { name: /^Google Maps/ }).first()).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1/,
  );
  expect(problems).toEqual([]);
});

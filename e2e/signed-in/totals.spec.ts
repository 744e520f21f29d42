import { expect, type Page, test } from '@playwright/test';
import { watch } from '../expectations.ts';

// Whatever number opens rows opens as many as it says: every such number of every page is held against the count of the list it opens.

const pages = [
  '/portfolio?scope=all',
  '/at-risk-customers?scope=all',
  '/dashboard?scope=all',
  '/dashboard?tab=benchmarks',
  '/onboarding',
  '/onboarding-analytics',
  '/onboarding-comparison',
  '/churn',
  '/churn-dashboard',
  '/churn-monitoring?tab=quality',
  '/churn-analytics',
  '/churn-analytics?tab=survival',
  '/churn-analytics?tab=causes',
  '/churn-analytics?tab=saves',
  '/customer-success-ops?tab=team',
  '/customer-success-ops?tab=renewals',
  '/hubspot-tickets',
];

interface Total {
  page: string;
  text: string;
  says: number;
  address: string;
}

/** The links of a page that show a whole number and lead to a list's rows. What is only read aloud is left out of the text. */
async function totalsOn(page: Page, where: string): Promise<Total[]> {
  const links = await page.locator('main a[href]').evaluateAll((anchors) =>
    anchors.map((anchor) => {
      const copy = document.createElement('span');
      copy.innerHTML = anchor.innerHTML;
      for (const hidden of copy.querySelectorAll('[class*="VisuallyHidden"], [aria-hidden]')) hidden.remove();
      return { text: (copy.textContent ?? '').trim(), address: anchor.getAttribute('href') ?? '' };
    }),
  );
  return links.flatMap(({ text, address }) => {
    const [, number] = /^(?:[A-Za-z ]+ )?(\d[\d,]*)(?: [a-z].*)?$/i.exec(text) ?? [];
    const url = new URL(address, 'http://localhost');
    const leadsToRows = [...url.searchParams.keys()].some((name) => name.startsWith('f.') || name === 'view' || name === 'tab');
    return number === undefined || !leadsToRows ? [] : [{ page: where, text, says: Number(number.replaceAll(',', '')), address }];
  });
}

const listCount = (page: Page) =>
  page
    .locator('main')
    .getByRole('status')
    .filter({ hasText: /^[\d,]+ (of [\d,]+ )?[a-z ]+$/ });

/** Goes to an address as a click on its link does, and reads how many rows its list has. */
async function rowsAt(page: Page, address: string): Promise<number | null> {
  await page.evaluate(async (to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  }, address);
  const text = await listCount(page).last().textContent({ timeout: 10_000 });
  return text === null ? null : Number(/^[\d,]+/.exec(text)?.[0].replaceAll(',', ''));
}

test('every number that opens rows opens as many as it says', async ({ page }) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 1440, height: 900 });
  const problems = watch(page);
  const totals: Total[] = [];
  for (const where of pages) {
    await page.goto(where);
    await expect(page.locator('main [aria-busy="true"], main [class*="Skeleton-root"]')).toHaveCount(0);
    totals.push(...(await totalsOn(page, where)));
  }
  // One address is opened once, and those of one page after each other.
  const byAddress = Map.groupBy(totals, ({ address }) => address);
  const addresses = [...byAddress.keys()].toSorted();
  const wrong: string[] = [];
  let path = '';
  for (const address of addresses) {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const list = `${pathname}?${searchParams.get('tab') ?? ''}`;
    if (list !== path) {
      await page.goto(address);
      await expect(listCount(page).last(), address).toBeVisible();
      path = list;
    }
    for (const total of byAddress.get(address) ?? []) {
      await expect
        .poll(() => rowsAt(page, address), { timeout: 5_000 })
        .toBe(total.says)
        .catch(async () => wrong.push(`${total.page}: “${total.text}” opens ${await rowsAt(page, address)} rows at ${address}`));
    }
  }
  test.info().annotations.push({ type: 'compared', description: `${totals.length} numbers of ${pages.length} pages` });
  expect(wrong).toEqual([]);
  for (const where of pages.filter((each) => !without.has(each))) {
    expect(totals.filter((total) => total.page === where).length, `${where} has numbers that open rows`).toBeGreaterThan(0);
  }
  expect(problems).toEqual([]);
});

/** Pages whose figures are no counts of rows. */
const without = new Set(['/churn-monitoring?tab=quality', '/churn-analytics', '/dashboard?tab=benchmarks']);

import { expect, test } from '@playwright/test';
import { products } from '../../src/shared/core/products.ts';
import { usageText } from '../../src/shared/health/product-table.ts';
import { getInstitutionUsage } from '../../src/shared/health/usage.ts';
import { getPractices } from '../../src/shared/institutions/institutions.ts';
import {
  collectPageProblems,
  expectAccessible,
  expectNoSidewaysScroll,
  stateViewports,
  viewports,
} from '../expectations.ts';
import { findScoredInstitutionId } from '../pages.ts';

const tabs = [
  'Summary',
  'Usage',
  'Locations',
  'Benchmarks',
  'Weekly comparison',
  'Timeline',
  'Work',
  'Tickets',
];

for (const viewport of stateViewports) {
  test(`every tab of a customer at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const problems = collectPageProblems(page);
    const id = await findScoredInstitutionId(page.request);
    await page.goto(`/institution/${id}/overview`);
    for (const name of tabs) {
      await page.getByRole('tab', { name, exact: true }).click();
      await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
      await page.waitForLoadState('networkidle');
      for (const table of await page.getByText('Show as table').all()) await table.click();
      await expectNoSidewaysScroll(page, name);
      await expectAccessible(page, name);
    }
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Tickets', selected: true })).toBeInViewport();
    expect(problems).toEqual([]);
  });
}

test('the name and score stay visible', async ({ page }) => {
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    await page.goto(`/institution/${await findScoredInstitutionId(page.request)}/overview`);
    const name = page.getByRole('heading', { level: 1 });
    await expect(page.getByRole('heading', { name: 'Score history' })).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(name).toBeInViewport();
    const covered = await name.evaluate((heading) => {
      const { left, top, width, height } = heading.getBoundingClientRect();
      const above = document.elementFromPoint(left + width / 4, top + height / 2);
      return above === heading || heading.contains(above);
    });
    expect(covered, `the name at ${viewport.width} px`).toBe(true);
  }
});

test('the prep sheet of the largest customers is one page, on A4 and on Letter', async ({
  page,
}) => {
  const { practices } = getPractices.response.parse(
    await (await page.request.get(getPractices.path)).json(),
  );
  const bySize = practices.toSorted(
    (a, b) => b.numLocations - a.numLocations || b.numProducts - a.numProducts,
  );
  const largest = [...new Set(bySize.map(({ institutionId }) => institutionId))].slice(0, 4);
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const id of [...largest, await findScoredInstitutionId(page.request)]) {
    await page.goto(`/institution/${id}/overview`);
    await page.getByRole('link', { name: 'Prep sheet' }).click();
    await expect(page.getByRole('article')).toBeVisible();
    await expect(page.getByRole('article').getByRole('listitem').first()).toBeVisible();
    for (const format of ['A4', 'Letter']) {
      const pdf = (await page.pdf({ format, preferCSSPageSize: false })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g), `${id} on ${format}`).toHaveLength(1);
    }
  }
  await expectAccessible(page, 'prep sheet');
});

test('an unknown customer shows a message with the navigation', async ({ page }) => {
  await page.goto('/institution/987654321/overview');
  await expect(page.getByRole('heading', { name: 'Customer not found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expectAccessible(page, 'no such customer');
});

test('the displayed usage equals the stored usage', async ({ page }) => {
  const id = await findScoredInstitutionId(page.request);
  const stored = getInstitutionUsage.response.parse(
    await (await page.request.get(`/api/institution/${id}/usage?weeks=13`)).json(),
  );
  await page.goto(`/institution/${id}/overview?tab=usage&weeks=13`);
  await expect(page.getByRole('figure')).toHaveCount(stored.products.length);
  for (const { product, weeks } of stored.products) {
    expect(weeks.length).toBeLessThanOrEqual(13);
    const used = weeks.at(-1)?.usage;
    const told =
      used == null ? products[product].name : `; ${usageText(product, used)} in the last 28 days`;
    const plot = page.getByRole('img', {
      name: new RegExp(`^${products[product].name} over ${weeks.length} weeks`),
    });
    expect(await plot.getAttribute('aria-label'), product).toContain(told);
  }
});

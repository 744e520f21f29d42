import { expect, type Page, test } from '@playwright/test';
import { getPractices } from '../../src/shared/institutions/institutions.ts';
import { getMapMarks } from '../../src/shared/map/marks.ts';
import {
  collectPageProblems,
  expectAccessible,
  expectNoSidewaysScroll,
  stateViewports,
} from '../expectations.ts';
import { countPixelsByColor } from '../pixels.ts';

/**
 * Returns helpers that perform and count user actions. An action is a click, or a text that is
 * typed and submitted.
 */
function counting(page: Page) {
  let steps = 0;
  return {
    steps: () => steps,
    async click(locator: ReturnType<Page['locator']>) {
      steps += 1;
      await locator.click();
    },
    async enter(label: string, text: string) {
      steps += 1;
      await page.getByPlaceholder(label).pressSequentially(text);
      await page.keyboard.press('Enter');
    },
  };
}

const milesIn = (text: string): number =>
  text.includes('Less than 0.1') ? 0 : Number(/([\d.,]+) miles away/.exec(text)?.[1]);

for (const viewport of stateViewports) {
  test(`finding the five Critical customers nearest to a city takes at most four steps at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const problems = collectPageProblems(page);
    await page.goto('/app');
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
    const person = counting(page);

    await person.enter('Go to a city or ZIP', 'Austin, TX');
    const panel = page.getByRole('region', { name: 'Nearest to Austin, TX' });
    await person.click(panel.locator('label', { hasText: 'Critical' }));
    const customers = panel.getByRole('listitem');
    await expect(customers.nth(4)).toBeAttached();
    expect(person.steps()).toBeLessThanOrEqual(4);

    const five = (await customers.allTextContents()).slice(0, 5);
    for (const customer of five) expect(customer).toContain('Critical');
    const miles = five.map(milesIn);
    expect(miles).toEqual(miles.toSorted((one, other) => one - other));
    expect(miles.at(-1)).toBeLessThanOrEqual(25);
    await expectAccessible(page, 'customers near a city');
    await expectNoSidewaysScroll(page, 'customers near a city');

    const nearest = customers.first().getByRole('button').first();
    await nearest.click();
    await expect(
      page.getByRole('dialog', { name: 'Institution details' }).getByRole('table'),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Institution details' })).toHaveCount(0);
    await expect(panel).toBeVisible();
    await expect(nearest).toBeFocused();
    expect(problems).toEqual([]);
  });
}

test('the URL keeps the map’s state for a reload and the back button', async ({ page }) => {
  await page.goto('/app?at=30.27,-97.74,8&show=critical,grace&color=change');
  await expect(page.getByRole('checkbox', { name: /^Score down, / })).toBeVisible();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page).toHaveURL(/at=30\.27\d*,-97\.7[34]\d*,9&show=critical,grace&color=change$/);
  const entries = await page.evaluate(() => history.length);
  await page.getByRole('checkbox', { name: /^In grace/ }).click();
  await expect(page).toHaveURL(/show=critical&color=change$/);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  const left = page.url();

  await page.goto('/portfolio');
  await expect(page.getByRole('grid', { name: 'Customers' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('checkbox', { name: /^Score down, / })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^In grace/ })).not.toBeChecked();
  expect(page.url()).toBe(left);
});

test('draws states and coast while the practices are loading, without counts', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  for (const { path } of [getMapMarks, getPractices]) {
    await page.route(`**${path}`, async (route) => {
      await held;
      await route.continue();
    });
  }
  await page.goto('/app');
  const land = async () =>
    (await countPixelsByColor(page, await page.screenshot(), { land: [251, 249, 245] }, 4)).land;
  await expect.poll(land, { timeout: 30_000 }).toBeGreaterThan(50_000);
  const legend = page.getByRole('region', { name: 'Legend' });
  await expect(legend.getByRole('checkbox', { name: 'Healthy', exact: true })).toHaveText(/–$/);
  await expect(page.getByText('Loading practices...')).toBeVisible();
  release();
  await expect(legend.getByRole('checkbox', { name: /^Healthy, [\d,]+$/ })).toBeVisible();

  const { practices } = getPractices.response.parse(
    await (await page.request.get(getPractices.path)).json(),
  );
  await expect(legend).toContainText(`${practices.length.toLocaleString('en-US')} locations`);
});

test('draws and counts marks before the practices are loaded, and lists show that they wait', async ({
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**${getPractices.path}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/app');
  const legend = page.getByRole('region', { name: 'Legend' });
  await expect(legend.getByRole('checkbox', { name: /^Healthy, [\d,]+$/ })).toBeVisible();
  // Prospects and incidents are loaded after the practices.
  const practicesIn = (text: string | null) => text?.split('Prospects')[0];
  const counted = practicesIn(await legend.textContent());
  await legend.getByRole('button', { name: 'List practices in view' }).click();
  const panel = page.getByRole('region', { name: 'In this area' });
  await expect(panel).toContainText('Loading practices…');
  release();
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  expect(practicesIn(await legend.textContent())).toBe(counted);
});

test('a popup is fully visible for any mark, and Escape closes it', async ({ page }) => {
  const { width, height } = { width: 1000, height: 700 };
  await page.setViewportSize({ width, height });
  const { practices } = getPractices.response.parse(
    await (await page.request.get(getPractices.path)).json(),
  );
  const places = practices.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  );
  const isNear = (one: number, other: number) => Math.abs(one - other) < 0.005;
  const alone = places.find(
    (place) =>
      places.filter(
        (other) =>
          isNear(place.latitude, other.latitude) && isNear(place.longitude, other.longitude),
      ).length === 1,
  );
  if (!alone) throw new Error('the demo has no practice by itself');
  const closest = 18;
  const pixelsPerDegree = (512 * 2 ** closest) / 360;
  for (const [across, along] of [
    [-440, -150],
    [440, -250],
    [-440, 200],
    [400, 150],
  ] as const) {
    const longitude = alone.longitude - across / pixelsPerDegree;
    const latitude =
      alone.latitude + (along / pixelsPerDegree) * Math.cos((alone.latitude * Math.PI) / 180);
    await page.goto(`/app?at=${latitude.toFixed(7)},${longitude.toFixed(7)},${closest}`);
    await page.getByRole('button', { name: 'Close legend' }).click();
    await expect(page.getByRole('button', { name: /^Legend/ })).toBeFocused();
    const popup = page.locator('.maplibregl-popup-content');
    // Retries, because the mark may not be drawn yet when the pointer arrives.
    await expect(async () => {
      await page.mouse.move(width / 2, height / 2);
      await page.mouse.move(width / 2 + across, height / 2 + along);
      await expect(popup).toBeVisible({ timeout: 500 });
    }).toPass();
    const box = await popup.boundingBox();
    expect(
      box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
    ).toBe(true);
    await page.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
  }
});

import { type APIRequestContext, expect, test } from '@playwright/test';
import { getRiskList } from '../../src/shared/risk/list.ts';
import { getRiskCases } from '../../src/shared/work/cases.ts';
import {
  collectPageProblems,
  expectAccessible,
  expectNoSidewaysScroll,
  expectRoomForTextSpacing,
  stateViewports,
  viewports,
} from '../expectations.ts';

/**
 * Returns the names of at-risk customers without a notice, a snooze and an outcome. Leaves out
 * names that several customers have.
 */
async function namesAtRisk(request: APIRequestContext): Promise<Set<string>> {
  const { rows: customers } = getRiskList.response.parse(
    await (await request.get(getRiskList.path)).json(),
  );
  const { rows: cases } = getRiskCases.response.parse(
    await (await request.get(getRiskCases.path)).json(),
  );
  const isTouched = ({ snooze, lastOutcome }: (typeof cases)[number]) =>
    snooze !== null || lastOutcome !== null;
  const touched = new Set(cases.filter(isTouched).map(({ institutionId }) => institutionId));
  const counts = Map.groupBy(customers, ({ institutionName }) => institutionName);
  return new Set(
    customers
      .filter(({ standing, notice, institutionId, institutionName }) => {
        return (
          standing === 'at_risk' &&
          notice === null &&
          !touched.has(institutionId) &&
          counts.get(institutionName)?.length === 1
        );
      })
      .map(({ institutionName }) => institutionName),
  );
}

test('opens and snoozes the biggest mover at risk, which leaves the queue and appears on its timeline', async ({
  page,
}) => {
  const problems = collectPageProblems(page);
  const atRisk = await namesAtRisk(page.request);
  await page.goto('/portfolio');
  const movers = page
    .locator('[data-guide="portfolio-movers"]')
    .getByRole('button')
    .filter({ hasText: '−' });
  await expect(movers.first()).toBeVisible();
  const texts = await movers.allInnerTexts();
  const place = texts.findIndex((text) => [...atRisk].some((name) => text.startsWith(name)));
  expect(place, 'a mover that fell stands in the queue').toBeGreaterThanOrEqual(0);
  const name = [...atRisk].find((each) => texts[place]?.startsWith(each)) ?? '';
  // A row's link contains the customer's name and then the health tier.
  const listed = new RegExp(
    `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} (Healthy|Medium|Critical|Unknown)$`,
  );

  await movers.nth(place).click();
  const details = page.getByRole('dialog', { name: 'Institution details' });
  await expect(details.getByRole('heading', { name })).toBeVisible();
  await expect(details.getByRole('link', { name: /^−.* points? in a week$/ })).toBeVisible();
  await expect(details.getByRole('button', { name: 'Snooze' })).toBeEnabled();
  await expectAccessible(page, 'details of a customer at risk');

  const reason = `Seasonal dip ${Date.now()}`;
  await details.getByRole('button', { name: 'Snooze' }).click();
  const menu = page.getByRole('dialog', { name: 'Snooze' });
  await menu.getByRole('button', { name: 'One month' }).click();
  await menu.getByRole('textbox', { name: 'Other reason' }).fill(reason);
  await menu.getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(details.getByRole('button', { name: /^Snoozed until/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);

  const address = `q=${encodeURIComponent(name)}`;
  await page.goto(`/at-risk-customers?${address}`);
  const list = page.getByRole('grid', { name: 'At-risk customers' });
  await expect(page.getByText(/^[\d,]+ of [\d,]+ customers$/)).toBeVisible();
  await expect(list.getByRole('link', { name: listed })).toHaveCount(0);
  await page.getByRole('link', { name: /^Snoozed/ }).click();
  await expect(list.getByRole('link', { name: listed })).toBeVisible();
  await expect(list.getByText(reason)).toBeVisible();

  await list.getByRole('link', { name: listed }).click();
  await details.getByRole('link', { name: 'Full View' }).click();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  const entry = page
    .getByRole('list', { name: 'Timeline' })
    .getByRole('listitem')
    .filter({ hasText: reason });
  await expect(entry).toContainText('Snoozed until');
  await expect(entry).toContainText('Morgan Member');

  // Puts the customer back into the queue for the next test run.
  await page.goto(`/at-risk-customers?tab=snoozed&${address}`);
  await list.getByRole('link', { name: listed }).click();
  await details.getByRole('button', { name: /^Snoozed until/ }).click();
  // If the menu extended below the window, a click on its last button could be lost.
  await expect(page.getByRole('dialog', { name: /^Snoozed until/ })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'End snooze' }).click();
  await expect(details.getByRole('button', { name: 'Snooze', exact: true })).toBeVisible();
  await page.goto(`/at-risk-customers?${address}`);
  await expect(list.getByRole('link', { name: listed })).toBeVisible();
  expect(problems).toEqual([]);
});

for (const viewport of stateViewports) {
  test(`triage at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const problems = collectPageProblems(page);
    await page.goto('/at-risk-customers');
    await expect(page.getByRole('button', { name: /^Triage \d/ })).toBeVisible();
    await page.setViewportSize(viewports[1]);
    await expectRoomForTextSpacing(page, 'at-risk customers');
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: /^Triage \d/ }).click();
    const triage = page.getByRole('dialog', { name: 'Triage' });
    await expect(triage.getByRole('heading', { name: 'What would raise the score' })).toBeVisible();
    await expectAccessible(page, 'triage');
    await expectNoSidewaysScroll(page, 'triage');
    await expectRoomForTextSpacing(page, 'triage');
    const first = (await triage.getByRole('heading', { level: 2 }).textContent()) ?? '';
    await page.keyboard.press('s');
    await expect(triage.getByText('1 skipped')).toBeVisible();
    await page.keyboard.press('u');
    await expect(triage.getByRole('heading', { level: 2, name: first })).toBeVisible();
    await triage.getByRole('button', { name: 'Snooze' }).click();
    const snooze = page.getByRole('dialog', { name: 'Snooze' });
    await expect(snooze.locator(':focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(snooze).toHaveCount(0);
    await expect(triage).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(triage).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Triage \d/ })).toBeFocused();
    expect(problems).toEqual([]);
  });
}

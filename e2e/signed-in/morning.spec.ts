import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { getRiskCases } from '../../src/shared/work/cases.ts';
import {
  collectPageProblems,
  expectAccessible,
  expectNoSidewaysScroll,
  stateViewports,
} from '../expectations.ts';

/** Action of the user. */
interface Step {
  kind: 'key' | 'click' | 'typed entry';
  what: string;
}

function stepsOn(page: Page) {
  const steps: Step[] = [];
  return {
    steps,
    async press(key: string) {
      steps.push({ kind: 'key', what: key });
      await page.keyboard.press(key);
    },
    async type(text: string) {
      steps.push({ kind: 'typed entry', what: text });
      await page.keyboard.type(text);
    },
  };
}

const list = (page: Page) => page.getByRole('grid', { name: 'At-risk customers' });
const nameOf = async (page: Page) =>
  ((await list(page).locator('tr[data-active] a').textContent()) ?? '').replace(/^.| \w+$/g, '');
const caseOf = async (request: APIRequestContext, name: 'snooze' | 'assignee') =>
  getRiskCases.response
    .parse(await (await request.get(getRiskCases.path)).json())
    .rows.filter((each) => each[name] !== null).length;

test('snoozes one customer and reassigns another with two decisions, five keys and one typed entry, and undoes both', async ({
  page,
}) => {
  const problems = collectPageProblems(page);
  await page.goto('/at-risk-customers');
  await expect(list(page).locator('tbody tr').first()).toBeVisible();
  const before = {
    snooze: await caseOf(page.request, 'snooze'),
    assignee: await caseOf(page.request, 'assignee'),
  };
  const { steps, press, type } = stepsOn(page);

  await press('j');
  const snoozed = await nameOf(page);
  await press('s');
  await expect(page.getByRole('dialog', { name: `Snooze ${snoozed}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Seasonal dip' })).toBeFocused();
  await press('Enter');
  await expect(page.getByText(/^Snoozed .* until/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => nameOf(page)).not.toBe(snoozed);

  const handed = await nameOf(page);
  await press('a');
  await expect(page.getByRole('dialog', { name: `Assign ${handed}` })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Find a colleague' })).toBeFocused();
  await type('avery');
  await press('Enter');
  await expect(page.getByText(`Assigned ${handed} to Avery Admin`)).toBeVisible();

  // After each action, the next customer has the focus. Finding the next customer therefore needs
  // no step.
  expect(steps).toEqual([
    { kind: 'key', what: 'j' },
    { kind: 'key', what: 's' },
    { kind: 'key', what: 'Enter' },
    { kind: 'key', what: 'a' },
    { kind: 'typed entry', what: 'avery' },
    { kind: 'key', what: 'Enter' },
  ]);
  expect(await caseOf(page.request, 'snooze')).toBe(before.snooze + 1);

  for (const what of [/^Assigned/, /^Snoozed/]) {
    await page
      .getByRole('alert')
      .filter({ hasText: what })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(page.getByText(new RegExp(`^Undone: ${what.source.slice(1)}`))).toBeVisible();
  }
  await expect(list(page).getByRole('link', { name: snoozed }).first()).toBeVisible();
  expect([await caseOf(page.request, 'snooze'), await caseOf(page.request, 'assignee')]).toEqual([
    before.snooze,
    before.assignee,
  ]);
  expect(problems).toEqual([]);
});

for (const viewport of stateViewports) {
  test(`the menu of a row and its dialogs at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const problems = collectPageProblems(page);
    await page.goto('/at-risk-customers');
    const row = list(page).locator('tbody tr').first();
    const button = row.getByRole('button', { name: /^Actions for/ });
    for (const [item, dialog] of [
      [/^Assign/, /^Assign /],
      [/^Snooze/, /^Snooze /],
      [/^Record outcome/, /^Outcome for /],
      [/^Add note/, /^Note on /],
      [/^Add task/, /^New task for /],
    ] as const) {
      await button.click();
      await page.getByRole('menuitem', { name: item }).click();
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
      await expectAccessible(page, String(item));
      await expectNoSidewaysScroll(page, String(item));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(button).toBeFocused();
    }
    await button.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page, 'menu of a row');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(button).toBeFocused();
    expect(problems).toEqual([]);
  });
}

test('the list has one row of controls at 1440 px', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/at-risk-customers');
  await expect(list(page).locator('tbody tr').first()).toBeVisible();
  const search = await page.getByRole('searchbox', { name: 'Search customers' }).boundingBox();
  const top = (await list(page).boundingBox())?.y ?? 0;
  expect(top - ((search?.y ?? 0) + (search?.height ?? 0))).toBeLessThan(24);
  for (const name of [
    'Add filter',
    'Views',
    'Columns',
    'Keyboard shortcuts',
    /^Triage/,
    /^Critical/,
  ]) {
    const box = await page.getByRole('button', { name }).first().boundingBox();
    expect(Math.abs((box?.y ?? 0) - (search?.y ?? 0)), String(name)).toBeLessThan(8);
  }
  await expectNoSidewaysScroll(page, 'the queue');
});

test('the Add filter button stays fully visible beside long filters', async ({ page }) => {
  for (const width of [360, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(
      '/at-risk-customers?f.healthTier=Critical&f.ownerName=~Morgan%20Member&f.adoptionScore=..50&f.ehr=Dentrix,Eaglesoft',
    );
    await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(4);
    for (const name of ['Add filter', 'Clear all'])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page, `the queue at ${width} px`);
  }
});

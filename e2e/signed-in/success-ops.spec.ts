import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { getUser } from '../../src/shared/auth/auth.ts';
import { pageUserHeader } from '../../src/shared/core/user.ts';
import { type DayRow, getDayPlan } from '../../src/shared/day/day.ts';
import { dayItemName } from '../../src/shared/day/rules.ts';
import { getInstitutionList } from '../../src/shared/portfolio/list.ts';
import {
  collectPageProblems,
  expectAccessible,
  expectNoSidewaysScroll,
  stateViewports,
} from '../expectations.ts';
import { JourneyStepCounter } from '../journey.ts';

for (const viewport of stateViewports)
  test(`the day and the team at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const problems = collectPageProblems(page);
    await page.goto('/customer-success-ops?part=team');
    await expect(
      page
        .getByRole('table', { name: 'Team' })
        .getByRole('link', { name: 'Morgan Member', exact: true }),
    ).toBeVisible();
    await expectNoSidewaysScroll(page, 'the team');
    await expectAccessible(page, 'the team');
    await page.getByRole('link', { name: 'My day' }).click();
    await expect(
      page.getByRole('list', { name: 'Today' }).getByRole('listitem').first(),
    ).toBeVisible();
    await expectAccessible(page, 'the day');
    expect(problems).toEqual([]);
  });

test('completes three tasks, moves a row to tomorrow, and reduces the load', async ({ page }) => {
  const problems = collectPageProblems(page);
  // The title is unique, so that a repeated test does not find the closed tasks of an earlier run.
  const title = `Ask how it goes ${randomUUID()}`;
  await addTasks(page, title, 3);
  const before = await shownHours(page);
  const { rows, rest } = getDayPlan.response.parse(
    await (await page.request.get(getDayPlan.path)).json(),
  );
  const tasks = [...rows, ...rest].filter(({ items }) =>
    items.every(({ why }) => why.startsWith(title)),
  );
  const other = rows.find(({ items }) => items.every(({ task }) => task === null));
  expect(tasks, 'three tasks are due').toHaveLength(3);
  expect(other, 'the demo has other work').toBeDefined();
  await page.goto('/customer-success-ops');
  const whyOf = ({ items: [first] }: DayRow) => first?.why ?? '';
  const rowOf = (row: DayRow) =>
    page
      .getByRole('listitem')
      .filter({ hasText: whyOf(row) })
      .filter({ hasText: dayItemName(row) });
  for (const task of tasks) {
    await rowOf(task).focus();
    await page.keyboard.press('e');
    await expect(rowOf(task)).toHaveCount(0);
  }
  await expect(page.getByText(/of work done today/)).toBeVisible();

  if (other === undefined) throw new Error('no other work');
  await rowOf(other).focus();
  await page.keyboard.press('t');
  const moved = page.getByRole('list', { name: 'Moved to another day' });
  await expect(moved.getByText(whyOf(other))).toBeVisible();
  const today = page.getByRole('list', { name: 'Today' });
  await expect(
    today
      .getByRole('listitem')
      .filter({ hasText: whyOf(other) })
      .filter({ hasText: dayItemName(other) }),
  ).toHaveCount(0);
  await page.reload();
  await moved.getByRole('button', { name: 'Back to today' }).click();
  await expect(moved).toHaveCount(0);

  expect(await shownHours(page)).toBeLessThan(before);
  expect(problems).toEqual([]);
});

test('gets the quarter forecast of the own customers in two steps', async ({ page }) => {
  const problems = collectPageProblems(page);
  const journey = new JourneyStepCounter();
  await page.goto('/customer-success-ops');
  await journey.step('open the renewals', () =>
    page.getByRole('link', { name: 'Renewals', exact: true }).click(),
  );
  const forecast = page.getByRole('table', { name: 'Quarter forecast' });
  const renewals = forecast.getByRole('row').nth(1).getByRole('link').nth(1);
  await expect(renewals).toBeVisible();
  const ofAll = Number.parseInt((await renewals.textContent()) ?? '', 10);
  await journey.step('choose my customers', () =>
    page.getByText('My customers', { exact: true }).click(),
  );
  await expect(renewals).not.toHaveText(new RegExp(`^${ofAll} `));
  journey.expectAtMost(2);
  await expect(
    forecast.getByRole('columnheader', { name: /^Change in expected since/ }),
  ).toBeVisible();
  await expectAccessible(page, 'the quarter forecast');
  expect(problems).toEqual([]);
});

/** Assigns tasks to Morgan that are due today, for customers that are not in Morgan's day. */
async function addTasks(page: Page, title: string, count: number): Promise<void> {
  const person = getUser.response.parse(await (await page.request.get(getUser.path)).json());
  const { today, rows, rest, moved, lateFirstTouches } = getDayPlan.response.parse(
    await (await page.request.get(getDayPlan.path)).json(),
  );
  const inDay = new Set(
    [...rows, ...rest, ...moved, ...lateFirstTouches].map(({ institutionId }) => institutionId),
  );
  const { rows: customers } = getInstitutionList.response.parse(
    await (await page.request.get(getInstitutionList.path)).json(),
  );
  const others = customers.filter(({ institutionId }) => !inDay.has(institutionId));
  for (const { institutionId } of others.slice(0, count)) {
    const data = { taskId: randomUUID(), title, dueOn: today, assigneeId: person.id };
    const added = await page.request.post(`/api/institution/${institutionId}/tasks`, {
      data,
      headers: { 'sec-fetch-site': 'same-origin', [pageUserHeader]: person.id },
    });
    expect(added.status()).toBe(200);
  }
}

/** Returns Morgan's required hours on the team page. */
async function shownHours(page: Page): Promise<number> {
  await page.goto('/customer-success-ops?part=team');
  const hours = page.getByRole('button', { name: /breakdown of the hours of Morgan Member$/ });
  return Number.parseFloat((await hours.textContent()) ?? '');
}

test('an alert rule is tested, enabled, fires, and its action item is snoozed', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  const problems = collectPageProblems(page);
  await page.goto('/customer-success-ops?part=alerts');
  await page.getByRole('link', { name: /sign in/i }).click();
  await page.getByRole('button', { name: 'Continue as Avery Admin' }).click();
  const { rows } = getInstitutionList.response.parse(
    await (await page.request.get(getInstitutionList.path)).json(),
  );
  const customer = rows.find(({ healthTier }) => healthTier === 'Critical');
  const name = `Retain customer ${customer?.institutionId}`;

  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New alert rule' });
  await dialog.getByRole('textbox', { name: /Name/ }).fill(name);
  await dialog.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('textbox', { name: 'Find a column' }).fill('customer id');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'From' }).fill(String(customer?.institutionId));
  await page
    .getByRole('textbox', { name: 'To', exact: true })
    .fill(String(customer?.institutionId));
  await page.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByText('On', { exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Save and turn on' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Test on past weeks' }).click();
  await expect(dialog.getByText(/1 customer of/)).toBeVisible();
  await expectAccessible(page, 'a rule that was tried');
  await dialog.getByText('Also open action items for customers that already match').click();
  await dialog.getByRole('button', { name: 'Save and turn on' }).click();
  await page.getByRole('button', { name: 'Turn on rule' }).click();
  await expect(page.getByText('Opened 1 action item.')).toBeVisible();

  await page.goto('/customer-success-ops?part=queue&scope=all');
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: 'Search action items' }))
    .first()
    .fill(name);
  const list = page.getByRole('grid', { name: 'Action items' });
  await expect(page.getByText(/^1 of [\d,]+ action items$/)).toBeVisible();
  await list.getByRole('link', { name }).focus();
  await page.keyboard.press('s');
  const snooze = page.getByRole('dialog', { name: /^Snooze/ });
  await snooze.getByRole('button', { name: 'Seasonal dip' }).click();
  await snooze.getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(page.getByText(/^Snoozed until/)).toBeVisible();
  await expect(list.getByRole('link', { name })).toHaveCount(0);
  expect(problems).toEqual([]);
  await context.close();
});

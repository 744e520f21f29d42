import { expect, type Page, test } from '@playwright/test';
import { getUser } from '../../src/shared/auth/auth.ts';
import { getLosses, postLossWithdrawal } from '../../src/shared/churn/losses/losses.ts';
import { buildUrl } from '../../src/shared/core/endpoint.ts';
import { pageUserHeader } from '../../src/shared/core/user.ts';
import { type DayRow, getDayPlan } from '../../src/shared/day/day.ts';
import { dayItemName, finishKindOf, isFinishedByOutcome } from '../../src/shared/day/rules.ts';
import { collectPageProblems } from '../expectations.ts';
import { JourneyStepCounter } from '../journey.ts';

// Common tasks that start from the map, each in as few steps as possible. map.spec.ts covers
// customers near a city.

let journey: JourneyStepCounter;
let problems: string[];

test.beforeEach(async ({ page }) => {
  journey = new JourneyStepCounter();
  problems = collectPageProblems(page);
  await page.goto('/app');
  await expect(page.getByRole('button', { name: /^Menu: / })).toBeVisible();
});
test.afterEach(() => expect(problems).toEqual([]));

const openPage = (page: Page, name: RegExp) => async () => {
  await page.getByRole('button', { name: /^Menu: / }).click();
  await page.getByRole('menuitem', { name }).click();
};

/** Returns a function that opens a customer by name through the search. */
const openCustomer = (page: Page, name: string) => async () => {
  await page.keyboard.press('/');
  await page.getByPlaceholder('Search customers, prospects, or discovery...').fill(name);
  await expect(page.getByRole('option', { name: new RegExp(name) }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('dialog', { name: 'Institution details' }).getByText('of peer benchmark'),
  ).toBeVisible();
};

/**
 * Returns the name of a Critical customer that has a score and has not given notice. `place` counts
 * from the first one.
 */
async function weakCustomer(page: Page, place = 0): Promise<string> {
  const answer = await page.request.get('/api/portfolio/list');
  const { rows } = (await answer.json()) as {
    rows: {
      institutionName: string;
      healthTier: string;
      scoreChange: number | null;
      leavesOn: string | null;
    }[];
  };
  const names = rows.map(({ institutionName }) => institutionName);
  const found = rows.filter(
    ({ institutionName, healthTier, scoreChange, leavesOn }) =>
      healthTier === 'Critical' &&
      leavesOn === null &&
      scoreChange !== null &&
      names.filter((name) => name.includes(institutionName)).length === 1,
  )[place];
  if (found === undefined) throw new Error('no customer is Critical');
  return found.institutionName;
}

test('find own customers that got worse, and why', async ({ page }) => {
  await journey.step('open the portfolio', openPage(page, /^Portfolio/));
  await journey.step('choose my customers', async () => {
    await page.getByText('My customers', { exact: true }).click();
  });
  const worse = page.getByRole('button', { name: /mostly .+: −[\d.]+ points/ }).first();
  await expect(worse).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open at-risk list' })).toHaveAttribute(
    'href',
    /scope=mine/,
  );
  journey.expectAtMost(3);
});

test('prepare a call', async ({ page }) => {
  const name = await weakCustomer(page);
  await journey.step('open the customer', openCustomer(page, name));
  await journey.step('open the prep sheet', () =>
    page.getByRole('link', { name: 'Prep sheet' }).click(),
  );
  await expect(page.getByRole('article', { name: `Prep sheet for ${name}` })).toBeVisible();
  journey.expectAtMost(3);
});

test('start the day, do three items and snooze one', async ({ page }) => {
  const { rows, rest } = getDayPlan.response.parse(
    await (await page.request.get(getDayPlan.path)).json(),
  );
  // Other tests use the first rows at the same time.
  const own = [...rows, ...rest]
    .filter((row) => row.items.every(isFinishedByOutcome) && finishKindOf(row) === 'outcome')
    .slice(-4);
  expect(own).toHaveLength(4);
  const rowOf = ({ key }: DayRow) => page.locator(`li[data-key="${key}"]`);
  /** Expects that a row is gone before the server could have been asked again. */
  const expectGoneAtOnce = (row: DayRow) => expect(rowOf(row)).toHaveCount(0, { timeout: 1_000 });

  await journey.step('open the day', openPage(page, /^Success Ops/));
  for (const row of own.slice(0, 3))
    await journey.step(`finish ${dayItemName(row)}`, async () => {
      await rowOf(row).focus();
      await page.keyboard.press('e');
      await expect(page.getByRole('button', { name: /^Contacted/ })).toBeVisible();
      await page.keyboard.press('1');
      await expectGoneAtOnce(row);
    });
  const [last] = own.slice(-1);
  if (last === undefined) throw new Error('no row is left');
  await journey.step('snooze the next one', async () => {
    await rowOf(last).focus();
    await page.keyboard.press('s');
    await expect(page.getByRole('button', { name: 'Seasonal dip' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectGoneAtOnce(last);
  });
  journey.expectAtMost(5);

  await expect(page.getByText(`Snoozed ${dayItemName(last)} until`)).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole('list', { name: 'Today' }).getByRole('listitem').first(),
  ).toBeVisible();
  for (const row of own) await expect(rowOf(row)).toHaveCount(0);
});

test('record a notice and a save attempt, and print the sheet for the call', async ({ page }) => {
  // Other tests use the first one at the same time.
  const name = await weakCustomer(page, 1);
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await journey.step('open the losses', openPage(page, /^Churn Analysis/));
  await journey.step('record the notice', async () => {
    await page.getByRole('button', { name: 'Add loss', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add loss' });
    await dialog.getByRole('combobox', { name: /^Customer/ }).fill(name);
    await page.getByRole('option', { name, exact: true }).click();
    await dialog.getByLabel(/^Departure date/).fill(inDays(40));
    await dialog.getByRole('combobox', { name: /^Stated reason/ }).click();
    await page.getByRole('option', { name: 'Low use' }).click();
    await dialog.getByRole('button', { name: 'Add loss' }).click();
    await expect(page.getByText(`Added the loss of ${name}`)).toBeVisible();
  });
  await journey.step('open the customer', openCustomer(page, name));
  await journey.step('record a save attempt', async () => {
    await page.getByRole('button', { name: 'Record save attempt' }).click();
    const dialog = page.getByRole('dialog', { name: `Save attempt for ${name}` });
    await dialog.getByRole('combobox', { name: 'Owner' }).click();
    await page.getByRole('option', { name: /^Morgan Member/ }).click();
    await dialog.getByRole('textbox', { name: /^Plan/ }).fill('Train the front desk');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(/^Morgan Member tries to keep the customer until/)).toBeVisible();
  });
  await journey.step('open the sheet', () =>
    page.getByRole('link', { name: 'Prep sheet' }).click(),
  );
  const sheet = page.getByRole('article', { name: new RegExp(`sheet for ${name}$`) });
  await expect(sheet).toContainText('Save attempt: Train the front desk');
  journey.expectAtMost(5);

  // Withdraws the notice for the next test run.
  const user = getUser.response.parse(await (await page.request.get(getUser.path)).json());
  const { rows } = getLosses.response.parse(await (await page.request.get(getLosses.path)).json());
  const loss = rows.find((row) => row.institutionName === name && row.takenBack === null);
  const url = buildUrl(postLossWithdrawal.path, { id: loss?.institutionId, lossId: loss?.lossId });
  const withdrawn = await page.request.post(url, {
    data: { version: loss?.version, reason: 'A new plan was agreed.' },
    headers: { 'sec-fetch-site': 'same-origin', [pageUserHeader]: user.id },
  });
  expect(withdrawn.status()).toBe(200);
});

test('snooze one customer and reassign another', async ({ page }) => {
  const list = page.getByRole('grid', { name: 'At-risk customers' });
  await journey.step('open the queue', openPage(page, /^At-risk customers/));
  await expect(list.locator('tbody tr').first()).toBeVisible();
  await page.keyboard.press('j');
  await journey.step('snooze the first, for a known season', async () => {
    await page.keyboard.press('s');
    await expect(page.getByRole('button', { name: 'Seasonal dip' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Snoozed .* until/)).toBeVisible();
  });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await journey.step('hand the next one over', async () => {
    await page.keyboard.press('a');
    await expect(page.getByRole('textbox', { name: 'Find a colleague' })).toBeFocused();
    await page.keyboard.type('avery');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Assigned .* to Avery Admin$/)).toBeVisible();
  });
  journey.expectAtMost(3);

  for (const what of [/^Assigned/, /^Snoozed/]) {
    await page
      .getByRole('alert')
      .filter({ hasText: what })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(page.getByText(new RegExp(`^Undone: ${what.source.slice(1)}`))).toBeVisible();
  }
});

test('find the steps to Healthy', async ({ page }) => {
  await journey.step('open the customer', openCustomer(page, await weakCustomer(page)));
  await expect(page.getByRole('heading', { name: 'Path to Healthy' })).toBeVisible();
  await expect(
    page.getByText(/^Together, these steps bring the score to (7[5-9]|[89]\d|100)%:$/),
  ).toBeVisible();
  journey.expectAtMost(2);
});

test('compare two weeks of one customer', async ({ page }) => {
  await journey.step('open the customer', openCustomer(page, await weakCustomer(page)));
  await journey.step('open what changed', () =>
    page.getByRole('link', { name: /points in a week$/ }).click(),
  );
  await expect(page.getByRole('tab', { name: 'Weekly comparison' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(page.getByRole('table').first()).toBeVisible();
  journey.expectAtMost(3);
});

test('build, share and export a list', async ({ page }) => {
  const name = `Mine and weak ${Date.now()}`;
  await journey.step('open the portfolio', openPage(page, /^Portfolio/));
  await journey.step('choose who is Critical', () =>
    page.getByRole('link', { name: /^[\d,]+ Critical$/ }).click(),
  );
  await journey.step('save it for everyone', async () => {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('checkbox', { name: 'Share with everyone' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name })).toBeVisible();
  });
  const download = page.waitForEvent('download');
  await journey.step('export it', () => page.getByRole('link', { name: 'Export CSV' }).click());
  expect((await download).suggestedFilename()).toMatch(/^customers-.*\.csv$/);
  journey.expectAtMost(6);
});

test('the first visit explains where to start', async ({ page }) => {
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await journey.step('follow the welcome', () =>
    page
      .getByRole('link', { name: /at risk/i })
      .first()
      .click(),
  );
  await expect(
    page.getByRole('grid', { name: 'At-risk customers' }).locator('tbody tr').first(),
  ).toBeVisible();
  journey.expectAtMost(1);
});

import { type APIRequestContext, expect, test } from '@playwright/test';
import { getLosses } from '../../src/shared/churn/losses/losses.ts';
import { getPredictions } from '../../src/shared/churn/predictions/list.ts';
import { getInstitutionList } from '../../src/shared/portfolio/list.ts';
import { collectPageProblems, expectAccessible } from '../expectations.ts';

/** Returns a customer that has no notice and whose name no other customer has. */
async function stayingCustomer(request: APIRequestContext) {
  const { rows: losses } = getLosses.response.parse(
    await (await request.get(getLosses.path)).json(),
  );
  const { rows } = getInstitutionList.response.parse(
    await (await request.get(getInstitutionList.path)).json(),
  );
  const names = Map.groupBy(rows, ({ institutionName }) => institutionName);
  const leaving = new Set(losses.map(({ institutionId }) => institutionId));
  const found = rows.find(
    ({ institutionId, institutionName }) =>
      !leaving.has(institutionId) && names.get(institutionName)?.length === 1,
  );
  expect(found, 'the demo has a customer that stays').toBeDefined();
  return found?.institutionName ?? '';
}

test('a loss: added, reviewed with its missed signal tested on past customers, and withdrawn', async ({
  page,
}) => {
  const problems = collectPageProblems(page);
  // The backtest is available after the first predictions.
  await expect
    .poll(
      async () =>
        getPredictions.response.parse(await (await page.request.get(getPredictions.path)).json())
          .madeAt,
      {
        timeout: 240_000,
      },
    )
    .not.toBeNull();
  const name = await stayingCustomer(page.request);
  await page.goto('/churn');
  await page.getByRole('button', { name: 'Add loss', exact: true }).click();
  const entering = page.getByRole('dialog', { name: 'Add loss' });
  await entering.getByRole('combobox', { name: /^Customer/ }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
  await entering
    .getByLabel(/^Departure date/)
    .fill(new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10));
  await entering.getByRole('combobox', { name: /^Stated reason/ }).click();
  await page.getByRole('option', { name: 'Low use' }).click();
  await entering.getByRole('button', { name: 'Add loss' }).click();
  await expect(page.getByText(`Added the loss of ${name}`)).toBeVisible();

  await page.goto(`/churn?q=${encodeURIComponent(name)}`);
  const row = page.getByRole('grid', { name: 'Losses' }).getByRole('row').filter({ hasText: name });
  const act = async (action: string) => {
    await row.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act('Review loss');
  const looking = page.getByRole('dialog', { name: `Review of ${name}` });
  await expect(looking.getByRole('button', { name: 'Save review' })).toBeDisabled();
  await looking.getByLabel('What we did well').fill('They had a named person to call.');
  await looking.getByRole('combobox', { name: /^Signal we missed/ }).click();
  await page.getByRole('option', { name: 'Usage trend (4 weeks vs. previous 8)' }).click();
  await looking.getByLabel(/^Value/).fill('0.61');
  await expect(looking.getByRole('status')).toContainText(
    /would have helped|points the other way|doesn’t predict|too few for a result/,
  );
  await expectAccessible(page, 'a loss review');
  await looking.getByRole('button', { name: 'Save review' }).click();
  await expect(page.getByText(`Saved the review of ${name}`)).toBeVisible();

  const signal = 'Usage trend (4 weeks vs. previous 8): at most 0.61 times';
  await page.goto('/churn-monitoring?tab=quality');
  const candidate = page
    .getByRole('table', { name: 'Candidate patterns' })
    .getByRole('row')
    .filter({ hasText: signal });
  await expect(candidate).toContainText(/\d+ of \d+/);
  await candidate.getByRole('link').click();
  await expect(row).toBeVisible();

  await act('Withdraw');
  const taking = page.getByRole('dialog', { name: `Withdraw the loss of ${name}` });
  await taking.getByLabel(/^Reason/).fill('A new plan was agreed.');
  await taking.getByRole('button', { name: 'Withdraw' }).click();
  await expect(taking).toHaveCount(0);
  await page.goto('/churn-monitoring?tab=quality');
  await expect(page.getByRole('table', { name: 'Candidate patterns' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: signal })).toHaveCount(0);
  expect(problems).toEqual([]);
});

import { expect, test } from '@playwright/test';
import { getPredictions } from '../../src/shared/churn/predictions/list.ts';
import { collectPageProblems } from '../expectations.ts';

test('a prediction shows its evidence, is rejected with a reason, disappears, and is counted on the quality page', async ({
  page,
}) => {
  const problems = collectPageProblems(page);
  // The first predictions are made after the start of the server.
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
  await page.goto('/churn-monitoring?tab=quality');
  const verdicts = page.getByText(/^\d+ accepted, \d+ rejected$/);
  const before = Number(/(\d+) rejected/.exec((await verdicts.textContent()) ?? '')?.[1]);

  await page.goto('/churn-dashboard');
  await expect(page.getByText(/left within 60 days: \d+%/)).toBeVisible();
  const first = page.getByRole('button', { name: /Evidence for / }).first();
  const name = /Evidence for (.+)$/.exec((await first.getAttribute('aria-label')) ?? '')?.[1] ?? '';
  await first.click();
  const evidence = page.getByRole('dialog', { name: `Evidence for ${name}` });
  await expect(evidence.getByRole('table', { name: 'Patterns' }).getByRole('row')).not.toHaveCount(
    3,
  );
  await expect(evidence.getByText('Left within 60 days')).toBeVisible();
  await evidence.getByRole('button', { name: 'Reject' }).click();
  await page
    .getByRole('dialog', { name: `Reject the prediction of ${name}` })
    .getByRole('button', { name: 'Seasonal dip' })
    .click();
  await expect(page.getByRole('button', { name: `Evidence for ${name}` })).toHaveCount(0);

  await page.goto('/churn-dashboard?tab=rejected');
  await expect(page.getByRole('link', { name })).toBeVisible();
  await page.goto('/churn-monitoring?tab=quality');
  await expect(page.getByText(`${before + 1} rejected`)).toBeVisible();
  expect(problems).toEqual([]);
});

import { type APIRequestContext, expect, test } from '@playwright/test';
import { getOnboardingList } from '../../src/shared/onboarding/onboarding.ts';
import { collectPageProblems, expectAccessible } from '../expectations.ts';

/** Returns the first stuck customer that has no blocker and whose name no other customer has. */
async function stuckCustomer(request: APIRequestContext) {
  const { rows } = getOnboardingList.response.parse(
    await (await request.get(getOnboardingList.path)).json(),
  );
  const names = Map.groupBy(rows, ({ institutionName }) => institutionName);
  const found = rows.find(
    ({ state, blocker, institutionName }) =>
      state === 'stuck' && blocker === null && names.get(institutionName)?.length === 1,
  );
  expect(found, 'the demo has a stuck customer').toBeDefined();
  return found?.institutionName ?? '';
}

test('a stuck customer gets a blocker, a milestone and its graduation, all on its timeline', async ({
  page,
}) => {
  const problems = collectPageProblems(page);
  const name = await stuckCustomer(page.request);
  await page.goto(`/onboarding?q=${encodeURIComponent(name)}`);
  const list = page.getByRole('grid', { name: 'Onboarding' });
  const row = list.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Stuck');
  const act = async (action: string) => {
    await row.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  await act('Set blocker');
  const blocker = page.getByRole('dialog', { name: `Set blocker for ${name}` });
  await expectAccessible(page, 'the blockers');
  await blocker.getByRole('button', { name: 'Training' }).click();
  await expect(row).toContainText('Training, 0 days');

  await act('Milestones');
  const milestones = page.getByRole('dialog', { name: `Milestones of ${name}` });
  await expect(milestones.getByRole('table', { name: 'Milestones' })).toBeVisible();
  await expectAccessible(page, 'the milestones of a customer');
  const kickoff = milestones.getByRole('row').filter({ hasText: 'Kick-off held' });
  await kickoff.getByRole('button', { name: 'Reopen Kick-off held' }).click();
  await kickoff.getByRole('button', { name: 'Done: Kick-off held' }).click();
  await expect(kickoff).toContainText('by Morgan Member');
  await page.keyboard.press('Escape');
  await expect(milestones).toHaveCount(0);

  await act('Graduate');
  await page
    .getByRole('dialog', { name: `Graduate ${name}` })
    .getByRole('button', { name: 'Graduate' })
    .click();
  await expect(row).toHaveCount(0);
  await page.getByRole('tab', { name: /^Ended/ }).click();
  await page.goto(`/onboarding?tab=ended&q=${encodeURIComponent(name)}`);
  await expect(row).toContainText('Graduated');

  await list.getByRole('link', { name }).click();
  await page
    .getByRole('dialog', { name: 'Institution details' })
    .getByRole('link', { name: 'Full View' })
    .click();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  for (const text of [
    'Onboarding blocked: Training',
    'Onboarding milestone done: Kick-off held',
    'Graduated from onboarding',
  ])
    await expect(timeline.getByRole('listitem').filter({ hasText: text }).first()).toContainText(
      'Morgan Member',
    );
  expect(problems).toEqual([]);
});

import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { postProspectChange } from '../../src/shared/prospects/changes.ts';
import { getProspectPage } from '../../src/shared/prospects/list.ts';
import { activeProspectStages } from '../../src/shared/prospects/stages.ts';
import { isDeepTestRun } from '../../test/depth.ts';

/** Number of moves by each user. */
const moves = isDeepTestRun ? 200 : 5;

test.setTimeout(isDeepTestRun ? 1_200_000 : 120_000);

/** Returns the first prospect in the stage New whose name no other prospect contains. */
async function findNewProspect(request: APIRequestContext) {
  const read = async (query: string) => {
    const response = await request.get(`${getProspectPage.path}?list=${encodeURIComponent(query)}`);
    return getProspectPage.response.parse(await response.json()).rows;
  };
  for (const prospect of await read('f.stage=New')) {
    const query = `q=${encodeURIComponent(prospect.name)}`;
    if ((await read(query)).length !== 1) continue;
    return { ...prospect, query, read: async () => (await read(query))[0] ?? prospect };
  }
  throw new Error('the demo has no prospect in the stage New');
}

class BoardUser {
  accepted = 0;
  refused = 0;

  private readonly page: Page;
  private readonly card: string;

  constructor(page: Page, card: string) {
    this.page = page;
    this.card = card;
  }

  /** Moves the card with its menu, as often as another user's moves close the menu. */
  async move(): Promise<void> {
    const isMove = (url: string) => new URL(url).pathname === postProspectChange.path;
    await expect(async () => {
      await this.page.keyboard.press('Escape');
      await this.page
        .getByRole('button', { name: `Move ${this.card}`, exact: true })
        .click({ timeout: 5_000 });
      const stages = this.page.getByRole('menuitem', { disabled: false, name: stagePattern });
      const stage = stages.nth((this.accepted + this.refused) % (activeProspectStages.length - 1));
      const [response] = await Promise.all([
        this.page.waitForResponse((each) => isMove(each.url()), { timeout: 5_000 }),
        stage.click({ timeout: 2_000 }),
      ]);
      if (response.status() === 200) this.accepted += 1;
      else if (response.status() === 409) this.refused += 1;
      else throw new Error(`A move was answered with ${response.status()}`);
    }).toPass({ timeout: 60_000 });
  }
}

const stagePattern = new RegExp(`^(${activeProspectStages.join('|')})$`);

test(`two users move a card ${moves} times each, and no move is lost`, async ({
  page,
  browser,
}) => {
  const prospect = await findNewProspect(page.request);
  const board = `/sales?${prospect.query}`;
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const otherPage = await context.newPage();
  await otherPage.goto(board);
  await otherPage.getByRole('link', { name: /sign in/i }).click();
  await otherPage.getByRole('button', { name: 'Continue as Avery Admin' }).click();
  await page.goto(board);

  const users = [page, otherPage].map((each) => new BoardUser(each, prospect.name));
  await Promise.all(
    users.map(async (user) => {
      for (let turn = 0; turn < moves; turn++) await user.move();
    }),
  );

  const accepted = users.reduce((sum, user) => sum + user.accepted, 0);
  const refused = users.reduce((sum, user) => sum + user.refused, 0);
  expect(accepted + refused).toBe(2 * moves);
  const { version, stage } = await prospect.read();
  // Every accepted move increases the version by one, so no move replaced another.
  expect(version).toBe(prospect.version + accepted);
  for (const each of [page, otherPage]) {
    await each.goto(board);
    await expect(
      each
        .getByRole('region', { name: stage, exact: true })
        .getByRole('link', { name: prospect.name, exact: true }),
    ).toBeVisible();
  }
  test
    .info()
    .annotations.push({ type: 'moves', description: `${accepted} accepted, ${refused} refused` });
  await context.close();
});

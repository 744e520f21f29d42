import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { getUser } from '../src/shared/auth/auth.ts';
import { isDeep } from '../test/depth.ts';

export const widths = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
] as const;

/** The widths that the states of one page are looked at in: a phone's, which is the harder, and at full depth both. */
export const widthsOfStates = isDeep ? widths : ([widths[0]] as const);

/** Nothing that axe knows of on the page as it stands, and in dark, where only colours differ, no contrast that is too low. */
export async function expectAccessible(
  page: Page,
  where: string,
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> {
  const found: string[] = [];
  // A tooltip of what the mouse is over belongs to no region of the page.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await expectStill(page);
    // One frame: the other mode opens a page of its own for each analysis to put frames together.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules('color-contrast')).analyze();
    found.push(
      ...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${where}, ${colorScheme}: ${id} at ${target.join(' ')}`)),
    );
  }
  await page.emulateMedia({ colorScheme: 'light' });
  // The walk goes on, so that one run tells of every page.
  expect.soft(found).toEqual([]);
}

/** The page has heard of the scheme, and nothing fades any more: contrast is that of the colours it arrives at. */
async function expectStill(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(async () => {
      // Two frames: one in which the page hears of the scheme, one in which it is drawn.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .length;
    });
  await expect.poll(moving).toBe(0);
}

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const beyond = () => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
  await expect.poll(beyond, `${where} is wider than the screen`).toBe(0);
}

/**
 * Notes what must not happen: an error in the console, a fault of a script, a request to another host.
 * The browser also logs the two answers that say no by design: nobody is signed in, and an unknown address.
 */
export function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    const byDesign =
      (message.text().includes('401') && url.endsWith(getUser.path)) || (message.text().includes('404') && url.endsWith('/no-such-page'));
    if (!byDesign) problems.push(`${message.text()} (${url})`);
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost') problems.push(`asked ${request.url()}`);
  });
  return problems;
}

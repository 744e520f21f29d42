import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { getUser } from '../src/shared/auth/auth.ts';
import { isDeepTestRun } from '../test/depth.ts';

export const viewports = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
] as const;

/**
 * Viewports in which the states of a page are tested: only the phone's viewport, which is the more
 * difficult one, or both with `--deep`.
 */
export const stateViewports = isDeepTestRun ? viewports : ([viewports[0]] as const);

const colorSchemes = ['light', 'dark'] as const;

/**
 * Rules of axe that are checked: WCAG 2.2 AA, best practices, and experimental rules such as
 * `label-content-name-mismatch`. Without this list, axe leaves out the experimental rules and
 * `target-size`.
 */
const ruleTags = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22aa',
  'best-practice',
  'experimental',
];
/** The rule takes a large figure in front of its unit for a heading. */
const ignoredRules = ['p-as-heading'];
/** Rules whose result depends on the color scheme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Expects no axe violations on the page. In the dark color scheme, where only colors differ, checks
 * only the rules about colors. `checks: 'layout'` leaves out colors, for another viewport of a
 * page whose colors were checked.
 */
export async function expectAccessible(
  page: Page,
  where: string,
  { checks = 'layout and colors' }: { checks?: 'layout' | 'layout and colors' } = {},
): Promise<void> {
  const found: string[] = [];
  // A tooltip under the mouse pointer would be content outside of a landmark.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  for (const colorScheme of checks === 'layout' ? (['light'] as const) : colorSchemes) {
    await page.emulateMedia({ colorScheme });
    await expectStill(page);
    // The pages have no frames. Without the legacy mode, each analysis would open a separate page
    // to merge the results of frames.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    if (colorScheme === 'dark') axe.withRules(colorRules);
    else axe.withTags(ruleTags).disableRules(ignoredRules);
    if (checks === 'layout') axe.disableRules([...ignoredRules, ...colorRules]);
    const { violations } = await axe.analyze();
    found.push(
      ...violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target }) => `${where}, ${colorScheme}: ${id} at ${target.join(' ')}`),
      ),
    );
  }
  await page.emulateMedia({ colorScheme: 'light' });
  // The expectation is soft, so that one run reports the violations of all pages.
  expect.soft(found).toEqual([]);
}

/**
 * Waits until the color scheme is applied and all transitions are finished, because axe measures
 * the displayed colors.
 */
async function expectStill(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(async () => {
      // The page receives the color scheme in the first frame and renders it in the second.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' &&
            effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
        ).length;
    });
  await expect.poll(moving).toBe(0);
}

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const beyond = () =>
    page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
  await expect.poll(beyond, `${where} is wider than the screen`).toBe(0);
}

/** Text spacing that a user may set, from WCAG 1.4.12. */
const textSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

/** Expects that a user's text spacing neither widens the page nor cuts off lines of text. */
export async function expectRoomForTextSpacing(page: Page, where: string): Promise<void> {
  const style = await page.addStyleTag({ content: textSpacing });
  await expectNoSidewaysScroll(page, `${where} with text spacing`);
  const cutOff = await page.evaluate(() =>
    // Behind a dialog, the page is not visible.
    [...(document.querySelector('[role="dialog"]') ?? document).querySelectorAll('*')]
      .filter((element) => {
        const { overflowY, position } = getComputedStyle(element);
        // Text for screen readers is hidden intentionally.
        const isForScreenReaders = position === 'absolute' && element.clientWidth <= 1;
        return (
          overflowY === 'hidden' &&
          !isForScreenReaders &&
          element.textContent !== '' &&
          element.scrollHeight > element.clientHeight + 1
        );
      })
      .map((element) => element.textContent),
  );
  expect.soft(cutOff, `${where} cuts off text`).toEqual([]);
  await style.evaluate((element) => element.parentNode?.removeChild(element));
}

/**
 * Collects problems: console errors, uncaught script errors and requests to other hosts. Ignores
 * two expected responses that the browser logs: 401 without a session, and 404 for an unknown URL.
 */
export function collectPageProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    const byDesign =
      (message.text().includes('401') && url.endsWith(getUser.path)) ||
      (message.text().includes('404') && url.endsWith('/no-such-page'));
    if (!byDesign) problems.push(`${message.text()} (${url})`);
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost')
      problems.push(`asked ${request.url()}`);
  });
  return problems;
}

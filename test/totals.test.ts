import { screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { isListParameter } from '#shared/list/address.ts';
import { type Child, startSmallDemoChild } from '#test/child-process.ts';
import { isDeepTestRun } from '#test/depth.ts';
import { mockElementSizes } from '#test/web/layout.ts';
import { renderApp } from '#test/web/render-app.tsx';
import { storeBrowserValue } from '#web/core/stored.ts';

// Opens every page of the product with a small demo. Each number that links to a list must equal
// the number of rows in the list.

let product: Child;
let takeLayoutBack: () => void;
let asked = 0;
const saidSchema = z.object({ origin: z.url(), cookie: z.string() });
let said: z.output<typeof saidSchema>;
const { fetch } = globalThis;

async function start() {
  product = startSmallDemoChild();
  said = saidSchema.parse(JSON.parse(await product.firstLine));
}

beforeEach(() => {
  // The page updates by itself, as in a browser.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
  takeLayoutBack = mockElementSizes();
  // Node's fetch does not accept the signal that jsdom creates.
  vi.stubGlobal('fetch', async (url: string, { signal: _, headers, ...init }: RequestInit = {}) => {
    asked += 1;
    try {
      return await fetch(said.origin + url, {
        ...init,
        headers: { ...headers, cookie: said.cookie, 'sec-fetch-site': 'same-origin' },
      });
    } finally {
      asked -= 1;
    }
  });
});
afterEach(() => {
  takeLayoutBack();
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
});

const pages = [
  '/portfolio?scope=all',
  '/portfolio?scope=all&tab=comparison',
  '/at-risk-customers?scope=all',
  '/dashboard?scope=all',
  '/dashboard?tab=benchmarks',
  '/onboarding',
  '/onboarding-analytics',
  '/onboarding-comparison',
  '/churn',
  '/churn-monitoring?tab=quality',
  '/churn-analytics?part=saves',
  '/customer-success-ops?part=team',
  '/customer-success-ops?part=slas',
  '/customer-success-ops?part=playbooks',
  '/customer-success-ops?part=renewals&scope=all',
  '/hubspot-tickets?scope=all',
  '/admin?part=quality',
];

interface Total {
  text: string;
  says: number;
  address: string;
}

/** Returns the visible text of a link, and separately its text for screen readers. */
function textsOf(anchor: HTMLAnchorElement): { text: string; aloud: string } {
  const copy = anchor.cloneNode(true) as HTMLElement;
  const hidden = [...copy.querySelectorAll('[class*="VisuallyHidden"], [aria-hidden]')];
  const aloud = hidden.map((each) => each.textContent).join(' ');
  for (const each of hidden) each.remove();
  return { text: (copy.textContent ?? '').trim(), aloud };
}

/**
 * Returns the links that show a number of rows and lead to a list. Ignores numbers of days. Also
 * ignores lost locations, because their link leads to customers.
 */
function totalsShown(): Total[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].flatMap((anchor) => {
    const { text, aloud } = textsOf(anchor);
    // In a text such as “3 of 12”, the link leads to the rows of the second number.
    const [, number] =
      /^\d[\d,]* of (\d[\d,]*)(?:: \d+%.*)?$/.exec(text) ??
      /^(?!day )(?:[A-Za-z ]+ )?(\d[\d,]*)(?: (?!days?\b)[a-z].*)?$/i.exec(text) ??
      [];
    const address = anchor.getAttribute('href') ?? '';
    const { searchParams } = new URL(address, 'http://localhost');
    const leadsToRows = [...searchParams.keys()].some(
      (name) => isListParameter(name) || name === 'tab',
    );
    const isOfRows = number !== undefined && leadsToRows && !aloud.includes('Locations lost');
    return isOfRows ? [{ text, says: Number(number.replaceAll(',', '')), address }] : [];
  });
}

/**
 * Returns the first and the last link of each group. The links of a group differ only in values,
 * such as the links in the cells of a table.
 */
function chosen(totals: readonly Total[]): Total[] {
  const ofShape = Map.groupBy(totals, ({ address }) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    // Each product has its own column, so the product is removed from the name of the filter.
    return [pathname, ...searchParams.keys()].join(' ').replace(/f\.\w+Score/, 'f.score');
  });
  return [...ofShape.values()].flatMap((alike) =>
    [...new Set([0, alike.length - 1])].flatMap((at) => alike[at] ?? []),
  );
}

const rowsShown = (): number | undefined => {
  const counts = screen
    .queryAllByRole('status')
    .flatMap(
      (each) => /^([\d,]+) (?:of [\d,]+ )?[a-z -]+$/.exec(each.textContent ?? '')?.[1] ?? [],
    );
  const last = counts.at(-1);
  return last === undefined ? undefined : Number(last.replaceAll(',', ''));
};

/** Waits until no request is pending and no skeleton is left. */
const settled = () =>
  waitFor(
    () => {
      expect(asked).toBe(0);
      expect(document.querySelector('main [class*="Skeleton-root"]')).toBeNull();
    },
    { timeout: 30_000, interval: 30 },
  );

// Testing all pages takes a minute or two, so this runs only at full depth.
describe.runIf(isDeepTestRun)('the numbers of pages', () => {
  beforeAll(start, 400_000);
  afterAll(() => product.kill());

  test.each(pages)(
    'every linked number of %s opens as many rows as it says',
    async (page) => {
      storeBrowserValue('scope', 'all');
      const { router } = renderApp(page);
      await screen.findByRole('heading', { level: 1 });
      await settled();
      const totals = chosen(totalsShown());
      // A link must show the counted rows even if the user has limited other pages to their own
      // customers.
      storeBrowserValue('scope', 'mine');
      const wrong: string[] = [];
      for (const { text, says, address } of totals) {
        await router.navigate(address);
        await waitFor(() => expect(rowsShown()).toBe(says), {
          timeout: 20_000,
          interval: 30,
        }).catch(() =>
          wrong.push(`“${text}” opens ${rowsShown() ?? 'no list of'} rows at ${address}`),
        );
      }
      expect(wrong).toEqual([]);
      expect(totals.length).toBeGreaterThan(0);
    },
    180_000,
  );
});

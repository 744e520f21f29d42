import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { isListParameter } from '#shared/list/address.ts';
import { type Child, smallDemoChild } from '#test/child-process.ts';
import { withLayout } from '#test/web/layout.ts';
import { renderApp } from '#test/web/render-app.tsx';
import { storeWord } from '#web/core/stored.ts';

// Whatever number opens rows opens as many as it says: each of them on each page, against the list that it leads to, all of it
// answered by the product on a small demo.

let product: Child;
let takeLayoutBack: () => void;
let asked = 0;
const saidSchema = z.object({ origin: z.url(), cookie: z.string() });
let said: z.output<typeof saidSchema>;
const { fetch } = globalThis;

beforeAll(async () => {
  product = smallDemoChild();
  said = saidSchema.parse(JSON.parse(await product.firstLine));
}, 400_000);
afterAll(() => product.kill());

beforeEach(() => {
  takeLayoutBack = withLayout();
  // The browser's signal is no signal for Node.
  vi.stubGlobal('fetch', async (url: string, { signal: _, headers, ...init }: RequestInit = {}) => {
    asked += 1;
    try {
      return await fetch(said.origin + url, { ...init, headers: { ...headers, cookie: said.cookie, 'sec-fetch-site': 'same-origin' } });
    } finally {
      asked -= 1;
    }
  });
});
afterEach(() => takeLayoutBack());

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
  '/churn-dashboard',
  '/churn-monitoring?tab=quality',
  '/churn-analytics',
  '/churn-analytics?part=saves',
  '/customer-success-ops?part=queue&scope=all',
  '/customer-success-ops?part=team',
  '/customer-success-ops?part=playbooks',
  '/customer-success-ops?part=renewals&scope=all',
  '/customer-success-ops?part=incidents',
  '/customer-success-ops?part=alerts',
  '/hubspot-tickets?scope=all',
  '/hubspot-tickets/campaigns',
];

interface Total {
  text: string;
  says: number;
  address: string;
}

/** The links that show a whole number and lead to a list's rows. What is only read aloud is left out of the text. */
function totalsShown(): Total[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].flatMap((anchor) => {
    const copy = anchor.cloneNode(true) as HTMLElement;
    for (const hidden of copy.querySelectorAll('[class*="VisuallyHidden"], [aria-hidden]')) hidden.remove();
    const text = (copy.textContent ?? '').trim();
    const [, number] = /^(?:[A-Za-z ]+ )?(\d[\d,]*)(?: [a-z].*)?$/i.exec(text) ?? [];
    const address = anchor.getAttribute('href') ?? '';
    const { searchParams } = new URL(address, 'http://localhost');
    const leadsToRows = [...searchParams.keys()].some((name) => isListParameter(name) || name === 'tab');
    return number === undefined || !leadsToRows ? [] : [{ text, says: Number(number.replaceAll(',', '')), address }];
  });
}

const rowsShown = (): number | undefined => {
  const counts = screen
    .queryAllByRole('status')
    .flatMap((each) => /^([\d,]+) (?:of [\d,]+ )?[a-z -]+$/.exec(each.textContent ?? '')?.[1] ?? []);
  const last = counts.at(-1);
  return last === undefined ? undefined : Number(last.replaceAll(',', ''));
};

/** Nothing is on its way any more. */
const settled = () =>
  waitFor(
    () => {
      expect(asked).toBe(0);
      expect(document.querySelector('main [class*="Skeleton-root"]')).toBeNull();
    },
    { timeout: 30_000, interval: 30 },
  );

test.each(pages)('every number of %s that opens rows opens as many as it says', async (page) => {
  storeWord('scope', 'all');
  const { router } = renderApp(page);
  await screen.findByRole('heading', { level: 1 });
  await settled();
  const totals = totalsShown();
  // Whoever looks at their own customers elsewhere is shown the rows that were counted.
  storeWord('scope', 'mine');
  const wrong: string[] = [];
  for (const { text, says, address } of totals) {
    await act(() => router.navigate(address));
    await waitFor(() => expect(rowsShown()).toBe(says), { timeout: 3_000, interval: 20 }).catch(() =>
      wrong.push(`“${text}” opens ${rowsShown() ?? 'no list of'} rows at ${address}`),
    );
  }
  expect(wrong).toEqual([]);
  expect(totals.length).toBeGreaterThan(0);
});

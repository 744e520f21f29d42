import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runStep } from '#server/churn/pipeline/pipeline.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { scoreDemo } from '#server/demo/start.ts';
import { pipelineSteps } from '#shared/churn/runs/pipeline-runs.ts';
import { dayIn } from '#shared/core/dates.ts';
import { isListParameter } from '#shared/list/address.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { withLayout } from '#test/web/layout.ts';
import { renderApp } from '#test/web/render-app.tsx';
import { storeWord } from '#web/core/stored.ts';

// Whatever number opens rows opens as many as it says: each of them on each page, against the list that it leads to, all of it
// answered by the product on a small demo.

let testApp: TestApp;
let takeLayoutBack: () => void;
let asked = 0;

beforeAll(async () => {
  testApp = await buildTestApp();
  const { database, clock, env } = testApp.dependencies;
  await seedDemo(database, clock, { timeZone: env.BUSINESS_TIME_ZONE, scale: 0.06 });
  await scoreDemo(database, clock, env);
  const day = dayIn(env.BUSINESS_TIME_ZONE, clock());
  for (const step of pipelineSteps)
    await runStep(testApp.dependencies, step, day, { progress: async () => {}, signal: new AbortController().signal });
}, 300_000);
afterAll(() => testApp.close());

beforeEach(() => {
  takeLayoutBack = withLayout();
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    asked += 1;
    try {
      const answer = await testApp.inject({
        method: method === 'POST' ? 'POST' : 'GET',
        url,
        ...(typeof body === 'string' ? { payload: body, headers: { 'content-type': 'application/json' } } : {}),
      });
      return new Response(answer.body, { status: answer.statusCode });
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
  console.log(page, totals.length);
  expect(wrong).toEqual([]);
  expect(totals.length).toBeGreaterThan(0);
});

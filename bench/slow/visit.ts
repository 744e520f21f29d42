// Measures a first visit over a slow network, both inside the page and on the network.
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { z } from 'zod';

/** Slow mobile network with 750 kbit/s in each direction and a latency of 400 ms per request. */
const network = {
  offline: false,
  latency: 400,
  downloadThroughput: (750 * 1000) / 8,
  uploadThroughput: (750 * 1000) / 8,
};
const givesUpAfter = 60_000;
/** Milliseconds after the main content appears during which the layout shift is still measured. */
const settlesWithin = 3_000;

export interface SlowPage {
  name: string;
  path: string;
  /** Expression that is evaluated in the page; it is `true` once the main content has appeared. */
  isUsable: string;
  /** Check that needs a screenshot of the page. */
  isDrawn?: (page: Page) => Promise<boolean>;
}

export interface Visit {
  firstPaint: number;
  usable: number;
  /** Time at which `isDrawn` was `true`; `undefined` without this check. */
  drawn: number | undefined;
  layoutShift: number;
  /** Bytes received until the page is usable, by resource type. */
  bytes: Record<string, number>;
}

/** Script that runs in the page before the page's own scripts. */
const watch = `
  window.seen = { shift: 0, paint: 0 };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.seen.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') window.seen.paint = startTime;
  }).observe({ type: 'paint', buffered: true });
`;

const seenSchema = z.object({ shift: z.number(), paint: z.number() });
const responseSchema = z.object({ requestId: z.string(), type: z.string() });
const finishedSchema = z.object({ requestId: z.string(), encodedDataLength: z.number() });

async function countBytes(session: CDPSession): Promise<() => Record<string, number>> {
  const types = new Map<string, string>();
  const bytes: Record<string, number> = {};
  session.on('Network.responseReceived', (event) => {
    const { requestId, type } = responseSchema.parse(event);
    types.set(requestId, type);
  });
  session.on('Network.loadingFinished', (event) => {
    const { requestId, encodedDataLength } = finishedSchema.parse(event);
    const type = types.get(requestId) ?? 'Other';
    bytes[type] = (bytes[type] ?? 0) + encodedDataLength;
  });
  await session.send('Network.enable');
  return () => ({ ...bytes });
}

/**
 * Evaluates an expression through the debugger, because the page's content security policy forbids
 * evaluating text.
 */
async function evaluated(session: CDPSession, expression: string): Promise<unknown> {
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
  return result.value;
}

/** Visits a page for the first time as a signed-in user with an empty cache. */
export async function visit(
  browser: Browser,
  origin: string,
  storageState: Awaited<ReturnType<BrowserContext['storageState']>>,
  slowPage: SlowPage,
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: origin,
    storageState,
    viewport: { width: 1280, height: 800 },
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const bytesSoFar = await countBytes(session);
    await session.send('Network.emulateNetworkConditions', network);
    await page.addInitScript({ content: watch });
    await page.goto(slowPage.path, { waitUntil: 'commit', timeout: givesUpAfter });
    const until = performance.now() + givesUpAfter;
    async function timeOf(what: string, isThere: () => Promise<boolean>): Promise<number> {
      while (!(await isThere())) {
        if (performance.now() > until) throw new Error(`${slowPage.path} does not become ${what}`);
        await page.waitForTimeout(50);
      }
      return z.number().parse(await evaluated(session, 'performance.now()'));
    }
    const usable = await timeOf(
      'usable',
      async () => (await evaluated(session, slowPage.isUsable)) === true,
    );
    const bytes = bytesSoFar();
    const { isDrawn } = slowPage;
    const drawn = isDrawn && (await timeOf('drawn', () => isDrawn(page)));
    await page.waitForTimeout(settlesWithin);
    const { shift, paint } = seenSchema.parse(await evaluated(session, 'window.seen'));
    return { firstPaint: paint, usable, drawn, layoutShift: shift, bytes };
  } finally {
    await context.close();
  }
}

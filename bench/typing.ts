// Compares typing into the search box in a browser with 100,000 practices and with 1,000 practices.
// Searching 1,000 practices takes almost no time, so the difference is the time of the search.
import type { Browser } from '@playwright/test';
import { compareManyWithFew } from './browser-page.ts';
import { mean, median } from './median.ts';
import type { TypingRun } from './pages/typing-run.ts';
import type { Bench } from './types.ts';

const many = 100_000;
const few = 1_000;
const frame = 1000 / 60;

async function runOnce(browser: Browser, address: string, practices: number): Promise<TypingRun> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.route('**/api/**', (route) => route.fulfill({ json: { results: [], notice: null } }));
  await page.goto(`${address}?practices=${practices}`);
  const run: TypingRun = await page.evaluate('window.typingRun');
  await page.close();
  return run;
}

export const typingBench: Bench = {
  name: 'typing',
  async run() {
    const { ours, anchor } = await compareManyWithFew('typing', { many, few }, runOnce);
    const found = ours.map(({ results }) => results.join());
    if (new Set(found).size > 1 || ours[0]?.results.some((count) => count === 0))
      throw new Error(`Not every text found its rows: ${found.join('; ')}`);
    const meanFrame = (runs: readonly TypingRun[]) =>
      median(runs.map(({ frames }) => mean(frames)));
    const late = (runs: readonly TypingRun[]) =>
      median(runs.map(({ frames }) => frames.filter((each) => each > 1.5 * frame).length));
    return [
      {
        bench: 'typing',
        measure: `frame while typing over ${many.toLocaleString('en-US')} practices, against ${few.toLocaleString('en-US')}`,
        ours: meanFrame(ours),
        anchor: meanFrame(anchor),
        ratio: meanFrame(ours) / meanFrame(anchor),
        limit: { atMost: 1.02 },
        unit: 'ms',
        note: `${late(ours)} of ${ours[0]?.frames.length} frames late, against ${late(anchor)}; software drawing`,
      },
    ];
  },
};

// Compares the map page for 100,000 practices to the same page for 5,000 practices. The browser
// uses software rendering.
import type { Browser } from '@playwright/test';
import { compareManyWithFew } from './browser-page.ts';
import { median } from './median.ts';
import type { MapRun } from './pages/map-run.ts';
import type { Bench, BenchRow } from './types.ts';

const many = 100_000;
const few = 5_000;
async function runOnce(browser: Browser, address: string, practices: number): Promise<MapRun> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${address}?practices=${practices}`);
  const run: MapRun = await page.evaluate('window.mapRun');
  await page.close();
  if (run.drawn !== practices)
    throw new Error(`The markers represent ${run.drawn} of ${practices} practices`);
  return run;
}

export const mapBench: Bench = {
  name: 'map',
  async run() {
    const { ours, anchor } = await compareManyWithFew('map', { many, few }, runOnce);

    const row = (
      measure: string,
      figure: keyof MapRun,
      atMost: number,
      note: string,
    ): BenchRow => ({
      bench: 'map',
      measure,
      ours: median(ours.map((run) => run[figure])),
      anchor: median(anchor.map((run) => run[figure])),
      ratio: median(
        ours.map((run, round) => run[figure] / (anchor[round]?.[figure] ?? Number.NaN)),
      ),
      limit: { atMost },
      unit: 'ms',
      note,
    });
    const longest = (runs: readonly MapRun[]) =>
      Math.round(median(runs.map((run) => run.longestTask)));
    return [
      row(
        'first idle, 100,000 against 5,000 practices',
        'millisecondsToIdle',
        1.3,
        `from the list in memory to all on the screen; longest main-thread task ${longest(ours)} against ${longest(anchor)} ms`,
      ),
      row(
        'pan frame, 100,000 against 5,000 practices',
        'panFrame',
        1.15,
        'mean of 60 frames, software GL',
      ),
    ];
  },
};

// Measures the first visit of a signed-in user to the pages over a slow network, with an empty
// cache.
import { getPractices } from '#shared/institutions/institutions.ts';
import { launchBrowser } from '../scripts/browser.ts';
import { signIn, startProduct } from '../scripts/product.ts';
import { median } from './median.ts';
import { buildMainPages, otherPages } from './slow/pages.ts';
import { type SlowPage, type Visit, visit } from './slow/visit.ts';
import type { Bench, BenchRow } from './types.ts';

/** Limits: `usable` and `blank` in seconds, and the layout shift as measured by Chromium. */
const promises = { usable: 8, blank: 1.5, layoutShift: 0.05 };
const rounds = { main: 3, other: 1 };
/**
 * Milliseconds after the first request for a list until the server has compressed the list with the
 * best level.
 */
const packingMs = 15_000;

const kilobytes = (bytes: Visit['bytes']) =>
  Object.entries(bytes)
    .sort(([, one], [, other]) => other - one)
    .map(([type, size]) => `${type} ${Math.round(size / 1000)} kB`)
    .join(', ');

function rowsOf({ name }: SlowPage, visits: readonly Visit[], isMain: boolean): BenchRow[] {
  const row = (
    measure: string,
    ours: number,
    promise: number,
    unit: string,
    note: string,
  ): BenchRow => ({
    bench: 'slow',
    measure: `${name}: ${measure}`,
    ours,
    anchor: promise,
    ratio: ours / promise,
    limit: { atMost: 1 },
    unit,
    note,
  });
  const drawn = visits.flatMap((visit) => visit.drawn ?? []);
  const all = kilobytes(visits[0]?.bytes ?? {});
  return [
    ...(isMain
      ? [
          row(
            'usable',
            median(visits.map(({ usable }) => usable)) / 1000,
            promises.usable,
            's',
            all,
          ),
        ]
      : []),
    ...(isMain && drawn.length > 0
      ? [row('marks drawn', median(drawn) / 1000, promises.usable, 's', '')]
      : []),
    row(
      'nothing painted',
      median(visits.map(({ firstPaint }) => firstPaint)) / 1000,
      promises.blank,
      's',
      '',
    ),
    row(
      'layout shift',
      median(visits.map(({ layoutShift }) => layoutShift)),
      promises.layoutShift,
      '',
      '',
    ),
  ];
}

export const slowBench: Bench = {
  name: 'slow',
  async run() {
    const product = await startProduct();
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext({ baseURL: product.origin });
      await signIn(context);
      const answer = await context.request.get(getPractices.path);
      const [practice] = getPractices.response.parse(await answer.json()).practices;
      if (practice === undefined) throw new Error('The demo has no practice');
      const state = await context.storageState();
      const main = buildMainPages(practice.institutionId);
      for (const { path } of main) {
        const page = await context.newPage();
        await page.goto(path, { waitUntil: 'networkidle' });
        await page.close();
      }
      await new Promise((resolve) => setTimeout(resolve, packingMs));
      const rows: BenchRow[] = [];
      for (const page of [...main, ...otherPages]) {
        const isMain = main.includes(page);
        const visits: Visit[] = [];
        for (let round = 0; round < (isMain ? rounds.main : rounds.other); round += 1)
          visits.push(await visit(browser, product.origin, state, page));
        rows.push(...rowsOf(page, visits, isMain));
      }
      return rows;
    } finally {
      await browser.close();
      await product.stop();
    }
  },
};

// npm run lighthouse: compares the landing page on a phone with a bare page, and audits the
// accessibility of every page.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { BrowserContext } from '@playwright/test';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { median } from '#shared/core/numbers/median.ts';
import { pageManifestSchema } from '#shared/core/pages/page-manifest.ts';
import { getPractices } from '#shared/institutions/institutions.ts';
import { launchBrowser } from './browser.ts';
import { type MeasuredFigure, printMeasuredFigures } from './findings.ts';
import { findFreePort } from './free-port.ts';
import { type ProductServer, signIn, startProduct } from './product.ts';

const rounds = 5;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const limits = {
  score: 99,
  layoutShift: 0,
  requests: 6,
  kilobytes: 60,
  paintRatio: 1.25,
  accessibility: 100,
};
/** Minimal page, which shows the earliest possible paint. */
const bareHtml = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title><link rel="icon" href="data:,"><h1>Bare</h1></html>`;

const product = await startProduct();
const bare = createServer((_, response) =>
  response.setHeader('content-type', 'text/html; charset=utf-8').end(bareHtml),
);
const debuggingPort = await findFreePort();
const browser = await launchBrowser([`--remote-debugging-port=${debuggingPort}`]);
try {
  const barePort = await new Promise<number>((resolve) => {
    bare.listen(0, '127.0.0.1', () => {
      const address = bare.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
    });
  });
  const outcomes = [
    printMeasuredFigures(
      `The landing page on a phone, median of ${rounds}`,
      await landingFindings(product, `http://localhost:${barePort}/`),
    ),
    printMeasuredFigures('Accessibility', await accessibilityFindings(product)),
  ];
  process.exitCode = outcomes.every(Boolean) ? 0 : 1;
} finally {
  await browser.close();
  bare.close();
  await product.stop();
}

/**
 * Runs Lighthouse. Retries when the browser's recording failed, because a failed recording says
 * nothing about the page.
 */
async function measure(url: string, flags: Flags, triesLeft = 2): Promise<Result> {
  const run = await lighthouse(url, {
    port: debuggingPort,
    logLevel: 'error',
    output: 'json',
    ...flags,
  });
  if (run === undefined) throw new Error(`Lighthouse has no result for ${url}`);
  const { runtimeError } = run.lhr;
  if (runtimeError === undefined) return run.lhr;
  if (triesLeft === 0)
    throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`);
  return measure(url, flags, triesLeft - 1);
}

function figure(result: Result, audit: string): number {
  return result.audits[audit]?.numericValue ?? Number.NaN;
}

/** Returns the failed audits of a category. */
function complaints(result: Result, category: string): string {
  const audits = result.categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return audits.flatMap(({ id }) => ((result.audits[id]?.score ?? 1) < 0.9 ? id : [])).join(' ');
}

async function landingFindings(
  { origin }: ProductServer,
  bareUrl: string,
): Promise<MeasuredFigure[]> {
  const ours: Result[] = [];
  const floor: Result[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await measure(`${origin}/`, { onlyCategories: categories }));
    floor.push(await measure(bareUrl, { onlyCategories: ['performance'] }));
  }
  const medianOf = (results: readonly Result[], read: (result: Result) => number) =>
    median(results.map(read)) ?? Number.NaN;
  const paint = (results: readonly Result[]) =>
    medianOf(results, (result) => figure(result, 'largest-contentful-paint'));
  const requests = (result: Result) => {
    const { details } = result.audits['network-requests'] ?? {};
    return details?.type === 'table' ? details.items.length : Number.NaN;
  };
  const [first] = ours;
  if (first === undefined) throw new Error('no round');
  return [
    ...Object.entries(first.categories).map(
      ([key, { title }]): MeasuredFigure => ({
        what: title,
        value: medianOf(ours, (result) => (result.categories[key]?.score ?? 0) * 100),
        limit: { atLeast: limits.score },
        note: complaints(first, key),
      }),
    ),
    {
      what: 'layout shift',
      value: medianOf(ours, (result) => figure(result, 'cumulative-layout-shift')),
      limit: { atMost: limits.layoutShift },
    },
    { what: 'requests', value: medianOf(ours, requests), limit: { atMost: limits.requests } },
    {
      what: 'bytes',
      value: medianOf(ours, (result) => figure(result, 'total-byte-weight')) / 1000,
      unit: 'kB',
      limit: { atMost: limits.kilobytes },
    },
    {
      what: 'largest paint, as a multiple of a bare page’s',
      value: paint(ours) / paint(floor),
      limit: { atMost: limits.paintRatio },
      note: `${Math.round(paint(ours))} ms, bare ${Math.round(paint(floor))} ms`,
    },
  ];
}

async function accessibilityFindings({ origin }: ProductServer): Promise<MeasuredFigure[]> {
  const pages = pageManifestSchema.parse(JSON.parse(readFileSync('dist/pages.json', 'utf8')));
  const context = await browser.newContext({ baseURL: origin });
  await signIn(context);
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const institutionId = await someInstitution(context);
  const addressOf = (path: string) =>
    path === '*' ? '/no-such-page' : path.replace(':id', String(institutionId));

  // Signed out, every page of the app shows the same sign-in page.
  const signedOut = [
    '/app',
    '/employee-login',
    '*',
    ...pages.filter(({ isIndexed }) => isIndexed).map(({ path }) => path),
  ];
  // Pages with the same title are one page with several paths.
  const titleOf = (html: string) =>
    /<title>(.*?)<\/title>/.exec(readFileSync(`dist/${html}`, 'utf8'))?.[1];
  const distinct = [
    ...new Map(pages.toReversed().map((page) => [titleOf(page.html), page])).values(),
  ].reverse();
  const visits = distinct.flatMap(({ path }) => [
    ...(signedOut.includes(path) ? [{ path, who: 'signed out', headers: {} }] : []),
    { path, who: 'signed in', headers: { cookie } },
  ]);
  const findings: MeasuredFigure[] = [];
  for (const { path, who, headers } of visits) {
    console.log(`accessibility of ${path}, ${who} …`);
    const result = await measure(origin + addressOf(path), {
      onlyCategories: ['accessibility'],
      throttlingMethod: 'provided',
      extraHeaders: headers,
    });
    findings.push({
      what: `${path}, ${who}`,
      value: (result.categories.accessibility?.score ?? 0) * 100,
      limit: { atLeast: limits.accessibility },
      note: complaints(result, 'accessibility'),
    });
  }
  return findings;
}

async function someInstitution(context: BrowserContext): Promise<number> {
  const answer = await context.request.get(getPractices.path);
  const [practice] = getPractices.response.parse(await answer.json()).practices;
  if (practice === undefined) throw new Error('The demo has no practice');
  return practice.institutionId;
}

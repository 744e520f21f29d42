// Measures the requests of the portfolio and of the at-risk queue with 20,000 institutions and 60
// official weeks on the embedded database. Compares them with a lookup by primary key in the same
// database that sends the same number of bytes.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Queries } from '#server/core/db/database.ts';
import { migrateDatabase } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { getSavedViews } from '#shared/list/saved-views.ts';
import {
  getComparedCustomers,
  getOfficialWeeks,
  getPortfolioComparison,
  getTierTrend,
} from '#shared/portfolio/comparison.ts';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import { createOwnerSegment } from '#shared/portfolio/segment.ts';
import { getRiskList } from '#shared/risk/list.ts';
import { getFreshness } from '#shared/scoring/freshness.ts';
import { getRiskCases } from '#shared/work/cases.ts';
import { getInstitutionWorkSummaries } from '#shared/work/tasks.ts';
import { buildTestApp } from '#test/app.ts';
import { median } from './median.ts';
import {
  benchOwner,
  lastWeek,
  loadPortfolio,
  now,
  subtractWeeksFromLastWeek,
} from './portfolio-world.ts';
import type { Bench, BenchRow } from './types.ts';

const rounds = 3;
const asked = 40;
const limits = { milliseconds: 150, lookups: 5 };

const weeks = { from: subtractWeeksFromLastWeek(1), to: lastWeek };
const mine = createOwnerSegment(benchOwner);
const calls: { page: 'portfolio' | 'at-risk'; path: string }[] = [
  { page: 'portfolio', path: getInstitutionList.path },
  { page: 'portfolio', path: buildUrl(getSavedViews.path, {}, { list: 'portfolio' }) },
  { page: 'portfolio', path: getFreshness.path },
  { page: 'portfolio', path: buildUrl(getTierTrend.path, {}, { weeks: 26 }) },
  { page: 'portfolio', path: buildUrl(getTierTrend.path, {}, { weeks: 26, segment: mine }) },
  { page: 'portfolio', path: getOfficialWeeks.path },
  {
    page: 'portfolio',
    path: buildUrl(getPortfolioComparison.path, {}, { ...weeks, sameCustomers: true }),
  },
  {
    page: 'portfolio',
    path: buildUrl(
      getPortfolioComparison.path,
      {},
      { ...weeks, sameCustomers: true, segment: mine },
    ),
  },
  {
    page: 'portfolio',
    path: buildUrl(
      getPortfolioComparison.path,
      {},
      { from: subtractWeeksFromLastWeek(52), to: lastWeek, sameCustomers: false },
    ),
  },
  { page: 'portfolio', path: buildUrl(getComparedCustomers.path, {}, weeks) },
  { page: 'at-risk', path: getRiskList.path },
  { page: 'at-risk', path: getRiskCases.path },
  { page: 'at-risk', path: getInstitutionWorkSummaries.path },
  { page: 'at-risk', path: buildUrl(getSavedViews.path, {}, { list: 'at-risk' }) },
];

export const portfolioBench: Bench = {
  name: 'portfolio',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'chairside-bench-'));
    const database = await openDatabase({ dataDir: folder, requestDeadlineMs: 60_000 });
    await migrateDatabase(database);
    const clock = { at: now };
    const test = await buildTestApp({
      now,
      database: { database, close: () => database.close() },
      dependencies: { clock: () => clock.at },
    });
    try {
      await loadPortfolio(database.background);
      const origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
      const rows: BenchRow[] = [];
      // Each request has its own user, because all requests together exceed the limit per user and
      // minute.
      for (const call of calls)
        rows.push(
          await measured(
            call,
            `${origin}${call.path}`,
            await test.signIn('member'),
            database.foreground,
            clock,
          ),
        );
      return [...rows, worstOf('portfolio', rows), worstOf('at-risk', rows)];
    } finally {
      await test.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measured(
  { page, path }: (typeof calls)[number],
  url: string,
  cookie: string,
  database: Queries,
  clock: { at: Date },
): Promise<BenchRow> {
  const headers = { cookie, 'accept-encoding': 'br', 'sec-fetch-site': 'same-origin' };
  const cold = await timed(url, headers);
  const anchor = await lookupServer(database, cold.body);
  const lookupUrl = `http://127.0.0.1:${(anchor.address() as AddressInfo).port}/`;
  const ours: number[] = [];
  const anchors: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // Each request is in another second, so that each checks whether its cached response is
    // current.
    ours.push(await p95(url, headers, clock));
    anchors.push(await p95(lookupUrl, headers, clock));
  }
  anchor.close();
  anchor.closeAllConnections();
  return {
    bench: 'portfolio',
    measure: `${page}: GET ${path.length > 78 ? `${path.slice(0, 77)}…` : path}`,
    ours: median(ours),
    anchor: median(anchors),
    ratio: median(ours.map((value, round) => value / (anchors[round] ?? Number.NaN))),
    limit: { atMost: limits.lookups },
    unit: 'ms',
    note: `p95; ${cold.body.length.toLocaleString('en-US')} bytes; first answer ${Math.round(cold.milliseconds)} ms`,
  };
}

function worstOf(page: string, rows: readonly BenchRow[]): BenchRow {
  const worst = Math.max(
    ...rows.filter(({ measure }) => measure.startsWith(`${page}: `)).map(({ ours }) => ours),
  );
  return {
    bench: 'portfolio',
    measure: `${page}: the slowest p95 of its calls, against the promise`,
    ours: worst,
    anchor: limits.milliseconds,
    ratio: worst / limits.milliseconds,
    limit: { atMost: 1 },
    unit: 'ms',
  };
}

/** Starts a server that looks up one institution per request and then sends `body`. */
async function lookupServer(database: Queries, body: Buffer): Promise<Server> {
  let id = 0;
  const server = createServer((_, response) => {
    id = (id % 1000) + 1;
    const looked = database
      .selectFrom('institution')
      .selectAll()
      .where('institution_id', '=', id)
      .executeTakeFirstOrThrow();
    looked.then(
      () => response.writeHead(200, { 'content-length': body.length }).end(body),
      (error: Error) => response.destroy(error),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function p95(
  url: string,
  headers: Record<string, string>,
  clock: { at: Date },
): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < asked; call++) {
    clock.at = new Date(clock.at.getTime() + 1500);
    times.push((await timed(url, headers)).milliseconds);
  }
  return times.sort((one, other) => one - other)[Math.ceil(asked * 0.95) - 1] ?? Number.NaN;
}

const agent = new Agent({ keepAlive: true });

/** Returns the milliseconds from the request to the last byte. */
function timed(
  url: string,
  headers: Record<string, string>,
): Promise<{ milliseconds: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    get(url, { headers, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const milliseconds = performance.now() - start;
        const body = Buffer.concat(parts);
        if (response.statusCode === 200) resolve({ milliseconds, body });
        else
          reject(
            new Error(
              `${url} answered ${response.statusCode}: ${body.toString('utf8').slice(0, 300)}`,
            ),
          );
      });
    }).on('error', reject);
  });
}

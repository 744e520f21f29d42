// Reads 25,000 deals from a HubSpot stub on this machine into the embedded database. Compares the
// duration with the minimum that the rate limits allow, and measures the memory over time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Database } from '#server/core/db/database.ts';
import { migrateDatabase } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { openHubspot } from '#server/core/providers/hubspot/client.ts';
import { createLocalCrm } from '#server/crm/local-crm.ts';
import { type MirrorPassKind, runMirrorPass } from '#server/crm/mirror/pass.ts';
import {
  createSmallWorld,
  createStubCompany,
  createStubDeal,
} from '#test/hubspot-stub/builders.ts';
import { startHubspotStub } from '#test/hubspot-stub/stub.ts';
import { stubToken } from '#test/hubspot-stub/surroundings.ts';
import type { StubWorld } from '#test/hubspot-stub/world.ts';
import type { Bench, BenchRow } from './types.ts';

const count = 25_000;
/** Number of changes that have the same timestamp. */
const atOneMoment = 12_000;
const customers = 2_500;
const allowed = { burst: 30, perSecond: 15, searchesPerSecond: 4 };
const megabyte = 2 ** 20;
const [asked, ownersAtOnce, ownersMilliseconds] = [40, 500, 200];
/** Number of deals between two measurements of the memory. */
const between = 5_000;

export const crmSyncBench: Bench = {
  name: 'crm-sync',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'chairside-crm-'));
    const database = await openDatabase({ dataDir: folder });
    await migrateDatabase(database);
    const world = largeWorld();
    const stub = await startHubspotStub(world, stubToken);
    try {
      const whole = await timedPass(database, stub, 'everything');
      const moment = Date.now();
      world.deals.forEach((deal, index) => {
        deal.updatedAt = new Date(moment + Math.max(0, index - atOneMoment)).toISOString();
      });
      const changes = await timedPass(database, stub, 'changes');
      return [
        timeRow(
          'everything, 25,000 deals',
          whole,
          (whole.calls - allowed.burst) / allowed.perSecond,
        ),
        timeRow(
          '25,000 changed deals',
          changes,
          (changes.searches - 1) / allowed.searchesPerSecond,
        ),
        memoryRow('everything', whole),
        memoryRow('changes', changes),
        await ownersRow(database),
      ];
    } finally {
      await stub.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function largeWorld(): StubWorld {
  const companies = Array.from({ length: customers }, (_, index) =>
    createStubCompany(1 + index, String(1 + index)),
  );
  const deals = Array.from({ length: count }, (_, index) => createStubDeal(10_000 + index));
  const associations = deals.map(({ id }, index): [string, string] => [
    id,
    String(1 + (index % customers)),
  ]);
  return { ...createSmallWorld(), companies, deals, associations };
}

interface Timed {
  seconds: number;
  calls: number;
  searches: number;
  /** Memory in use after every 5,000 records, in megabytes. */
  memory: number[];
}

async function timedPass(
  database: Database,
  stub: Awaited<ReturnType<typeof startHubspotStub>>,
  kind: MirrorPassKind,
): Promise<Timed> {
  const queries = database.background;
  const clock = () => new Date();
  const hubspot = openHubspot({
    token: stubToken,
    baseUrl: stub.baseUrl,
    timeZone: 'America/Los_Angeles',
    queries,
    clock,
  });
  const before = { calls: stub.calls.length, searches: stub.searches.length };
  const memory: number[] = [];
  const begin = performance.now();
  const result = await runMirrorPass(hubspot, kind, {
    queries,
    clock,
    signal: new AbortController().signal,
    async progress(done) {
      if (done >= between * (memory.length + 1)) memory.push(memoryInUse());
    },
  });
  if (result.read !== kind || result.deals !== count)
    throw new Error(`The pass answered ${JSON.stringify(result)}`);
  return {
    seconds: (performance.now() - begin) / 1000,
    calls: stub.calls.length - before.calls,
    searches: stub.searches.length - before.searches,
    memory,
  };
}

/** Measures the time of reading the owners of 500 customers from the mirror. */
async function ownersRow(database: Database): Promise<BenchRow> {
  const crm = createLocalCrm(database.foreground, () => new Date());
  const times: number[] = [];
  for (let at = 0; at < asked; at++) {
    const ids = Array.from(
      { length: ownersAtOnce },
      (_, index) => ((at * ownersAtOnce + index) % customers) + 1,
    );
    const begin = performance.now();
    const { size } = await crm.dealOwners(ids);
    if (size !== ownersAtOnce)
      throw new Error(`${size} of ${ownersAtOnce} customers have an answer`);
    times.push(performance.now() - begin);
  }
  const p95 = times.toSorted((one, other) => one - other)[Math.floor(asked * 0.95)] ?? Number.NaN;
  return {
    bench: 'crm-sync',
    measure: `owners of ${ownersAtOnce} customers, p95`,
    ours: p95,
    anchor: ownersMilliseconds,
    ratio: p95 / ownersMilliseconds,
    limit: { atMost: 1 },
    unit: 'ms',
    note: `${asked} times from the mirror of ${count.toLocaleString('en-US')} deals`,
  };
}

/** Returns the memory in use of this process after a garbage collection, in megabytes. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / megabyte;
}

const timeRow = (
  measure: string,
  { seconds, calls, searches }: Timed,
  floor: number,
): BenchRow => ({
  bench: 'crm-sync',
  measure,
  ours: seconds,
  anchor: floor,
  ratio: seconds / floor,
  limit: { atMost: 1.5 },
  unit: 's',
  note: `${calls} calls, ${searches} of them searches; the anchor is what the limits alone ask for`,
});

function memoryRow(measure: string, { memory }: Timed): BenchRow {
  const [first = Number.NaN] = memory;
  const last = memory.at(-1) ?? Number.NaN;
  return {
    bench: 'crm-sync',
    measure: `memory, ${measure}`,
    ours: last,
    anchor: first,
    ratio: last / first,
    limit: { atMost: 1.1 },
    unit: 'MB',
    note: 'in use at the end, against after the first 5,000 records',
  };
}

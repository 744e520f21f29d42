import { isDeepStrictEqual } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import uFuzzy from '@leeoniya/ufuzzy';
import MiniSearch from 'minisearch';
import { foldText } from '#shared/core/text.ts';
import type { Practice } from '#shared/institutions/institutions.ts';
import { searchCustomersAndProspects } from '#shared/search/search.ts';
import {
  buildProspectIndex,
  createSearchIndex,
  type SearchIndex,
} from '#shared/search/search-index.ts';
import {
  createNaiveSearch,
  createSeededRandom,
  makePractices,
  makeProspects,
  makeQuery,
} from '#test/search-cases.ts';
import type { Bench, BenchRow } from './types.ts';

const rounds = 3;
/** Duration of a frame in milliseconds, at 60 frames per second. */
const frame = 16;

/**
 * Returns at least `least` prefixes that users type on the way to complete queries, from the second
 * letter on. Leaves out ids and phone numbers, because the anchors search only names, cities,
 * states and EHRs.
 */
function keystrokes(practices: readonly Practice[], least: number): string[] {
  const random = createSeededRandom(7);
  const typed: string[] = [];
  while (typed.length < least) {
    const query = makeQuery(practices, random).trim().toLowerCase();
    for (let length = 2; length <= query.length; length += 1)
      if (/\p{L}/u.test(query.slice(0, length))) typed.push(query.slice(0, length));
  }
  return typed;
}

const fieldsOf = (practice: Practice) =>
  [
    practice.institutionName,
    practice.locationName,
    practice.city ?? '',
    practice.state ?? '',
    practice.ehr ?? '',
  ].map((text) => foldText(text));

/**
 * Anchor that searches one large folded string. It records the row of each match, without grouping
 * and sorting.
 */
function bigString(practices: readonly Practice[]): (query: string) => number[] {
  const texts = practices.map((practice) => fieldsOf(practice).join('\u0000'));
  const text = texts.join('\u0000');
  const starts = new Uint32Array(texts.length + 1);
  for (const [row, each] of texts.entries()) starts[row + 1] = (starts[row] ?? 0) + each.length + 1;
  return (typed) => {
    const query = foldText(typed);
    const rows: number[] = [];
    let row = 0;
    for (let at = text.indexOf(query); at !== -1; at = text.indexOf(query, starts[row])) {
      while ((starts[row] ?? text.length) <= at) row += 1;
      rows.push(row - 1);
    }
    return rows;
  };
}

function fuzzy(practices: readonly Practice[]): (query: string) => number {
  const engine = new uFuzzy();
  const haystack = practices.map((practice) => fieldsOf(practice).join(' '));
  return (query) => engine.filter(haystack, query)?.length ?? 0;
}

function inverted(practices: readonly Practice[]): (query: string) => number {
  const engine = new MiniSearch<Practice>({
    idField: 'locationId',
    fields: ['institutionName', 'locationName', 'city', 'state', 'ehr'],
  });
  engine.addAll(practices);
  return (query) => engine.search(query, { prefix: true, combineWith: 'AND' }).length;
}

function p95(run: (query: string) => unknown, queries: readonly string[]): number {
  const times = queries.map((query) => {
    const start = performance.now();
    run(query);
    return performance.now() - start;
  });
  return times.sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
}

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** Throws unless the anchor and the product have found the same institutions. */
function checkSameWork(
  index: SearchIndex,
  practices: readonly Practice[],
  scan: (query: string) => number[],
  queries: readonly string[],
) {
  for (const query of queries) {
    const rows = scan(query).map((row) => practices[row]);
    const hit = new Set(
      rows.flatMap((row) =>
        row?.institutionName && row.latitude !== null ? [row.institutionId] : [],
      ),
    );
    const { customers } = searchCustomersAndProspects(index, query);
    const all = customers.every(({ institutionId }) => hit.has(institutionId));
    if (
      query.trim() === query &&
      query.length >= 2 &&
      (!all || customers.length !== Math.min(hit.size, 10))
    ) {
      throw new Error(
        `The big string and the index disagree on ${JSON.stringify(query)}: ${hit.size} and ${customers.length}`,
      );
    }
  }
}

function checkNaive() {
  const practices = makePractices(500, 3);
  const index = createSearchIndex(practices, []);
  const naive = createNaiveSearch(practices, []);
  const random = createSeededRandom(11);
  for (let at = 0; at < 10_000; at += 1) {
    const query = makeQuery(practices, random);
    if (!isDeepStrictEqual(searchCustomersAndProspects(index, query), naive(query)))
      throw new Error(`The naive search disagrees on ${JSON.stringify(query)}`);
  }
}

type Engine = (query: string) => unknown;

/**
 * Returns the 95th percentile of each engine's times in each round. The engines alternate, so that
 * the machine's load affects all of them alike.
 */
function race(
  engines: Record<string, Engine>,
  queries: readonly string[],
): Record<string, number[]> {
  const times: Record<string, number[]> = {};
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, run] of Object.entries(engines)) {
      const time = p95(run, queries);
      if (round > 0) times[name] = [...(times[name] ?? []), time];
    }
  }
  return times;
}

function compare(
  size: number,
  wanted: (practices: readonly Practice[]) => Record<string, Engine>,
): (name: string, shown: string) => BenchRow {
  const practices = makePractices(size);
  const started = performance.now();
  const index = createSearchIndex(practices, []);
  const built = performance.now() - started;
  const scan = bigString(practices);
  const queries = keystrokes(practices, size > 100_000 ? 60 : 150);
  checkSameWork(index, practices, scan, queries);
  const times = race(
    { ours: (query) => searchCustomersAndProspects(index, query), scan, ...wanted(practices) },
    queries,
  );
  return (name, shown) => {
    const ours = times.ours ?? [];
    const anchors = times[name] ?? [];
    return {
      bench: 'search',
      measure: `${size.toLocaleString('en-US')} practices, p95 per keystroke, against ${shown}`,
      ours: median(ours),
      anchor: median(anchors),
      ratio: median(ours.map((time, round) => time / (anchors[round] ?? 0))),
      limit: {},
      unit: 'ms',
      note: `grouping and order included; index in ${Math.round(built)} ms`,
    };
  };
}

/** Returns prospects with the length and the variety of real names, addresses and phone numbers. */
const makeVariedProspects = (count: number) =>
  makeProspects(count).map((prospect, at) => ({
    ...prospect,
    name: `${prospect.name} ${(at * 7_919) % 90_000}`,
    phone: `(${200 + (at % 700)}) 555-${1000 + ((at * 7_919) % 9_000)}`,
    latitude: 26 + ((at * 6_271) % 22_000) / 1_000,
    longitude: -122 + ((at * 104_729) % 50_000) / 1_000,
    isNewFromPlaces: false,
  }));

/** Returns the duration of each step in milliseconds. */
function measureSteps(build: Generator<void, unknown>): number[] {
  const times: number[] = [];
  for (let isDone = false; !isDone; ) {
    const start = performance.now();
    isDone = build.next().done === true;
    times.push(performance.now() - start);
  }
  return times;
}

/** Measures the search of 100,000 practices with 200,000 prospects against a frame. */
function withProspects(): BenchRow[] {
  const practices = makePractices(100_000);
  const prospects = makeVariedProspects(200_000);
  const json = JSON.stringify(prospects);
  const sent = brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const builds = Array.from({ length: rounds }, () => measureSteps(buildProspectIndex(prospects)));
  // The steps are the same in each round, so the shortest duration of a step has no pause of the
  // machine or of the garbage collector.
  const steps = builds[0]?.map((_, at) => Math.min(...builds.map((times) => times[at] ?? 0))) ?? [];
  const queries = keystrokes(practices, 150);
  const alone = createSearchIndex(practices, []);
  const both = createSearchIndex(practices, prospects);
  const times = race(
    {
      alone: (query) => searchCustomersAndProspects(alone, query),
      both: (query) => searchCustomersAndProspects(both, query),
    },
    queries,
  );
  const key = median(times.both ?? []);
  const whole = median(builds.map((times) => times.reduce((sum, time) => sum + time, 0)));
  const inFrames = (measure: string, ours: number, note: string): BenchRow => ({
    bench: 'search',
    measure,
    ours,
    anchor: frame,
    ratio: ours / frame,
    limit: { atMost: 1 },
    unit: 'ms',
    note,
  });
  const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
  return [
    inFrames(
      '100,000 practices and 200,000 prospects, p95 per keystroke, against one frame',
      key,
      `${median(times.alone ?? []).toFixed(2)} ms without prospects`,
    ),
    inFrames(
      'index of 200,000 prospects, longest step on the page, against one frame',
      steps.reduce((longest, time) => Math.max(longest, time), 0),
      `${Math.round(whole)} ms in all; the list is ${megabytes(json.length)} MB, ${megabytes(sent.length)} MB as sent`,
    ),
  ];
}

export const searchBench: Bench = {
  name: 'search',
  async run() {
    checkNaive();
    const fifty = compare(50_000, (practices) => ({
      fuzzy: fuzzy(practices),
      inverted: inverted(practices),
    }));
    const hundreds = compare(500_000, (practices) => ({ fuzzy: fuzzy(practices) }));
    const big = hundreds('scan', 'one pass over a big string');
    return [
      { ...fifty('scan', 'one pass over a big string'), limit: { atMost: 1.3 } },
      fifty('fuzzy', 'uFuzzy'),
      fifty('inverted', 'MiniSearch'),
      {
        ...big,
        measure: '500,000 practices, p95 per keystroke, against one frame',
        anchor: frame,
        ratio: big.ours / frame,
        limit: { atMost: 1 },
      },
      big,
      hundreds('fuzzy', 'uFuzzy'),
      ...withProspects(),
    ];
  },
};

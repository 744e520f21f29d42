// Measures a mix of questions to the assistant on the embedded database with 20,000 and 100,000
// customers, and the memory after many questions. Users ask one after another, and a task changes
// before every tenth question.
import {
  type AssistantBenchSetup,
  askMany,
  measureResponseTimesAfterChange,
  measureUsedHeap,
  type TimedQuestion,
  withAssistant,
} from './assistant/asking.ts';
import { kinds } from './assistant/questions.ts';
import { loadAssistantWorld } from './assistant/world.ts';
import { openNewFolderDatabase } from './folder-database.ts';
import { median } from './median.ts';
import type { Bench, BenchRow } from './types.ts';

/** Promised 95th percentile of a question in milliseconds, by number of customers. */
const promises = [
  { customers: 20_000, milliseconds: 150, heapAfter: [5_000, 10_000] },
  { customers: 100_000, milliseconds: 300, heapAfter: [1_000] },
];
/**
 * Number of questions before the measurement. These questions read each list for the first time.
 */
const warmUp = 100;
const rounds = 3;
const limits = {
  /**
   * Maximum size of the heap after the second half of the questions, relative to its size after the
   * first half. If each question left two kilobytes in memory, the heap would exceed this limit.
   */
  heap: 1.02,
  /**
   * Maximum time of a question after a change, relative to the time of a request of the customer
   * list.
   */
  afterChange: 2,
};

export const assistantBench: Bench = {
  name: 'assistant',
  async run() {
    const rows: BenchRow[] = [];
    for (const promise of promises) {
      const database = await openNewFolderDatabase();
      await loadAssistantWorld(database.database.background, promise.customers);
      rows.push(...(await withAssistant(database, (assistant) => measure(assistant, promise))));
    }
    return rows;
  },
};

async function measure(
  assistant: AssistantBenchSetup,
  { customers, milliseconds, heapAfter }: (typeof promises)[number],
): Promise<BenchRow[]> {
  await askMany(assistant, warmUp);
  const asked: TimedQuestion[] = [];
  const heaps: number[] = [];
  for (const count of heapAfter) {
    asked.push(...(await askMany(assistant, count - asked.length)));
    heaps.push(await measureUsedHeap());
  }
  const title = (measure: string) => `${customers.toLocaleString('en-US')} customers: ${measure}`;
  return [
    timeRow(title('all questions'), asked, milliseconds, { atMost: 1 }),
    ...kinds.map((kind) =>
      timeRow(
        title(kind),
        asked.filter((each) => each.kind === kind),
        milliseconds,
        {},
      ),
    ),
    await changeRow(title('first question after a ticket changed'), assistant),
    ...heapRows(title('heap'), heapAfter, heaps),
  ];
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

function timeRow(
  measure: string,
  asked: readonly TimedQuestion[],
  promised: number,
  limit: BenchRow['limit'],
): BenchRow {
  const times = asked.map((each) => each.milliseconds);
  const p95 = percentile(times, 0.95);
  return {
    bench: 'assistant',
    measure: `${measure}, p95`,
    ours: p95,
    anchor: promised,
    ratio: p95 / promised,
    limit,
    unit: 'ms',
    note: `${asked.length.toLocaleString('en-US')} questions; p50 ${percentile(times, 0.5).toFixed(1)}, p99 ${percentile(times, 0.99).toFixed(1)}`,
  };
}

/**
 * Compares the first question after a change with a request of the customer list after a change.
 * The server rebuilds the list for both.
 */
async function changeRow(measure: string, assistant: AssistantBenchSetup): Promise<BenchRow> {
  const times: Awaited<ReturnType<typeof measureResponseTimesAfterChange>>[] = [];
  for (let round = 0; round < rounds; round++)
    times.push(await measureResponseTimesAfterChange(assistant));
  return {
    bench: 'assistant',
    measure,
    ours: median(times.map(({ question }) => question)),
    anchor: median(times.map(({ page }) => page)),
    ratio: median(times.map(({ question, page }) => question / page)),
    limit: { atMost: limits.afterChange },
    unit: 'ms',
    note: 'the anchor is the request of the customer list after such a change',
  };
}

function heapRows(
  measure: string,
  counts: readonly number[],
  heaps: readonly number[],
): BenchRow[] {
  const [first = Number.NaN, ...others] = heaps;
  const last = others.at(-1);
  if (last === undefined) return [];
  return [
    {
      bench: 'assistant',
      measure: `${measure} after ${counts.at(-1)?.toLocaleString('en-US')} questions`,
      ours: last,
      anchor: first,
      ratio: last / first,
      limit: { atMost: limits.heap },
      unit: 'MB',
      note: counts.map((count, at) => `${count}: ${heaps[at]?.toFixed(1)} MB`).join(', '),
    },
  ];
}

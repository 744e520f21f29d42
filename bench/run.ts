// npm run bench [-- NAME] [-- --json]: compares the product's figures with anchors, such as
// hand-written SQL for the same work.
import { cpus, release, totalmem } from 'node:os';
import { alertRulesBench } from './alert-rules.ts';
import { assistantBench } from './assistant.ts';
import { auditBench } from './audit.ts';
import { churnBench } from './churn.ts';
import { crmSyncBench } from './crm-sync.ts';
import { feedBench } from './feed.ts';
import { importBench } from './import.ts';
import { listBench } from './list.ts';
import { mapBench } from './map.ts';
import { myDayBench } from './my-day.ts';
import { portfolioBench } from './portfolio.ts';
import { practicesBench } from './practices.ts';
import { prospectsBench } from './prospects.ts';
import { queryBench } from './query.ts';
import { scoringBench } from './scoring.ts';
import { searchBench } from './search.ts';
import { slowBench } from './slow.ts';
import { startBench } from './start.ts';
import { ticketCampaignBench } from './ticket-campaign.ts';
import type { Bench, BenchRow } from './types.ts';
import { typingBench } from './typing.ts';

const benches: Bench[] = [
  searchBench,
  typingBench,
  scoringBench,
  practicesBench,
  portfolioBench,
  myDayBench,
  assistantBench,
  prospectsBench,
  ticketCampaignBench,
  alertRulesBench,
  auditBench,
  listBench,
  importBench,
  feedBench,
  queryBench,
  churnBench,
  crmSyncBench,
  mapBench,
  startBench,
  slowBench,
];
const words = process.argv.slice(2);
const json = words.includes('--json');
const wanted = words.filter((word) => !word.startsWith('--'));
const unknown = wanted.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(
    `No bench is called ${unknown.join(', ')}. There are: ${benches.map((bench) => bench.name).join(', ')}.`,
  );
  process.exit(2);
}

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}`;
const rows: BenchRow[] = [];
const broken: string[] = [];
for (const bench of benches.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  if (!json) console.error(`${bench.name} …`);
  try {
    rows.push(...(await bench.run()));
  } catch (error) {
    // A failed benchmark does not stop the run, so that the remaining benchmarks report their
    // figures.
    console.error(error);
    broken.push(bench.name);
  }
}

const holds = ({ ratio, limit }: BenchRow) =>
  (limit.atMost === undefined || ratio <= limit.atMost) &&
  (limit.atLeast === undefined || ratio >= limit.atLeast);
const figure = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);

if (json) {
  console.log(
    JSON.stringify(
      {
        machine,
        at: new Date().toISOString(),
        rows: rows.map((row) => ({ ...row, holds: holds(row) })),
      },
      null,
      2,
    ),
  );
} else {
  console.log(`\n${machine}\n`);
  const table = rows.map((row) => [
    row.bench,
    row.measure,
    `${figure(row.ours)} ${row.unit}`,
    `${figure(row.anchor)} ${row.unit}`,
    row.ratio.toFixed(2),
    row.limit.atMost !== undefined
      ? `≤ ${row.limit.atMost}`
      : row.limit.atLeast !== undefined
        ? `≥ ${row.limit.atLeast}`
        : '',
    holds(row) ? 'holds' : 'MISSED',
    row.note ?? '',
  ]);
  const head = ['bench', 'measure', 'ours', 'anchor', 'ratio', 'limit', '', 'note'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...table.map((line) => (line[column] ?? '').length)),
  );
  for (const line of [head, ...table])
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
for (const name of broken) console.error(`The bench ${name} broke off.`);
process.exit(rows.every(holds) && broken.length === 0 ? 0 : 1);

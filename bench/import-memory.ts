// Measures how much more memory this process uses during a large import than after a small import.
// The argument is the number of rows.
import {
  bringLocations,
  generateCsvChunks,
  headers,
  importBenchFile,
  usageRows,
  withDatabase,
} from './import-files.ts';

const count = Number(process.argv[2]);
const lookMs = 20;

await withDatabase(async (database) => {
  await bringLocations(database);
  await importBenchFile(database, 'usage', generateCsvChunks(headers.usage, usageRows(50_000)));
  const held = () => {
    const { rss, heapUsed, external } = process.memoryUsage();
    return { rss, own: heapUsed + external };
  };
  globalThis.gc?.();
  const before = held();
  const most = { ...before };
  const timer = setInterval(() => {
    const now = held();
    most.rss = Math.max(most.rss, now.rss);
    most.own = Math.max(most.own, now.own);
  }, lookMs);
  await importBenchFile(database, 'usage', generateCsvChunks(headers.usage, usageRows(count)));
  clearInterval(timer);
  process.send?.({
    grownMb: (most.own - before.own) / 2 ** 20,
    residentMb: (most.rss - before.rss) / 2 ** 20,
  });
});

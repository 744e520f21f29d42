import type { Dependencies } from '#server/core/dependencies.ts';
import { createCachedListReader } from '#server/list/cached-list.ts';
import { getComparedCustomers } from '#shared/portfolio/comparison.ts';
import {
  findComparedCustomers,
  readComparisonCacheVersion,
  type WeekPair,
} from './comparison-queries.ts';

/** Number of week pairs that are cached. The most recently requested pairs are kept. */
const cachedPairs = 12;

/** Returns the cached customers of week pairs. They are rebuilt when names or weeks change. */
export function createComparedCustomersReader({
  database: { foreground },
  clock,
}: Pick<Dependencies, 'database' | 'clock'>) {
  const newList = (pair: WeekPair) =>
    createCachedListReader(
      clock,
      () => readComparisonCacheVersion(foreground),
      async () =>
        getComparedCustomers.response.parse({
          rows: await findComparedCustomers(foreground, pair),
        }),
    );
  const lists = new Map<string, ReturnType<typeof newList>>();

  return (pair: WeekPair) => {
    const key = [pair.from, pair.to]
      .map(({ weekStart, rulesVersion }) => `${weekStart} ${rulesVersion}`)
      .join(' ');
    const list = lists.get(key) ?? newList(pair);
    lists.delete(key);
    lists.set(key, list);
    const [oldest] = lists.keys();
    if (lists.size > cachedPairs && oldest !== undefined) lists.delete(oldest);
    return list();
  };
}

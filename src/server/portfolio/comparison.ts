import type { Dependencies } from '#server/core/dependencies.ts';
import { cachedList } from '#server/list/cached-list.ts';
import { getComparedCustomers } from '#shared/portfolio/comparison.ts';
import { comparedCustomers, comparisonVersion, type WeekPair } from './comparison-queries.ts';

/** Pairs of weeks whose customers are kept ready, the ones asked for last. */
const keptPairs = 12;

/** The customers of a pair of official weeks, built again when names or a week change. */
export function comparedCustomersCache({ database: { foreground }, clock }: Pick<Dependencies, 'database' | 'clock'>) {
  const newList = (pair: WeekPair) =>
    cachedList(
      clock,
      () => comparisonVersion(foreground),
      async () => getComparedCustomers.response.parse({ rows: await comparedCustomers(foreground, pair) }),
    );
  const lists = new Map<string, ReturnType<typeof newList>>();

  return (pair: WeekPair) => {
    const key = [pair.from, pair.to].map(({ weekStart, rulesVersion }) => `${weekStart} ${rulesVersion}`).join(' ');
    const list = lists.get(key) ?? newList(pair);
    lists.delete(key);
    lists.set(key, list);
    const [oldest] = lists.keys();
    if (lists.size > keptPairs && oldest !== undefined) lists.delete(oldest);
    return list();
  };
}

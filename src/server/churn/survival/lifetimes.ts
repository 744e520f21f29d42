import type { Dependencies } from '#server/core/dependencies.ts';
import { createRecentAnswerCache } from '#server/core/recent.ts';
import type { CustomerLifetime } from '#shared/churn/survival/rules.ts';
import { type Day, dayIn } from '#shared/core/dates.ts';
import {
  customerLifetimesCacheVersion,
  findCustomerLifetimes,
  findLossRecordsStart,
} from './queries.ts';

interface CustomerLifetimes {
  /** First day from which losses are known; `null` without any record. */
  knownSince: Day | null;
  rows: readonly CustomerLifetime[];
  /** Changes with the lifetimes. */
  version: string;
}

const readers = new WeakMap<Dependencies, () => Promise<CustomerLifetimes>>();

/** Returns the server's reader of customers' lifetimes, which is the same for all callers. */
export function customerLifetimesReader(
  dependencies: Dependencies,
): () => Promise<CustomerLifetimes> {
  const reader = readers.get(dependencies) ?? createReader(dependencies);
  readers.set(dependencies, reader);
  return reader;
}

function createReader({ database: { foreground }, clock, env }: Dependencies) {
  const lifetimes = createRecentAnswerCache<CustomerLifetime[]>(1);
  return async (): Promise<CustomerLifetimes> => {
    const knownSince = await findLossRecordsStart(foreground);
    if (knownSince === null) return { knownSince, rows: [], version: '' };
    const today = dayIn(env.BUSINESS_TIME_ZONE, clock());
    const version = `${today} ${await customerLifetimesCacheVersion(foreground)}`;
    const rows = await lifetimes(version, () =>
      findCustomerLifetimes(foreground, knownSince, today),
    );
    return { knownSince, rows, version };
  };
}
